import type { Family } from '../family.ts';

/** Prices move all the time; what does not is the money in the account. */
export const rejectedQuotes: Family = {
  name: 's_rejected_quotes',
  what: 'prices an order anew with every quote, and it is rejected for want of money each time',
  batch: 10,
  limit: 22,
  play(agent) {
    const symbol = agent.words.opaque(4).toUpperCase();
    const quantity = agent.pick([200, 500, 1000]);
    let cents = agent.between(4000, 20_000);
    const available = agent.between(900, 4800) + agent.between(1, 99) / 100;
    agent.prompt(`Buy ${quantity} ${symbol} at a good price before the close.`);
    agent.loopBegins();
    agent.times(17, 28, () => {
      cents += agent.between(-14, 15);
      const spread = agent.between(1, 4);
      agent.call(
        'get_quote',
        { symbol },
        {
          symbol,
          bid: (cents - spread) / 100,
          ask: (cents + spread) / 100,
          last: cents / 100,
          volume: agent.between(1_000_000, 9_000_000),
          ts: agent.clock(),
        },
        { saying: agent.pick(['Let me get a fresh quote.', 'The price has moved.', '']) },
      );
      const price = (cents + agent.between(-3, spread)) / 100;
      agent.call(
        'place_order',
        {
          symbol,
          side: 'buy',
          qty: quantity,
          type: 'limit',
          limit_price: price,
          tif: agent.pick(['day', 'ioc', 'gtc']),
        },
        {
          order_id: agent.words.uuid(),
          status: 'rejected',
          reason: 'insufficient_buying_power',
          required: Math.round(price * quantity * 100) / 100,
          available,
          ts: agent.clock(),
        },
        {
          saying: agent.pick([
            'Adjusting the limit to the market.',
            'A slightly better limit should go through.',
            'Placing the order at the new price.',
          ]),
        },
      );
    });
  },
};
