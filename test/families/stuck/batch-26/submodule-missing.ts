/**
 * A submodule points to a commit that its repository does not have; it is synced, removed and fetched over and over.
 */
import type { Family } from '../../family.ts';

export const submoduleMissing: Family = {
  name: 's_submodule_missing',
  what: 'syncs, deinits, initialises and updates a submodule whose commit was never pushed, in turn',
  batch: 26,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const path = `vendor/${words.noun()}-${words.noun()}`;
    const commit = words.hex(40);
    const missing = `fatal: remote error: upload-pack: not our ref ${commit}\nfatal: Fetched in submodule path '${path}', but it did not contain ${commit}. Direct fetching of that commit failed.`;
    agent.prompt('The build says that a submodule is missing. Get it to build.');
    agent.warmUp(0, 3);
    agent.loopBegins();
    agent.times(22, 34, () => {
      const act = agent.between(0, 6);
      if (act <= 2)
        agent.shell(
          agent.pick([
            `git submodule update --init ${path}`,
            'git submodule update --init --recursive',
            `git submodule update --init --force ${path}`,
            'git submodule update --init --recursive --depth 1',
          ]),
          { text: missing, exit: agent.pick([1, 128]) },
        );
      else if (act === 3)
        agent.shell('git submodule sync --recursive', `Synchronizing submodule url for '${path}'`);
      else if (act === 4)
        agent.shell(`git submodule deinit -f ${path}`, `Cleared directory '${path}'`);
      else if (act === 5) agent.shell('git submodule status', `-${commit} ${path}`);
      else
        agent.shell(`rm -rf .git/modules/${path}`, '', {
          saying: 'Let me clean it up and start over.',
        });
    });
  },
};
