/**
 * The record for a certificate is written at a provider that the domain was moved away from; every challenge finds the old one.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const challengeElsewhere: Family = {
  name: 's_challenge_elsewhere',
  what: 'answers challenge after challenge for a certificate with records at a provider that no longer serves the domain',
  batch: 17,
  limit: 26,
  play(agent) {
    const { words } = agent;
    const zone = `${words.project()}.example`;
    const domain = `${words.noun()}.${zone}`;
    const stale = words.opaque(43);
    const record = `_acme-challenge.${domain}`;
    agent.prompt(`The certificate of ${domain} runs out tomorrow. Renew it with a DNS challenge.`);
    agent.warmUp(2, 6);
    agent.loopBegins();
    agent.times(8, 12, () => {
      const token = words.opaque(43);
      agent.shell(
        `acme-cli order --domain ${domain} --challenge dns-01${agent.pick(['', ' --force', ' --staging', ' --key-type ec256'])}`,
        `Order https://acme.example/order/${agent.between(1e8, 9e8)}\nPlease publish TXT ${record} = ${token}`,
        { saying: musing(agent, 'challenge') },
      );
      agent.call(
        agent.pick(['dns_upsert_record', 'dns_upsert_record', 'dns_replace_record']),
        { zone, name: record, type: 'TXT', value: token, ttl: agent.pick([60, 120, 300]) },
        {
          success: true,
          result: { id: words.hex(32), content: token, modified_on: agent.clock() },
        },
        { saying: musing(agent, 'record') },
      );
      const seconds = agent.pick([30, 60, 90, 180]);
      agent.shell(`sleep ${seconds}`, '', { tookMs: seconds * 1000 });
      if (agent.random.chance(0.6))
        agent.shell(
          `dig +short TXT ${record}${agent.pick(['', ' @1.1.1.1', ' @8.8.8.8', ' @9.9.9.9'])}`,
          `"${stale}"`,
          { saying: musing(agent, 'propagation') },
        );
      agent.shell(
        `acme-cli finish --domain ${domain}`,
        {
          text: `error: urn:ietf:params:acme:error:unauthorized :: Incorrect TXT record "${stale}" found at ${record} (authz ${agent.between(1e9, 9e9)})`,
          exit: 1,
        },
        { saying: musing(agent, 'authorization'), tookMs: agent.between(2000, 12_000) },
      );
    });
  },
};
