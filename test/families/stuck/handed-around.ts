import type { Family } from '../family.ts';

/** Each agent thinks that the other one is responsible. */
export const handedAround: Family = {
  name: 's_handed_around',
  what: 'a request is transferred between two agents for ever',
  batch: 2,
  limit: 14,
  play(agent) {
    agent.prompt('I was charged twice this month.');
    agent.call(
      'lookup_account',
      { mail: `${agent.words.noun()}@example.org` },
      { plan: 'team', charges: 2 },
    );
    agent.loopBegins();
    agent.times(16, 28, (index) => {
      const to = index % 2 === 0 ? 'billing' : 'support';
      agent.call(
        `transfer_to_${to}`,
        {
          reason: agent.pick([
            'billing question',
            'customer asks about a charge',
            'needs the other team',
            'not in my area',
            'refund request',
          ]),
        },
        agent.pick([
          `Transferred to ${to}. Adopt the persona immediately.`,
          `{"assistant": "${to}"}`,
        ]),
      );
    });
  },
};
