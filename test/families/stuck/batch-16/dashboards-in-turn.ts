/**
 * Every look at a dashboard yields a new culprit, and none is ever acted upon; the numbers only jitter.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const WINDOWS = ['5m', '10m', '15m', '30m', '1h'];
const FAULTS = [
  'pool is exhausted',
  'cache is cold',
  'index is missing',
  'queue is backed up',
  'limit is too low',
];

function accusation(agent: ScriptedAgent, about: string): string {
  const { words } = agent;
  return agent.pick([
    `I now have the root cause: the ${words.noun()} ${agent.pick(FAULTS)}. To confirm this I look at the ${about} again.`,
    `The ${about} rules out the ${words.noun()}; it must be the ${words.noun()} then. Let me verify.`,
    musing(agent, about),
    `Correlating the ${about} with the ${words.noun()} deploy of ${agent.between(1, 23)}:${agent.between(10, 59)}.`,
  ]);
}

const LOOKUPS = ['list_dashboards', 'get_runbook', 'list_deployments', 'list_alerts'];
const METRICS = ['mcp__grafana__query_prometheus', 'prom_query', 'datadog_metrics_query'];

export const dashboardsInTurn: Family = {
  name: 's_dashboards_in_turn',
  what: 'names a new cause after each look at the same five dashboards and does nothing about any',
  batch: 16,
  limit: 22,
  play(agent) {
    const { words } = agent;
    const service = `${words.noun()}-api`;
    const rate = agent.between(20, 60) / 10;
    const errors = [`${words.symbol()}: upstream timeout`, 'context deadline exceeded'];
    const spans = Array.from({ length: 4 }, () => `${words.noun()}.${words.verb()}`);
    const prometheus = agent.pick(METRICS);
    const measure = (expr: string, value: number, about: string) => {
      const near = ((value * agent.between(94, 106)) / 100).toFixed(3);
      agent.call(
        prometheus,
        { expr, time: agent.clock() },
        { status: 'success', data: { result: [{ value: [agent.seconds(), near] }] } },
        { saying: accusation(agent, about) },
      );
    };
    const looks: readonly ((window: string) => void)[] = [
      (window) =>
        measure(
          `sum(rate(http_requests_total{service="${service}",code=~"5.."}[${window}]))`,
          rate,
          'error rate',
        ),
      (window) =>
        measure(
          `histogram_quantile(0.99, sum by (le) (rate(http_duration_seconds_bucket{service="${service}"}[${window}])))`,
          2.4,
          'latency',
        ),
      (window) => measure(`avg(container_cpu_usage{pod=~"${service}.*"}[${window}])`, 0.41, 'CPU'),
      (window) => {
        const lines = Array.from(
          { length: agent.between(3, 6) },
          () =>
            `${agent.clock()} level=error request_id=${words.hex(12)} msg="${agent.pick(errors)}"`,
        );
        agent.call(
          'loki_query',
          { query: `{app="${service}"} |= "error"`, since: window, limit: agent.pick([5, 10]) },
          lines.join('\n'),
          { saying: accusation(agent, 'log lines') },
        );
      },
      () => {
        const traces = Array.from({ length: 3 }, () => ({
          id: words.hex(32),
          ms: agent.between(1900, 4000),
          slowest: agent.pick(spans),
        }));
        agent.call(
          'tempo_search',
          { service, min_duration: `${agent.between(1, 3)}s` },
          { traces },
          { saying: accusation(agent, 'slow traces') },
        );
      },
    ];
    agent.prompt(
      `${service} answers with errors since an hour ago. Bring it back; you may roll back, scale and restart.`,
    );
    agent.times(5, 11, () =>
      agent.call(agent.pick(LOOKUPS), { service, page: agent.between(1, 9) }, words.prose(2, 5)),
    );
    agent.loopBegins();
    agent.times(32, 46, () => agent.pick(looks)(agent.pick(WINDOWS)));
  },
};
