import type { Family } from '../family.ts';

/** Reported: 13 hours of 503 inside results that were no errors, 132 marks of "stuck". */
export const providerOutage: Family = {
  name: 'h_provider_outage',
  what: 'waits out an outage with growing pauses, then carries on',
  batch: 1,
  play(agent) {
    agent.prompt('Sync the products to the shop.');
    const ids = Array.from({ length: agent.between(10, 20) }, () => `sku-${agent.words.hex(6)}`);
    agent.call('list_products', {}, { products: ids });
    const broken = agent.between(3, 6);
    ids.forEach((id, index) => {
      if (index === broken) {
        let pause = 15_000;
        agent.times(6, 14, () => {
          agent.call(
            'push_product',
            { id },
            agent.pick([
              '{"code":503,"message":"Service Unavailable"}',
              'upstream connect error or disconnect/reset before headers. reset reason: connection termination',
              'read ECONNRESET',
            ]),
          );
          agent.call('wait', { seconds: pause / 1000 }, `Waited ${pause / 1000} seconds.`, {
            tookMs: pause,
          });
          pause = Math.min(pause * 2, 900_000);
        });
      }
      agent.call('push_product', { id }, { ok: true, version: agent.between(2, 90) });
    });
    agent.answer('All products are in the shop.');
  },
};
