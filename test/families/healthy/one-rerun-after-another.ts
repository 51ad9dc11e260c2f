/**
 * A pipeline with a flaky job: it is run again, waited for, and run again, until it is green.
 */
import type { Family } from '../family.ts';

export const oneRerunAfterAnother: Family = {
  name: 'h_one_rerun_after_another',
  what: 'runs a flaky job of a pipeline again until it is green, waiting each time',
  batch: 14,
  play(agent) {
    const id = agent.between(1_000_000, 9_000_000);
    agent.prompt(
      'Merge it as soon as the pipeline is green. The browser tests are flaky: run them again if they fail.',
    );
    agent.warmUp(1, 5);
    const tries = agent.between(2, 4);
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      agent.shell(`gh run rerun ${id} --failed`, '');
      agent.times(3, 7, () =>
        agent.shell(
          `sleep 60; gh run view ${id} --json status,conclusion`,
          { text: '{"conclusion":"","status":"in_progress"}', seconds: 60 },
          { tookMs: 60_400 },
        ),
      );
      agent.shell(
        `sleep 60; gh run view ${id} --json status,conclusion`,
        {
          text:
            attempt === tries
              ? '{"conclusion":"success","status":"completed"}'
              : '{"conclusion":"failure","status":"completed"}',
          seconds: 60,
        },
        { tookMs: 60_400 },
      );
      if (attempt < tries)
        agent.shell(
          `gh run view ${id} --log-failed | tail -3`,
          `e2e\tTimeoutError: locator.click: Timeout ${agent.pick([5000, 10000])}ms exceeded\ne2e\t1 failed, 88 passed`,
        );
    }
    agent.shell('gh pr merge --squash', 'Merged');
    agent.answer('It is merged.');
  },
};
