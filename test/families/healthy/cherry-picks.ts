import type { Family } from '../family.ts';

export const cherryPicks: Family = {
  name: 'h_cherry_picks',
  what: 'picks one commit after the other onto a release branch, some with conflicts',
  batch: 8,
  play(agent) {
    agent.prompt('Backport these fixes to the release branch.');
    const commits = Array.from({ length: agent.between(12, 24) }, () => agent.words.hex(8));
    agent.shell('git log --format=%h main --grep fix', commits.join('\n'));
    for (const commit of commits) {
      if (agent.random.chance(0.25)) {
        const file = agent.words.file();
        agent.shell(`git cherry-pick ${commit}`, {
          text: `error: could not apply ${commit}\nhint: After resolving the conflicts, mark them with git add\nCONFLICT (content): Merge conflict in ${file}`,
          exit: 1,
        });
        agent.edit(`${agent.words.root}/${file}`, '<<<<<<< HEAD', agent.words.code());
        agent.shell(
          `git add -A && git cherry-pick --continue --no-edit`,
          `[release ${agent.words.hex(7)}] ${agent.words.verb()} the ${agent.words.noun()}\n 1 file changed, 2 insertions(+), 1 deletion(-)`,
        );
      } else
        agent.shell(
          `git cherry-pick ${commit}`,
          `[release ${agent.words.hex(7)}] ${agent.words.verb()} the ${agent.words.noun()}\n 1 file changed, ${agent.between(1, 4)} insertions(+)`,
        );
    }
    agent.shell('npm test', 'Tests: 300 passed');
    agent.answer('Backported.');
  },
};
