/**
 * An alert is silenced for some minutes, fires when they are over, and is silenced again; nobody touches the disk.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const silenceExpires: Family = {
  name: 's_silence_expires',
  what: 'silences one alert for some minutes, waits, sees it fire again, and silences it again',
  batch: 17,
  limit: 24,
  play(agent) {
    const { words } = agent;
    const host = `${words.project()}-db-${agent.between(1, 9)}`;
    const [alert, percent] = [`DiskWillFill_${words.noun()}`, agent.between(88, 94)];
    const [list, silence, metric] = agent.pick([
      ['alertmanager_alerts', 'alertmanager_silence', 'prometheus_query'],
      ['mcp__pagerduty__list_incidents', 'mcp__pagerduty__snooze', 'mcp__grafana__query'],
      ['get_open_alerts', 'snooze_alert', 'get_metric'],
    ] as const);
    const used = () => (percent + agent.between(0, 90) / 100).toFixed(2);
    agent.prompt(`You are on call tonight. See to it that ${alert} on ${host} is dealt with.`);
    agent.times(4, 7, () =>
      agent.call(
        metric,
        { query: `rate(${words.noun()}_${words.noun()}_total{host="${host}"}[5m])` },
        { status: 'success', value: agent.between(1, 9000) / 100, at: agent.seconds() },
      ),
    );
    agent.loopBegins();
    agent.times(12, 17, () => {
      agent.call(
        list,
        { host, state: 'active' },
        {
          alerts: [
            {
              id: words.hex(12),
              name: alert,
              state: 'firing',
              startsAt: agent.clock(),
              annotation: `${host}: /var/lib is ${used()} % full`,
            },
          ],
        },
        { saying: musing(agent, alert) },
      );
      if (agent.random.chance(0.45))
        agent.call(
          metric,
          { query: `100 - node_filesystem_avail_percent{host="${host}",mountpoint="/var/lib"}` },
          { status: 'success', value: Number(used()), at: agent.seconds() },
        );
      const minutes = agent.pick([5, 10, 15]);
      agent.call(
        silence,
        {
          alert,
          minutes,
          comment: agent.pick([
            'Transient, being watched.',
            'Known, under observation.',
            `Acknowledged; ${words.sentence()}`,
            'Snoozed while investigating.',
          ]),
        },
        {
          silence: words.uuid(),
          until: new Date((agent.seconds() + minutes * 60) * 1000).toISOString(),
        },
        { saying: musing(agent, 'silence') },
      );
      agent.call('wait', { minutes }, { waited: minutes }, { tookMs: minutes * 60_000 });
    });
  },
};
