/**
 * A stricter checker is switched on: the errors wander from file to file and become fewer, with a setback now and then.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const CHECKERS = [
  [
    'npx tsc --noEmit',
    (at: string, name: string) => `${at}: error TS18048: '${name}' is possibly 'undefined'.`,
  ],
  [
    'mypy --strict src',
    (at: string, name: string) =>
      `${at}: error: Item "None" of "${name} | None" has no attribute "id"  [union-attr]`,
  ],
  [
    'cargo clippy -- -D warnings',
    (at: string, name: string) => `error: used \`unwrap()\` on \`${name}\`\n --> ${at}`,
  ],
] as const;

export const strictErrors: Family = {
  name: 'h_strict_errors',
  what: 'works off the errors of a stricter checker, file by file, with a setback now and then',
  batch: 15,
  play(agent) {
    const { words, manner } = agent;
    const [command, error] = agent.pick(CHECKERS);
    let open = Array.from({ length: agent.between(19, 26) }, () => ({
      file: words.file(),
      line: agent.between(4, 400),
      name: words.noun(),
    }));
    agent.prompt('Switch the strict mode on and repair whatever it finds. No suppressions.');
    agent.warmUp(2, 5);
    let rounds = 0;
    while (open.length > 0 && rounds < 24) {
      rounds += 1;
      const shown = open
        .slice(0, 6)
        .map(({ file, line, name }) => error(`${file}:${line}:${agent.between(3, 40)}`, name));
      agent.shell(
        `${command} 2>&1 | head -${agent.pick([10, 20, 40])}`,
        {
          text: `${shown.join('\n')}\n\nFound ${open.length} error${open.length === 1 ? '' : 's'} in ${new Set(open.map(({ file }) => file)).size} files.`,
          exit: 1,
        },
        { saying: musing(agent, 'strict mode'), tookMs: agent.between(2000, 14_000) },
      );
      const [first, ...rest] = open;
      if (first === undefined) break;
      if (agent.random.chance(0.3))
        agent.read(`${words.root}/${first.file}`, words.codeLines(10, 30));
      agent.together(
        [editExchange(manner, `${words.root}/${first.file}`, words.code(), words.codeLines(1, 4))],
        { saying: musing(agent, first.name) },
      );
      open = rest.slice(agent.between(0, 2));
      if (agent.random.chance(0.15))
        open = [{ file: words.file(), line: agent.between(4, 400), name: words.noun() }, ...open];
    }
    agent.shell(command, {
      text: `Success: no issues found in ${agent.between(80, 400)} source files`,
    });
    agent.answer('The strict mode is on and finds nothing.');
  },
};
