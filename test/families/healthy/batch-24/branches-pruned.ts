/**
 * Old branches are looked at one by one and deleted where everything in them is merged; the answers hardly differ.
 */
import type { Family } from '../../family.ts';

export const branchesPruned: Family = {
  name: 'h_branches_pruned',
  what: 'checks each of many old branches with the same commands and deletes it, or keeps it where commits are missing',
  batch: 24,
  play(agent) {
    const { words } = agent;
    const branches = Array.from(
      { length: agent.between(25, 50) },
      () =>
        `${agent.pick(['feature', 'fix', 'chore', 'spike'])}/${words.verb()}-${words.noun()}-${agent.between(10, 9999)}`,
    );
    const counting = agent.random.chance(0.5);
    const kept: string[] = [];
    agent.prompt(
      'Delete the remote branches that are older than a year and fully merged. Look at each before you delete it.',
    );
    agent.shell(
      `git for-each-ref --sort=committerdate --format='%(refname:short)' refs/remotes/origin | head -${branches.length}`,
      branches.map((branch) => `origin/${branch}`).join('\n'),
    );
    for (const branch of branches) {
      const missing = agent.random.chance(0.15) ? agent.between(1, 6) : 0;
      const commits = Array.from(
        { length: missing },
        () => `+ ${words.hex(40)} ${words.symbol()}`,
      ).join('\n');
      if (counting) agent.shell(`git rev-list --count main..origin/${branch}`, String(missing));
      else agent.shell(`git cherry -v main origin/${branch}`, commits);
      if (missing > 0) {
        kept.push(branch);
        agent.shell(
          `git log -1 --format='%an %ar' origin/${branch}`,
          `${words.person()}, ${agent.between(13, 40)} months ago`,
        );
        continue;
      }
      if (agent.random.chance(0.07))
        agent.shell(`git push origin --delete ${branch}`, {
          text: 'fatal: unable to access: The requested URL returned error: 502',
          exit: 128,
        });
      agent.shell(
        `git push origin --delete ${branch}`,
        `To github.com:acme/${words.project()}.git\n - [deleted]         ${branch}`,
      );
    }
    agent.answer(
      `${branches.length - kept.length} branches are deleted. Kept: ${kept.join(', ')}.`,
    );
  },
};
