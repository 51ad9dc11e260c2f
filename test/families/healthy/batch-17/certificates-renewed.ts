/**
 * Certificates are renewed domain by domain with the same steps; some records take a while until they are seen.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const certificatesRenewed: Family = {
  name: 'h_certificates_renewed',
  what: 'renews the certificate of one domain after the other, waiting for each record until it is seen',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const zone = `${words.project()}.example`;
    agent.prompt(`Renew the certificates of all names below ${zone} with DNS challenges.`);
    agent.warmUp(1, 4);
    agent.times(8, 12, (index) => {
      const domain = `${words.noun()}${index + 1}.${zone}`;
      const record = `_acme-challenge.${domain}`;
      const token = words.opaque(43);
      agent.shell(
        `acme-cli order --domain ${domain} --challenge dns-01`,
        `Order https://acme.example/order/${agent.between(1e8, 9e8)}\nPlease publish TXT ${record} = ${token}`,
        { saying: musing(agent, domain) },
      );
      agent.call(
        'dns_upsert_record',
        { zone, name: record, type: 'TXT', value: token, ttl: 60 },
        { success: true, result: { id: words.hex(32), modified_on: agent.clock() } },
      );
      agent.times(0, 3, () => {
        agent.shell('sleep 60', '', { tookMs: 60_000 });
        agent.shell(`dig +short TXT ${record} @1.1.1.1`, '', { saying: musing(agent, 'record') });
      });
      agent.shell('sleep 60', '', { tookMs: 60_000 });
      agent.shell(`dig +short TXT ${record} @1.1.1.1`, `"${token}"`);
      agent.shell(
        `acme-cli finish --domain ${domain}`,
        `Certificate stored in /etc/acme/live. Valid for 47 days. (authz ${agent.between(1e9, 9e9)})`,
        { tookMs: agent.between(2000, 12_000) },
      );
    });
    agent.answer('All certificates are renewed.');
  },
};
