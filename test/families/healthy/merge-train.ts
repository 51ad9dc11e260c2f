import type { Family } from '../family.ts';

export const mergeTrain: Family = {
  name: 'h_merge_train',
  what: 'puts one pull request after the other into the merge queue; some are thrown out once by a flaky test',
  batch: 10,
  play(agent) {
    agent.prompt('Merge the approved dependency updates one by one through the queue.');
    const spec = `e2e/${agent.words.noun()}.spec.ts:41:5`;
    const pulls = Array.from({ length: agent.between(9, 15) }, (_, index) => 800 + index * 3);
    agent.shell(
      'gh pr list --label dependencies --search review:approved',
      pulls
        .map(
          (pr) =>
            `${pr}\tBump ${agent.words.noun()} to ${agent.between(1, 9)}.${agent.between(0, 9)}\tOPEN`,
        )
        .join('\n'),
    );
    const queue = (pr: number, isIn: boolean) => {
      agent.shell(
        `gh pr merge ${pr} --squash --auto`,
        `✓ Pull request #${pr} will be added to the merge queue for main when ready`,
      );
      agent.times(1, 2, () => {
        const pause = agent.pick([240, 300, 420]);
        agent.shell(
          `sleep ${pause}; gh pr view ${pr} --json mergeQueueEntry,state`,
          JSON.stringify({
            mergeQueueEntry: { position: agent.between(1, 3), state: 'AWAITING_CHECKS' },
            state: 'OPEN',
          }),
          { tookMs: pause * 1000 },
        );
      });
      agent.shell(
        `sleep 240; gh pr view ${pr} --json mergeQueueEntry,state`,
        JSON.stringify({ mergeQueueEntry: null, state: isIn ? 'MERGED' : 'OPEN' }),
        { tookMs: 240_000 },
      );
    };
    for (const pr of pulls) {
      if (agent.random.chance(0.3)) {
        queue(pr, false);
        agent.shell(
          `gh run view ${agent.between(17_000_000_000, 19_999_999_999)} --log-failed`,
          `e2e-linux\tRun npm run e2e\t${agent.clock()}   1) [chromium] › ${spec} › Error: Timeout 30000ms exceeded.\ne2e-linux\tRun npm run e2e\t${agent.clock()}   1 flaky, 1 failed`,
          { saying: 'That test is known to be flaky; once more.' },
        );
      }
      queue(pr, true);
    }
    agent.answer(`All ${pulls.length} updates are merged.`);
  },
};
