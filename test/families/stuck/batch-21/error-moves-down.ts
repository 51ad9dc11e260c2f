/**
 * One compile error that every edit only moves a few lines down.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Language {
  readonly extension: string;
  readonly build: string;
  readonly report: (file: string, line: number, a: string, b: string) => string;
}

const LANGUAGES: readonly Language[] = [
  {
    extension: 'ts',
    build: 'npx tsc --noEmit -p .',
    report: (file, line, a, b) =>
      `${file}(${line},7): error TS2345: Argument of type '${a} | undefined' is not assignable to parameter of type '${b}'.\n  Type 'undefined' is not assignable to type '${b}'.`,
  },
  {
    extension: 'rs',
    build: 'cargo check',
    report: (file, line, a, b) =>
      `error[E0308]: mismatched types\n  --> ${file}:${line}:18\n   |\n${line} |     settle(${a.toLowerCase()}),\n   |            ^ expected \`${b}\`, found \`${a}\`\n\nFor more information about this error, try \`rustc --explain E0308\`.\nerror: could not compile due to 1 previous error`,
  },
  {
    extension: 'go',
    build: 'go build ./...',
    report: (file, line, a, b) =>
      `# github.com/acme/core\n./${file}:${line}:21: cannot use ${a.toLowerCase()} (variable of type *${a}) as ${b} value in argument to settle`,
  },
];

function addition(agent: ScriptedAgent): string {
  const { words } = agent;
  const noun = words.noun();
  return agent.pick([
    `// The ${noun} is checked above.`,
    `// Narrowed: ${noun} can be absent here.`,
    `const ${noun} = ${words.symbol()}(${words.noun()});`,
    `${words.symbol()}(${noun});`,
  ]);
}

export const errorMovesDown: Family = {
  name: 's_error_moves_down',
  what: 'adds line after line above a compile error and builds; the error stays and only its line number grows',
  batch: 21,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const { extension, build, report } = agent.pick(LANGUAGES);
    const type = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1);
    const file = `src/${words.noun()}_${words.noun()}.${extension}`;
    const [a, b] = [type(words.noun()), type(`${words.noun()}Id`)];
    const anchor = words.code();
    let line = agent.between(20, 240);
    agent.prompt(`The build is broken in ${file}. Mend it.`);
    agent.warmUp(2, 6);
    agent.shell(build, { text: report(file, line, a, b), exit: 1 });
    agent.loopBegins();
    agent.times(13, 20, () => {
      const added = Array.from({ length: agent.between(1, 3) }, () => addition(agent));
      line += added.length;
      agent.edit(`${words.root}/${file}`, anchor, [...added, anchor].join('\n'));
      agent.shell(
        build,
        { text: report(file, line, a, b), exit: 1 },
        { saying: musing(agent, `type of the ${a}`) },
      );
    });
  },
};
