import type { Family } from '../family.ts';

/** It remembers under one name and asks under another, so that it never finds what it has just stored. */
export const lostMemory: Family = {
  name: 's_lost_memory',
  what: 'stores one fact in a memory server in ever other words because searching never brings it back',
  batch: 11,
  limit: 18,
  play(agent) {
    const person = agent.words.person();
    const user = person.split(' ')[0]?.toLowerCase() ?? 'kim';
    const day = agent.between(3, 27);
    const currency = agent.pick(['CHF', 'SEK', 'PLN', 'CZK']);
    agent.prompt(
      `From now on I want my invoices in ${currency}, by the ${day}th of the month. Remember that and check that you do.`,
    );
    agent.times(15, 22, (index) => {
      if (index === 1) agent.loopBegins();
      agent.call(
        'mcp__openmemory__add_memories',
        {
          text: agent.pick([
            `${person} wants invoices in ${currency} by the ${day}th of each month.`,
            `Preference: invoices in ${currency}, due on day ${day}.`,
            `The user asked to be invoiced in ${currency} no later than the ${day}th.`,
            `Invoicing: currency ${currency}; send before the ${day}th (monthly).`,
            `Remember that ${person} is billed in ${currency} and expects it by the ${day}th.`,
          ]),
          user_id: user,
        },
        { results: [{ id: agent.words.uuid(), event: 'ADD' }], relations: [] },
        {
          saying: agent.pick([
            'The memory does not seem to be stored. I will store it again.',
            'Let me word it in a way that is easier to find.',
            'Storing the preference.',
          ]),
        },
      );
      agent.times(1, 2, () =>
        agent.call(
          'mcp__openmemory__search_memory',
          {
            query: agent.pick([
              'invoice currency',
              `${person} invoices`,
              'billing preference',
              `${currency} invoice due date`,
              'when does the user want to be invoiced?',
              'invoicing preferences',
            ]),
            user_id: `${user}@${agent.words.root.split('/').at(-1)}.example`,
            limit: agent.pick([5, 10, 20]),
          },
          { results: [], relations: [], took: agent.between(20, 400) / 1000 },
          { saying: agent.pick(['Checking that it is remembered.', 'Verifying.', '']) },
        ),
      );
    });
  },
};
