import type { Family } from '../family.ts';

/** Adding the file with its conflict markers solves nothing, and the hook says so. */
export const rebaseConflict: Family = {
  name: 's_rebase_conflict',
  what: 'continues a rebase that stops at the same conflict each time',
  batch: 1,
  limit: 16,
  play(agent) {
    agent.prompt('Rebase the feature branch onto main.');
    agent.warmUp(1, 4);
    const file = agent.words.file();
    const commit = agent.words.hex(7);
    agent.loopBegins();
    agent.times(7, 11, () => {
      agent.shell('git rebase --continue', {
        text: `error: Committing is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nfatal: Exiting because of an unresolved conflict.`,
        exit: 128,
      });
      agent.shell('git status --short', `UU ${file}`);
      if (agent.random.chance(0.6))
        agent.shell(`git add ${file}`, {
          text: `pre-add: ${file} still has conflict markers (${commit})`,
          exit: 1,
        });
      else
        agent.shell('git add -A', {
          text: `pre-add: ${file} still has conflict markers (${commit})`,
          exit: 1,
        });
    });
  },
};
