import type { Family } from '../family.ts';

/** Reported as stopped at the seventh empty answer. */
export const emptyLookups: Family = {
  name: 'h_empty_lookups',
  what: 'looks up many names, most of which are unknown',
  batch: 1,
  play(agent) {
    const names = Array.from({ length: agent.between(9, 40) }, () => agent.words.person());
    agent.prompt(
      `Which of these people are customers already?\n${names.map((name) => `- ${name}`).join('\n')}`,
    );
    const tool = agent.pick(['customer_search', 'crm_find', 'lookup_contact']);
    for (const name of names) {
      const known = agent.random.chance(0.06);
      agent.call(
        tool,
        { name },
        known ? [{ id: agent.between(100, 999), name, since: agent.between(2011, 2025) }] : '[]',
      );
    }
    agent.answer('I checked all names.');
  },
};
