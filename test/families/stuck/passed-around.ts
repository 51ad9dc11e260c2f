/**
 * A request is handed from desk to desk; each says who is responsible, and the circle closes.
 */
import type { Family } from '../family.ts';

export const passedAround: Family = {
  name: 's_passed_around',
  what: 'hands a request over from one specialist to the next, in a circle',
  batch: 14,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const desks = agent.pick([
      ['billing', 'accounts', 'contracts'],
      ['orders', 'warehouse'],
      ['support', 'security', 'identity', 'billing'],
    ]);
    const [tool, args] = agent.pick([
      [
        'handoff',
        (to: string) => ({
          to,
          reason: agent.pick([
            'not our area',
            'they own this',
            'needs their approval',
            'please take over',
          ]),
        }),
      ],
      [
        'ask_agent',
        (to: string) => ({
          agent: to,
          question: agent.pick([
            `Can you refund order ${words.noun()}?`,
            'Who can do the refund?',
            'Please do the refund.',
          ]),
        }),
      ],
      ['route_ticket', (to: string) => ({ queue: to, note: words.sentence() })],
    ] as const);
    agent.prompt('I was charged twice. Please refund one of the two.');
    agent.loopBegins();
    agent.times(16, 26, (index) => {
      const to = desks[index % desks.length] ?? 'billing';
      const next = desks[(index + 1) % desks.length] ?? 'billing';
      agent.call(
        tool,
        args(to),
        agent.pick([
          `This belongs to ${next}.`,
          `${to}: please contact ${next}, we cannot refund.`,
          { from: to, answer: `responsible: ${next}` },
        ]),
      );
    });
  },
};
