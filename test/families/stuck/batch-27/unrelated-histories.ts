/**
 * Two repositories without a common commit are merged, pulled and rebased in turn.
 */
import type { Family } from '../../family.ts';

export const unrelatedHistories: Family = {
  name: 's_unrelated_histories',
  what: 'merges, pulls and fetches two branches that have no commit in common, in ever other ways',
  batch: 27,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const branch = agent.pick(['main', 'master', 'develop']);
    agent.prompt(`Bring the changes of upstream/${branch} into our fork. Do not force anything.`);
    agent.warmUp(0, 3);
    agent.shell(
      'git remote -v',
      `origin\tgit@git.example:us/${words.project()}.git (fetch)\nupstream\tgit@git.example:them/${words.project()}.git (fetch)`,
    );
    agent.loopBegins();
    agent.times(18, 28, () => {
      const act = agent.between(0, 6);
      if (act <= 2)
        agent.shell(
          agent.pick([
            `git merge upstream/${branch}`,
            `git merge upstream/${branch} --no-edit`,
            `git merge --no-ff upstream/${branch}`,
          ]),
          { text: 'fatal: refusing to merge unrelated histories', exit: 128 },
        );
      else if (act === 3)
        agent.shell(`git pull upstream ${branch}`, {
          text: `From git.example:them/it\n * branch            ${branch}     -> FETCH_HEAD\nfatal: refusing to merge unrelated histories`,
          exit: 128,
        });
      else if (act === 4) agent.shell('git fetch upstream', '');
      else if (act === 5)
        agent.shell(`git merge-base HEAD upstream/${branch}`, { text: '', exit: 1 });
      else
        agent.shell('git status -sb', `## ${branch}...origin/${branch}`, {
          saying: 'Let me look at the state.',
        });
    });
  },
};
