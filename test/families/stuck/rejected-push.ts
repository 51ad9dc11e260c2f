import type { Family } from '../family.ts';

export const rejectedPush: Family = {
  name: 's_rejected_push',
  what: 'pushes, is rejected, pulls what is up to date already, and pushes again',
  batch: 7,
  limit: 14,
  play(agent) {
    const branch = `feature/${agent.words.noun()}`;
    agent.prompt('Push my branch.');
    agent.warmUp(0, 4);
    agent.loopBegins();
    agent.times(8, 14, () => {
      agent.shell(
        agent.pick([`git push origin ${branch}`, `git push -u origin ${branch}`, 'git push']),
        {
          text: `To git.example:team/app.git\n ! [remote rejected] ${branch} -> ${branch} (protected branch hook declined)\nerror: failed to push some refs to 'git.example:team/app.git'`,
          exit: 1,
        },
      );
      agent.shell(
        agent.pick([
          'git pull --rebase',
          `git pull origin ${branch}`,
          'git fetch --all && git status',
        ]),
        'Already up to date.',
      );
      if (agent.random.chance(0.3))
        agent.shell('git status', `On branch ${branch}\nnothing to commit, working tree clean`);
    });
  },
};
