import type { Family } from '../family.ts';

/** What satisfies one tool breaks the other; the file has two states and visits both for ever. */
export const formatterAgainstLinter: Family = {
  name: 's_formatter_against_linter',
  what: 'an edit that pleases the formatter breaks the linter, and the other way round',
  batch: 1,
  limit: 20,
  play(agent) {
    agent.prompt('Make CI green: both the linter and the formatter have to pass.');
    agent.warmUp(1, 5);
    const path = agent.words.path();
    const file = agent.words.file();
    const [one, other] = [
      `  const ${agent.words.noun()} = ${agent.words.symbol()}(${agent.words.noun()}, ${agent.words.noun()});`,
      `  const ${agent.words.noun()} =\n    ${agent.words.symbol()}(${agent.words.noun()});`,
    ];
    const line = agent.between(12, 300);
    agent.loopBegins();
    agent.times(6, 9, () => {
      agent.edit(path, other, one);
      agent.shell('npm run lint', {
        text: `${file}\n  ${line}:3  error  Line has a length of 104. Maximum allowed is 100  max-len\n\n✖ 1 problem (1 error, 0 warnings)`,
        exit: 1,
      });
      agent.edit(path, one, other);
      agent.shell('npm run format:check', {
        text: `Checking formatting...\n[warn] ${file}\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.`,
        exit: 1,
      });
    });
  },
};
