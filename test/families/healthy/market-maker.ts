import type { Family } from '../family.ts';

export const marketMaker: Family = {
  name: 'h_market_maker',
  what: 'quotes both sides of a share as it was asked to, replacing its orders with the price; fills are rare',
  batch: 10,
  play(agent) {
    const symbol = agent.words.opaque(4).toUpperCase();
    let cents = agent.between(4000, 20_000);
    let position = 0;
    agent.prompt(
      `Quote ${symbol} on both sides, 100 shares each, until the close. Keep the position within 500 and follow the price.`,
    );
    agent.times(26, 44, () => {
      cents += agent.between(-14, 15);
      const quote = {
        symbol,
        bid: (cents - 2) / 100,
        ask: (cents + 2) / 100,
        last: cents / 100,
        ts: agent.clock(),
      };
      agent.call('get_quote', { symbol }, quote, {
        saying: agent.pick(['', 'The price has moved.', 'Next quote.']),
      });
      const sides = (['buy', 'sell'] as const).map((side) => {
        const price = (side === 'buy' ? cents - 3 : cents + 3) / 100;
        const isTooFar =
          (side === 'buy' && position >= 400) || (side === 'sell' && position <= -400);
        const order = { symbol, side, qty: 100, type: 'limit', limit_price: price, tif: 'day' };
        if (isTooFar) {
          const text = JSON.stringify({ status: 'rejected', reason: 'position_limit', position });
          return { name: 'replace_order', args: order, text, err: false };
        }
        const isFilled = agent.random.chance(0.15);
        if (isFilled) position += side === 'buy' ? 100 : -100;
        const text = JSON.stringify({
          order_id: agent.words.uuid(),
          status: isFilled ? 'filled' : 'accepted',
          limit_price: price,
          position,
          ts: agent.clock(),
        });
        return { name: 'replace_order', args: order, text, err: false };
      });
      agent.together(sides);
      agent.rest(agent.between(10_000, 50_000));
    });
    agent.call('cancel_all', { symbol }, { cancelled: 2 });
    agent.answer(`The market is closed. The position is ${position} shares.`);
  },
};
