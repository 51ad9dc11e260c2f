import type { Family } from '../family.ts';

export const stashAndPop: Family = {
  name: 's_stash_and_pop',
  what: 'puts its work aside and takes it back to see whether the failure is its own',
  batch: 4,
  limit: 20,
  play(agent) {
    agent.prompt('Make sure that my change breaks no test.');
    agent.warmUp(2, 5);
    const test = agent.words.symbol();
    const commit = agent.words.hex(40);
    agent.loopBegins();
    agent.times(6, 9, () => {
      agent.shell(
        'git stash',
        `Saved working directory and index state WIP on main: ${commit.slice(0, 7)} ${test}`,
      );
      agent.shell('npm test', {
        text: `✗ ${test}\n1 failing, 84 passing (${agent.between(2, 9)}s)`,
        exit: 1,
      });
      agent.shell(
        'git stash pop',
        `On branch main\nChanges not staged for commit:\n\tmodified:   ${test}.ts\nDropped refs/stash@{0} (${agent.words.hex(40)})`,
      );
      agent.shell('npm test', {
        text: `✗ ${test}\n1 failing, 84 passing (${agent.between(2, 9)}s)`,
        exit: 1,
      });
    });
  },
};
