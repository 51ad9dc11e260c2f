/**
 * A snapshot that holds the time of day: it is updated, is green for once, and is red in the next run.
 */
import type { Family } from '../../family.ts';

export const snapshotEveryTime: Family = {
  name: 's_snapshot_every_time',
  what: 'updates a snapshot with a time in it, runs the tests again, finds it obsolete, and updates it again',
  batch: 23,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const test = `src/${words.noun()}/${words.noun()}.test.tsx`;
    const title = `renders the ${words.noun()} ${words.noun()}`;
    const passed = agent.between(11, 90);
    const runner = agent.pick(['npx vitest run', 'npx jest', 'yarn test']);
    const key = agent.pick(['generatedAt', 'updated', 'data-built', 'expires']);
    let last = agent.clock();
    agent.prompt(`The snapshot of ${test} is red. Make the suite green.`);
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(12, 18, () => {
      agent.shell(
        `${runner} ${test}`,
        {
          text: ` FAIL  ${test} > ${title}\nError: Snapshot \`${title} 1\` mismatched\n\n- Expected\n+ Received\n\n-   ${key}="${last}"\n+   ${key}="${agent.clock()}"\n\n Snapshots  1 failed\n     Tests  1 failed | ${passed} passed (${passed + 1})\n  Duration  ${agent.between(400, 4000)}ms`,
          exit: 1,
        },
        {
          saying: agent.pick([
            '',
            'The snapshot is out of date.',
            'Verifying that it is green now.',
          ]),
        },
      );
      if (agent.random.chance(0.35)) {
        agent.shell(
          `git diff --stat -- '*.snap'`,
          ` ${test}.snap | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)`,
        );
      }
      last = agent.clock();
      agent.shell(
        `${runner} ${test} -u`,
        ` ✓ ${test} (${passed + 1} tests) ${agent.between(20, 900)}ms\n\n Snapshots  1 updated\n     Tests  ${passed + 1} passed (${passed + 1})\n  Duration  ${agent.between(400, 4000)}ms`,
        { saying: agent.pick(['', 'Updating it.', 'That is only a stale snapshot.']) },
      );
    });
  },
};
