import type { Family } from '../family.ts';

export const priceWatch: Family = {
  name: 'h_price_watch',
  what: 'looks at a price every ten minutes until it falls',
  batch: 5,
  play(agent) {
    const id = agent.words.hex(6);
    agent.prompt('Buy the ticket when it costs less than 80. Look every ten minutes.');
    agent.times(14, 34, () => {
      agent.call('get_price', { id }, { id, price: 94, currency: 'EUR' });
      if (agent.manner === 'custom')
        agent.call('sleep', { minutes: 10 }, 'Slept.', { tookMs: 600_000 });
      else agent.shell('sleep 600', '', { tookMs: 600_000 });
    });
    agent.call('get_price', { id }, { id, price: 78, currency: 'EUR' });
    agent.call('buy', { id }, { bought: true });
    agent.answer('Bought for 78.');
  },
};
