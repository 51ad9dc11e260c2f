/**
 * A night's alerts are looked at one by one; nearly all have calmed down by themselves and are closed with the same words.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const alertsWorkedOff: Family = {
  name: 'h_alerts_worked_off',
  what: 'looks at one open alert after the other, finds nearly all of them calm, and closes them',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const [list, get, metric, close] = agent.pick([
      ['alertmanager_alerts', 'alertmanager_alert', 'prometheus_query', 'alertmanager_resolve'],
      [
        'mcp__pagerduty__list',
        'mcp__pagerduty__get',
        'mcp__grafana__query',
        'mcp__pagerduty__resolve',
      ],
      ['get_open_alerts', 'get_alert', 'get_metric', 'close_alert'],
    ] as const);
    const alerts = Array.from({ length: agent.between(16, 26) }, () => ({
      id: words.hex(12),
      name: agent.pick(['HighLatency', 'PodRestarts', 'QueueDepth', 'ErrorRate', 'CPUThrottling']),
      host: `${words.project()}-${words.noun()}-${agent.between(1, 40)}`,
    }));
    agent.prompt(
      'Go through the alerts of the night. Close what has calmed down, page me for what has not.',
    );
    agent.call(list, { state: 'open' }, { alerts });
    for (const { id, name, host } of alerts) {
      if (agent.random.chance(0.5))
        agent.call(get, { id }, { id, name, host, state: 'firing', fired: agent.between(1, 5) });
      agent.call(
        metric,
        { query: `alert_value{alert="${name}",host="${host}"}`, range: '30m' },
        { status: 'success', value: 0, firing: false },
        { saying: musing(agent, name) },
      );
      agent.call(
        close,
        { id, note: 'Recovered by itself, no action needed.' },
        { ok: true, state: 'resolved' },
      );
    }
    agent.call(list, { state: 'open' }, { alerts: [] });
    agent.answer('All alerts of the night are closed; none of them needs you.');
  },
};
