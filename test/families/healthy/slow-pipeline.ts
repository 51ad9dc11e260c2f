import type { Family } from '../family.ts';

export const slowPipeline: Family = {
  name: 'h_slow_pipeline',
  what: 'sleeps a minute and looks at a pipeline that is still at work',
  batch: 1,
  play(agent) {
    const run = agent.between(1_000_000, 9_000_000);
    agent.prompt('Run the nightly pipeline and report the result.');
    agent.shell('gh workflow run nightly.yml', 'Created workflow_dispatch event');
    agent.times(12, 35, () => {
      agent.shell(`sleep ${agent.pick([45, 60, 90])}`, '', { tookMs: 60_000 });
      agent.shell(
        `gh run view ${run} --json status,conclusion`,
        '{"conclusion":"","status":"in_progress"}',
      );
    });
    agent.shell(
      `gh run view ${run} --json status,conclusion`,
      '{"conclusion":"success","status":"completed"}',
    );
    agent.shell(`gh run view ${run} --log | tail -5`, agent.words.prose(3, 5));
    agent.answer('The pipeline succeeded.');
  },
};
