/**
 * One kind of event after the other is triggered, waited for and seen to arrive; some need their handler mended.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'charge.refunded',
  'charge.dispute.created',
  'invoice.finalized',
  'invoice.paid',
  'customer.created',
  'customer.deleted',
  'payout.paid',
  'checkout.session.completed',
  'subscription.updated',
];

export const eventTypesTested: Family = {
  name: 'h_event_types_tested',
  what: 'triggers one kind of event after the other and watches each arrive at its handler',
  batch: 16,
  play(agent) {
    const { words, manner } = agent;
    const path = `${words.root}/src/webhooks/${words.noun()}_handler.${words.extension}`;
    const log = agent.pick([
      'tail -5 server.log',
      'docker logs --tail 5 app',
      'journalctl -u app -n 5 -o cat',
    ]);
    agent.prompt(
      'Handle all the events in events.md and show me that each one works from end to end.',
    );
    agent.read(`${words.root}/events.md`, EVENTS.join('\n'));
    agent.warmUp(1, 4);
    for (const event of agent.shuffled(EVENTS).slice(0, agent.between(8, 11))) {
      if (agent.random.chance(0.6))
        agent.together(
          [
            editExchange(
              manner,
              path,
              '  // next event',
              `  on('${event}', ${words.symbol()});\n  // next event`,
            ),
          ],
          { saying: musing(agent, event) },
        );
      const again = agent.pick([0, 0, 0, 1, 2]);
      for (let round = 0; round <= again; round += 1) {
        const id = `evt_${words.opaque(16)}`;
        agent.shell(
          `stripe trigger ${event}`,
          `Setting up fixture for: ${event.split('.')[0]}\nTrigger succeeded! Check dashboard for event details. ${id}`,
          { saying: musing(agent, event) },
        );
        const seconds = agent.pick([5, 10, 15]);
        if (agent.random.chance(0.5))
          agent.shell(`sleep ${seconds}`, '', { tookMs: seconds * 1000 });
        const arrived = round === again;
        agent.shell(
          log,
          `${agent.clock()} POST /hook 200 ${agent.between(3, 90)}ms ${id} ${event}${arrived ? `\n${agent.clock()} ${words.symbol()} done` : `\n${agent.clock()} ERROR ${words.symbol()}: ${words.noun()} of ${event} is null`}`,
          { saying: musing(agent, 'log of the server') },
        );
        if (!arrived) agent.edit(path, words.code(), words.codeLines(1, 4));
      }
    }
    agent.answer('All events arrive and are handled.');
  },
};
