import type { Family } from '../family.ts';

/** Nothing is changed between two tries, and the same test fails in the queue each time. */
export const kickedFromQueue: Family = {
  name: 's_kicked_from_queue',
  what: 'puts a pull request into the merge queue again whenever the same failing test has thrown it out',
  batch: 10,
  limit: 30,
  play(agent) {
    const pr = agent.between(400, 9900);
    const spec = `e2e/${agent.words.noun()}-${agent.words.noun()}.spec.ts`;
    const title = `${agent.words.verb()}s the ${agent.words.noun()}`;
    const line = agent.between(20, 220);
    agent.prompt(`Get #${pr} merged.`);
    agent.warmUp(0, 4);
    agent.loopBegins();
    agent.times(10, 14, () => {
      const run = agent.between(17_000_000_000, 19_999_999_999);
      agent.shell(
        `gh pr merge ${pr} --squash --auto`,
        `✓ Pull request #${pr} will be added to the merge queue for main when ready`,
        {
          saying: agent.pick([
            'This looks like a flake. Queueing it again.',
            'Back into the queue.',
          ]),
        },
      );
      agent.shell(
        `gh pr view ${pr} --json mergeQueueEntry`,
        JSON.stringify({
          mergeQueueEntry: {
            position: agent.between(1, 6),
            enqueuedAt: agent.clock(),
            state: 'AWAITING_CHECKS',
          },
        }),
      );
      agent.shell(
        `sleep ${agent.pick([240, 300, 420])}; gh pr view ${pr} --json mergeQueueEntry,state`,
        JSON.stringify({ mergeQueueEntry: null, state: 'OPEN' }),
        { tookMs: agent.between(240_000, 430_000) },
      );
      agent.shell(
        `gh run view ${run} --log-failed`,
        `e2e-linux\tRun npm run e2e\t${agent.clock()}   1) [chromium] › ${spec}:${line}:5 › ${title}\ne2e-linux\tRun npm run e2e\t${agent.clock()}     Error: expect(locator).toHaveText(expected) failed\ne2e-linux\tRun npm run e2e\t${agent.clock()}   1 failed\ne2e-linux\tRun npm run e2e\t${agent.clock()}   ${agent.between(180, 199)} passed (${agent.between(3, 6)}.${agent.between(1, 9)}m)`,
      );
    });
  },
};
