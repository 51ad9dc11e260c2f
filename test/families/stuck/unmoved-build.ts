import type { Family } from '../family.ts';

/** New edits everywhere; the one error stays. */
export const unmovedBuild: Family = {
  name: 's_unmoved_build',
  what: 'edits one place after the other, and the build fails with the same error throughout',
  batch: 7,
  limit: 20,
  play(agent) {
    const file = agent.words.file();
    const kind = agent.words.symbol();
    const [command, failure] = agent.pick([
      [
        'npm run build 2>&1 | tail -20',
        (line: number, took: number) =>
          `${file}(${line},7): error TS2345: Argument of type '${kind}' is not assignable to parameter of type 'string'.\nFound 1 error in ${took} s.`,
      ],
      [
        'cargo build 2>&1 | tail -20',
        (line: number, took: number) =>
          `error[E0308]: mismatched types\n  --> ${file}:${line}:12\n   expected \`&str\`, found \`${kind}\`\nerror: could not compile (1 previous error) in ${took}s`,
      ],
      [
        'go build ./... 2>&1 | tail -20',
        (line: number) =>
          `./${file}:${line}:9: cannot use v (type ${kind}) as type string in argument`,
      ],
    ] as const);
    agent.prompt('The build is broken. Mend it.');
    agent.warmUp(1, 3);
    const line = agent.between(10, 300);
    agent.loopBegins();
    agent.times(12, 18, () => {
      agent.edit(agent.words.path(), agent.words.codeLines(1, 2), agent.words.codeLines(1, 3));
      agent.shell(command, failure(line, agent.between(20, 90) / 10));
    });
  },
};
