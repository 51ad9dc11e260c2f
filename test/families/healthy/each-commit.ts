import type { Family } from '../family.ts';

export const eachCommit: Family = {
  name: 'h_each_commit',
  what: 'runs the tests on each commit of a branch; all are green',
  batch: 4,
  play(agent) {
    const commits = Array.from({ length: agent.between(10, 22) }, () => agent.words.hex(7));
    agent.prompt('Check that every commit of the branch passes the tests on its own.');
    agent.shell('git log --format=%h main..HEAD', commits.join('\n'));
    for (const commit of commits) {
      agent.shell(`git checkout -q ${commit}`, '');
      agent.shell(
        'npm test',
        `Tests  84 passed (84)\nDuration  ${agent.between(2, 9)}.${agent.between(10, 99)}s`,
      );
    }
    agent.shell('git checkout -q branch', '');
    agent.answer('Every commit passes.');
  },
};
