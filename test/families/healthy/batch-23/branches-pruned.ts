/**
 * A repository full of old branches: each is looked at and deleted, or kept because work is in it.
 */
import type { Family } from '../../family.ts';

export const branchesPruned: Family = {
  name: 'h_branches_pruned',
  what: 'looks at one stale branch after the other and deletes it; nearly all answer alike, a few are kept',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const branches = [
      ...new Set(
        Array.from(
          { length: agent.between(28, 55) },
          () =>
            `${agent.pick(['feature', 'fix', 'spike', 'renovate'])}/${words.noun()}-${words.noun()}`,
        ),
      ),
    ];
    const kept: string[] = [];
    const together = agent.random.chance(0.4);
    const quiet = agent.random.chance(0.3);
    agent.prompt('Delete the stale branches; keep what has unmerged work of this year.');
    agent.shell('git fetch -p && git branch --format="%(refname:short)"', branches.join('\n'));
    for (const branch of branches) {
      const merged = agent.random.chance(0.85);
      if (!together || agent.random.chance(0.3)) {
        agent.shell(
          `git log --oneline main..${branch} | wc -l`,
          String(merged ? 0 : agent.between(1, 14)),
        );
      }
      if (merged) {
        agent.shell(
          `git branch -d ${quiet ? '-q ' : ''}${branch}`,
          quiet ? '' : `Deleted branch ${branch} (was ${words.hex(7)}).`,
        );
        continue;
      }
      agent.shell(`git branch -d ${branch}`, {
        text: `error: The branch '${branch}' is not fully merged.\nIf you are sure you want to delete it, run 'git branch -D ${branch}'.`,
        exit: 1,
      });
      agent.shell(
        `git log -3 --format="%h %as %an %s" main..${branch}`,
        `${words.hex(7)} 202${agent.between(3, 6)}-0${agent.between(1, 9)}-1${agent.between(0, 9)} ${words.person()} ${words.verb()} the ${words.noun()}`,
      );
      if (agent.random.chance(0.5)) kept.push(branch);
      else agent.shell(`git branch -D ${branch}`, `Deleted branch ${branch}.`);
    }
    agent.answer(
      `${branches.length - kept.length} branches are deleted; kept: ${kept.join(', ') || 'none'}.`,
    );
  },
};
