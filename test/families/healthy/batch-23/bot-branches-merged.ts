/**
 * The branches of an updating bot, all of which conflict in the lockfile and are settled by the same commands.
 */
import type { Family } from '../../family.ts';

export const botBranchesMerged: Family = {
  name: 'h_bot_branches_merged',
  what: 'merges one branch of a bot after the other; each conflicts in the lockfile, which is made anew each time',
  batch: 23,
  play(agent) {
    const { words } = agent;
    const [lockfile, install] = agent.pick([
      ['package-lock.json', 'npm install --package-lock-only'],
      ['pnpm-lock.yaml', 'pnpm install --lockfile-only'],
      ['poetry.lock', 'poetry lock'],
      ['Cargo.lock', 'cargo generate-lockfile'],
    ] as const);
    const bot = agent.pick(['dependabot', 'renovate']);
    const chained = agent.random.chance(0.4);
    const branches = [
      ...new Set(
        Array.from(
          { length: agent.between(10, 18) },
          () =>
            `${bot}/${words.noun()}-${words.noun()}-${agent.between(1, 9)}.${agent.between(0, 30)}`,
        ),
      ),
    ];
    const refused: string[] = [];
    agent.prompt(`Merge the open branches of ${bot} into main; leave out what breaks the tests.`);
    agent.warmUp(0, 3);
    for (const branch of branches) {
      agent.shell(`git merge origin/${branch}`, {
        text: `Auto-merging ${lockfile}\nCONFLICT (content): Merge conflict in ${lockfile}\nAutomatic merge failed; fix conflicts and then commit the result.`,
        exit: 1,
      });
      if (chained) {
        agent.shell(`git checkout --ours ${lockfile} && ${install} && git add ${lockfile}`, '');
      } else {
        agent.shell(`git checkout --ours ${lockfile}`, 'Updated 1 path from the index');
        agent.shell(install, '');
        agent.shell(`git add ${lockfile}`, '');
      }
      const red = agent.random.chance(0.12);
      agent.shell(
        'make -s test',
        red ? { text: `1 failed\n${words.symbol()}: ${words.sentence()}`, exit: 2 } : 'ok',
      );
      if (red) refused.push(branch);
      agent.shell(red ? 'git merge --abort' : 'git commit -q --no-edit', '');
    }
    agent.answer(
      `${branches.length - refused.length} merged; left out: ${refused.join(', ') || 'none'}.`,
    );
  },
};
