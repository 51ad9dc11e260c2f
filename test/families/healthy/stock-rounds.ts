import type { Family } from '../family.ts';

export const stockRounds: Family = {
  name: 'h_stock_rounds',
  what: 'asks for the stock of a few articles every five minutes; hardly anything changes',
  batch: 6,
  play(agent) {
    const articles = Array.from(
      { length: agent.between(3, 5) },
      () => `SKU-${agent.between(1000, 9999)}`,
    );
    agent.prompt('Tell me when one of these is back in stock. Look every five minutes.');
    agent.times(6, 10, () => {
      for (const sku of articles) agent.call('get_stock', { sku }, { sku, available: 0 });
      agent.shell('sleep 300', '', { tookMs: 300_000 });
    });
    agent.call('get_stock', { sku: articles[0] ?? '' }, { sku: articles[0], available: 4 });
    agent.answer('It is back.');
  },
};
