/**
 * After a rollback the same dashboards are looked at again and again, because the person asked for an hour of watching.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const METRICS = ['mcp__grafana__query_prometheus', 'prom_query', 'datadog_metrics_query'];

export const watchedUntilCalm: Family = {
  name: 'h_watched_until_calm',
  what: 'rolls back and then watches the same few dashboards for an hour while the errors fade',
  batch: 16,
  play(agent) {
    const { words } = agent;
    const service = `${words.noun()}-api`;
    let rate = agent.between(20, 60) / 10;
    const prometheus = agent.pick(METRICS);
    const measure = (expr: string, value: number, about: string) =>
      agent.call(
        prometheus,
        { expr, time: agent.clock() },
        { status: 'success', data: { result: [{ value: [agent.seconds(), value.toFixed(3)] }] } },
        { saying: musing(agent, about) },
      );
    const errors = () =>
      measure(
        `sum(rate(http_requests_total{service="${service}",code=~"5.."}[5m]))`,
        rate,
        'error rate',
      );
    const latency = () =>
      measure(
        `histogram_quantile(0.99, sum by (le) (rate(http_duration_seconds_bucket{service="${service}"}[5m])))`,
        0.2 + rate * 0.4,
        'latency',
      );
    const logs = () =>
      agent.call(
        'loki_query',
        { query: `{app="${service}"} |= "error"`, since: '5m', limit: 10 },
        Array.from(
          { length: Math.round(rate) + 1 },
          () =>
            `${agent.clock()} level=error request_id=${words.hex(12)} msg="${words.symbol()}: ${words.noun()} is locked"`,
        ).join('\n'),
        { saying: musing(agent, 'log lines') },
      );
    agent.prompt(
      `${service} answers with errors since the release. Roll back, then watch it for an hour and tell me if it stays calm.`,
    );
    agent.times(2, 5, () =>
      agent.call(
        agent.pick(['get_runbook', 'list_deployments']),
        { service, page: agent.between(1, 9) },
        words.prose(2, 5),
      ),
    );
    errors();
    logs();
    agent.shell(`kubectl rollout undo deploy/${service}`, `deployment.apps/${service} rolled back`);
    agent.shell(
      `kubectl rollout status deploy/${service}`,
      `deployment "${service}" successfully rolled out`,
      { tookMs: agent.between(20_000, 90_000) },
    );
    agent.times(12, 18, () => {
      agent.call(
        'sleep',
        { seconds: 240 },
        { slept_s: 240 },
        { tookMs: 240_000, saying: agent.pick(['', 'Waiting for the next look.']) },
      );
      rate *= agent.between(55, 104) / 100;
      errors();
      if (agent.random.chance(0.6)) latency();
      if (agent.random.chance(0.4)) logs();
    });
    agent.answer(`Calm for an hour; the error rate is at ${rate.toFixed(3)}.`);
  },
};
