/**
 * The provider delivers to a tunnel that is gone; each round pays, waits, looks, and changes something of no account.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const EVENTS = ['payment_intent.succeeded', 'charge.refunded', 'order.paid', 'invoice.finalized'];

export const webhookElsewhere: Family = {
  name: 's_webhook_elsewhere',
  what: 'triggers test payments and waits for a webhook that goes to an old address',
  batch: 16,
  limit: 26,
  play(agent) {
    const { words, manner } = agent;
    const path = `${words.root}/src/webhooks/${words.noun()}_handler.${words.extension}`;
    const event = agent.pick(EVENTS);
    const old = `https://${words.hex(4)}-${agent.between(10, 99)}.ngrok-free.app/hook`;
    const port = agent.pick([3000, 4000, 8787]);
    const steps: readonly (() => void)[] = [
      () =>
        agent.together([editExchange(manner, path, words.codeLines(1, 2), words.codeLines(1, 4))], {
          saying: musing(agent, 'handler'),
        }),
      () =>
        agent.shell(
          `curl -s localhost:${port}/healthz`,
          JSON.stringify({ ok: true, up: agent.between(4, 900) }),
          { saying: musing(agent, 'server') },
        ),
      () =>
        agent.shell(
          `stripe trigger ${event}`,
          `Setting up fixture for: ${event.split('.')[0]}\nRunning fixture for: ${event.split('.')[0]}\nTrigger succeeded! Check dashboard for event details. evt_${words.opaque(16)}`,
          { saying: musing(agent, event) },
        ),
      () => {
        const seconds = agent.pick([10, 15, 20, 30, 45]);
        agent.shell(`sleep ${seconds}`, '', {
          saying: agent.pick(['Webhooks can take a moment.', 'Giving it some time.', '']),
          tookMs: seconds * 1000,
        });
      },
      () =>
        agent.shell(
          agent.pick([
            'tail -20 server.log',
            'grep -v DEBUG server.log | tail -5',
            `docker logs --since 1m app`,
          ]),
          `${agent.clock()} GET /healthz 200 ${agent.between(1, 9)}ms`,
          { saying: musing(agent, 'log of the server') },
        ),
      () =>
        agent.call(
          'stripe_list_events',
          { type: event, limit: agent.pick([3, 5, 10]) },
          {
            data: [
              {
                id: `evt_${words.opaque(16)}`,
                type: event,
                pending_webhooks: 1,
                delivery: { url: old, status: 'failed', http: 404 },
              },
            ],
            has_more: false,
          },
          { saying: musing(agent, 'delivery') },
        ),
    ];
    agent.prompt(`Write the handler for ${event} and show me that it works from end to end.`);
    agent.warmUp(4, 9);
    agent.write(path, words.codeLines(15, 40));
    agent.loopBegins();
    agent.times(7, 10, () => {
      for (const step of steps) if (agent.random.chance(0.86)) step();
    });
  },
};
