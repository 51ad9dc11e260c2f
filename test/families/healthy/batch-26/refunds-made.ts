/**
 * Orders of a recall are refunded one after the other; some have been refunded already.
 */
import type { Family } from '../../family.ts';

export const refundsMade: Family = {
  name: 'h_refunds_made',
  what: 'looks up each order of a recall and refunds it; nearly all say that it succeeded, some were refunded before',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const orders = [
      ...new Set(Array.from({ length: agent.between(16, 32) }, () => `ord_${words.opaque(10)}`)),
    ];
    const sku = words.noun();
    const price = agent.between(900, 8000);
    agent.prompt(`The ${sku} is recalled. Refund every order that has it.`);
    agent.call('orders_search', { sku }, { orders });
    for (const order of orders) {
      const before = agent.random.chance(0.2);
      agent.call(
        'orders_get',
        { order },
        { order, sku, amount: price, currency: 'usd', refunded: before },
      );
      if (before && agent.random.chance(0.5)) continue;
      if (before)
        agent.call(
          'refunds_create',
          { order, amount: price },
          {
            error: {
              type: 'invalid_request_error',
              code: 'charge_already_refunded',
              message: 'This charge has already been refunded.',
            },
          },
        );
      else
        agent.call(
          'refunds_create',
          { order, amount: price },
          { status: 'succeeded', amount: price, currency: 'usd' },
        );
    }
    agent.answer('All orders are refunded.');
  },
};
