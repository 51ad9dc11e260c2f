/**
 * Alerts come in one by one; most are nothing, and each is looked at in the same way and acknowledged.
 */
import type { Family } from '../../family.ts';

export const pagerAnswered: Family = {
  name: 'h_pager_answered',
  what: 'is sent one alert after the other, looks at the same two graphs for each, and acknowledges with a word or two',
  batch: 28,

  play(agent) {
    const { words } = agent;
    agent.times(14, 26, () => {
      const service = `${words.noun()}-${agent.pick(['api', 'worker', 'db'])}`;
      agent.prompt(
        `ALERT ${agent.between(10_000, 99_999)}: ${agent.pick(['latency', 'error rate', 'queue length'])} high on ${service}`,
      );
      agent.call(
        'query_metric',
        { metric: 'error_rate', service, window: '30m' },
        { series: [0, 0, agent.between(0, 3), 0], unit: '%' },
      );
      agent.call(
        'query_metric',
        { metric: 'latency_p99', service, window: '30m' },
        {
          series: [
            agent.between(80, 120),
            agent.between(80, 120),
            agent.between(300, 900),
            agent.between(80, 120),
          ],
          unit: 'ms',
        },
      );
      agent.call('ack_alert', { note: 'Short peak, back to normal.' }, { ok: true });
      agent.answer(
        agent.pick([
          'A short peak, nothing to do.',
          'It is back to normal. Acknowledged.',
          'Acknowledged.',
        ]),
      );
      agent.rest(agent.between(60_000, 1_800_000));
    });
  },
};
