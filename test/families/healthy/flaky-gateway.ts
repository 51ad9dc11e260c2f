import type { Family } from '../family.ts';

export const flakyGateway: Family = {
  name: 'h_flaky_gateway',
  what: 'works through a list behind a gateway that fails now and then',
  batch: 2,
  play(agent) {
    agent.prompt('Refund these orders.');
    const orders = Array.from({ length: agent.between(10, 24) }, () =>
      agent.between(10_000, 99_999),
    );
    agent.call('list_orders', { state: 'to-refund' }, { orders });
    for (const order of orders) {
      agent.times(0, 3, () => {
        agent.call(
          'refund',
          { order },
          agent.pick([
            '502 Bad Gateway',
            '{"error":"upstream timeout"}',
            'HTTP 504 Gateway Timeout',
          ]),
          { failed: agent.random.chance(0.5) },
        );
      });
      agent.call('refund', { order }, { refunded: true, order });
    }
    agent.answer('All refunded.');
  },
};
