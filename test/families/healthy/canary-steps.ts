import type { Family } from '../family.ts';

export const canarySteps: Family = {
  name: 'h_canary_steps',
  what: 'moves traffic to a new version in small steps and looks at the figures after each',
  batch: 6,
  play(agent) {
    agent.prompt('Roll the new version out in steps of five percent and watch the errors.');
    for (let share = 5; share <= 5 * agent.between(10, 20); share += 5) {
      agent.call('set_traffic', { version: 'v2', percent: share }, { ok: true });
      agent.times(1, 2, () =>
        agent.call(
          'get_error_rate',
          { version: 'v2' },
          { error_rate: agent.between(0, 9) / 100, alerts: [] },
        ),
      );
    }
    agent.answer('All traffic is on v2.');
  },
};
