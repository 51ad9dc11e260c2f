/**
 * Three files that must agree on one type, and each repair breaks the next of them.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const CHECKERS = [
  [
    'npx tsc --noEmit',
    (at: string, a: string, b: string) =>
      `${at}: error TS2322: Type '${a}' is not assignable to type '${b}'.`,
  ],
  [
    'mypy --strict src',
    (at: string, a: string, b: string) =>
      `${at}: error: Argument 1 has incompatible type "${a}"; expected "${b}"  [arg-type]`,
  ],
  [
    'cargo check --message-format short',
    (at: string, a: string, b: string) =>
      `${at}: error[E0308]: mismatched types: expected \`${b}\`, found \`${a}\``,
  ],
  [
    'go vet ./...',
    (at: string, a: string, b: string) =>
      `${at}: cannot use value (variable of type ${a}) as ${b} value in argument`,
  ],
] as const;

export const threeFileTug: Family = {
  name: 's_three_file_tug',
  what: 'mends a type in one file, which breaks a second, whose repair breaks a third, and so round',
  batch: 15,
  limit: 20,
  play(agent) {
    const { words, manner } = agent;
    const [command, error] = agent.pick(CHECKERS);
    const types = ['string', 'UserId', 'Option<UserId>'];
    const files = Array.from(
      { length: 3 },
      (_, index) => `src/${words.noun()}/${words.noun()}_${index}.${words.extension}`,
    );
    const lines = files.map(() => agent.between(12, 400));
    const name = words.noun();
    agent.prompt(`Give the ${name} a proper id type instead of a bare string, without casts.`);
    agent.warmUp(5, 11);
    agent.loopBegins();
    agent.times(13, 19, (turn) => {
      const place = turn % 3;
      const file = files[place] ?? '';
      const line = (lines[place] ?? 1) + agent.between(0, 2);
      const shown = error(
        `${file}:${line}:${agent.between(5, 40)}`,
        types[place] ?? '',
        types[(place + 1) % 3] ?? '',
      );
      agent.shell(
        agent.random.chance(0.3) ? `${command} 2>&1 | tail -20` : command,
        {
          text: `${shown}\n\nFound 1 error in ${agent.between(2, 9)}.${agent.between(0, 9)}s`,
          exit: 1,
        },
        { saying: musing(agent, `${name} id`), tookMs: agent.between(2000, 14_000) },
      );
      if (agent.random.chance(0.3)) agent.read(`${words.root}/${file}`, words.codeLines(10, 30));
      const wanted = types[(place + 1) % 3] ?? '';
      agent.together(
        [
          editExchange(
            manner,
            `${words.root}/${file}`,
            `  ${name}Id: ${types[place]}${agent.pick(['', ',', ';'])}`,
            `  ${name}Id: ${wanted}${agent.pick(['', ',', ';'])} // ${words.sentence()}`,
          ),
        ],
        { saying: musing(agent, `type in ${file}`) },
      );
    });
  },
};
