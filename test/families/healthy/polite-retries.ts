import type { Family } from '../family.ts';

export const politeRetries: Family = {
  name: 'h_polite_retries',
  what: 'is told to slow down for nearly every item, waits as long as it is told to, and gets on',
  batch: 4,
  play(agent) {
    agent.prompt('Enrich the contacts.');
    const contacts = Array.from({ length: agent.between(10, 18) }, () => agent.words.person());
    agent.call('list_contacts', {}, contacts.join('\n'));
    for (const name of contacts) {
      agent.times(0, 2, () => {
        const seconds = agent.between(15, 40);
        agent.call('enrich', { name }, { error: 'rate_limited', retry_after: seconds });
        agent.shell(`sleep ${seconds}`, '', { tookMs: seconds * 1000 });
      });
      agent.call(
        'enrich',
        { name },
        { name, company: agent.words.project(), role: agent.words.noun() },
      );
    }
    agent.answer('All enriched.');
  },
};
