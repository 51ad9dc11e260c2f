import type { Family } from '../family.ts';

export const halfHourWatch: Family = {
  name: 'h_half_hour_watch',
  what: 'watches a service after a release, as it was told to, a minute at a time',
  batch: 2,
  play(agent) {
    agent.prompt('Watch the error rate for half an hour after the release. Look once a minute.');
    agent.times(24, 32, () => {
      agent.call('wait', { seconds: 60 }, 'Done waiting.', { tookMs: 60_000 });
      agent.call(
        'get_metrics',
        { service: 'checkout', window: '1m' },
        {
          error_rate: agent.between(0, 30) / 100,
          p95_ms: agent.between(180, 260),
          requests: agent.between(9000, 9900),
        },
      );
    });
    agent.answer('The error rate stayed below 0.3 % all the time.');
  },
};
