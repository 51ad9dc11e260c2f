/**
 * Certificates of many domains are renewed one after the other: asked for, waited for, put in place.
 */
import type { Family } from '../../family.ts';

export const certificateOrders: Family = {
  name: 'h_certificate_orders',
  what: 'renews the certificate of one domain after the other; each is pending for a look or three and then valid',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const domains = [
      ...new Set(
        Array.from(
          { length: agent.between(8, 16) },
          () => `${words.noun()}.${words.project()}.example`,
        ),
      ),
    ];
    agent.prompt(`Renew the certificates of these domains:\n${domains.join('\n')}`);
    for (const domain of domains) {
      const order = agent.between(100_000, 999_999);
      agent.call('acme_new_order', { domain }, { order, status: 'pending' });
      agent.call(
        'dns_set_txt',
        { name: `_acme-challenge.${domain}`, value: words.opaque(43) },
        { ok: true },
      );
      agent.times(1, 4, () => {
        agent.rest(agent.between(10_000, 30_000));
        agent.call('acme_get_order', { order }, { order, status: 'pending' });
      });
      agent.rest(agent.between(10_000, 30_000));
      agent.call('acme_get_order', { order }, { order, status: 'valid' });
      agent.call('install_certificate', { domain, order }, { ok: true, reloaded: 'nginx' });
    }
    agent.answer('All certificates are renewed.');
  },
};
