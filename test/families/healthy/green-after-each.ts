/**
 * Edit after edit, each followed by the same check with the same green answer, now and then a commit.
 */
import type { Family } from '../family.ts';

export const greenAfterEach: Family = {
  name: 'h_green_after_each',
  what: 'checks after every edit and is told the same each time: all well',
  batch: 13,
  play(agent) {
    const { words } = agent;
    const [check, green] = agent.pick([
      ['golangci-lint run', '0 issues.'],
      ['npx tsc --noEmit', ''],
      ['npm test', `Tests  ${agent.between(400, 599)} passed (${agent.between(600, 699)})`],
      ['cargo clippy -q', ''],
      ['make check', 'all checks passed'],
    ] as const);
    agent.prompt(
      `Replace the old ${words.noun()} calls everywhere, file by file, and keep the checks green.`,
    );
    agent.warmUp(1, 5);
    agent.times(14, 22, (index) => {
      const path = words.path();
      if (agent.random.chance(0.5)) agent.read(path, words.codeLines(5, 20));
      agent.edit(path, words.code(), words.code());
      agent.shell(check, green, { tookMs: agent.between(900, 9000) });
      if (index % 4 === 3) agent.shell(`git commit -qam "${words.verb()} ${words.noun()}"`, '');
    });
    agent.answer('All files are changed and the checks are green.');
  },
};
