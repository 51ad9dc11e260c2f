/**
 * An incident looked into by log queries, most of which find nothing; service by service and window by window.
 */
import type { Family } from '../../family.ts';

export const logsNarrowed: Family = {
  name: 'h_logs_narrowed',
  what: 'asks the logs service by service and window by window, mostly without a hit, until the cause is found',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const tool = agent.pick(['query_logs', 'mcp__loki__query', 'search_events']);
    const services = [
      ...new Set(
        Array.from({ length: agent.between(10, 18) }, () => `${words.noun()}-${words.verb()}`),
      ),
    ];
    const guilty = services.at(-1) ?? 'core';
    const day = `2026-0${agent.between(1, 9)}-${agent.between(10, 28)}`;
    const ask = (service: string, from: number, minutes: number, hits: readonly string[]) => {
      const clock = (at: number) =>
        `${day}T${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}:00Z`;
      agent.call(
        tool,
        { service, level: 'error', from: clock(from), to: clock(from + minutes), limit: 20 },
        { requestId: words.uuid(), took: agent.between(900, 9900) / 100, hits },
      );
    };
    const trace = words.hex(16);
    const from = agent.between(2, 14) * 60;
    agent.prompt(`Some orders of ${day} were settled twice. Find out which service did it.`);
    agent.warmUp(0, 4);
    for (const service of services) {
      const noisy = agent.random.chance(0.2) ? [`${words.symbol()}: ${words.sentence()}`] : [];
      ask(service, from, 360, service === guilty ? [`trace=${trace} settle retried`] : noisy);
    }
    let [at, minutes] = [from, 360];
    while (minutes > 3) {
      minutes = Math.ceil(minutes / 2);
      ask(guilty, at, minutes, []);
      at += minutes;
      if (agent.random.chance(0.6))
        ask(guilty, at, minutes, [`trace=${trace} settle retried`, words.sentence()]);
    }
    agent.times(2, 5, () =>
      agent.call(
        'get_trace',
        { trace, span: words.hex(8) },
        { span: words.hex(8), service: agent.pick(services), note: words.sentence() },
      ),
    );
    agent.answer(`${guilty} settles again when its answer is late (trace ${trace}).`);
  },
};
