/**
 * Newsletters are unsubscribed from, one after the other, on pages that look much alike.
 */
import type { Family } from '../../family.ts';

export const newslettersLeft: Family = {
  name: 'h_newsletters_left',
  what: 'opens the link of one newsletter after the other, presses the button, and reads that it worked',
  batch: 26,

  play(agent) {
    const { words } = agent;
    const senders = [
      ...new Set(
        Array.from({ length: agent.between(12, 24) }, () => `${words.noun()}-${words.verb()}`),
      ),
    ];
    agent.prompt('Unsubscribe me from all these newsletters.');
    agent.call(
      'mail_search',
      { query: 'unsubscribe', limit: 50 },
      { messages: senders.map((from) => ({ id: words.opaque(12), from: `news@${from}.example` })) },
    );
    for (const sender of senders) {
      agent.call(
        'browser_navigate',
        { url: `https://${sender}.example/unsubscribe?u=${words.opaque(16)}` },
        `- heading "Email preferences"\n- checkbox "All newsletters" [checked]\n- button "Unsubscribe" [ref=e${agent.between(5, 30)}]`,
      );
      if (agent.random.chance(0.3))
        agent.call('browser_select', { element: 'Reason', value: 'Too many mails' }, 'Selected.');
      agent.call(
        'browser_click',
        { element: 'Unsubscribe' },
        agent.pick([
          '- heading "You have been unsubscribed"',
          '- text: You have been unsubscribed.',
          '- heading "You have been unsubscribed"\n- link "Resubscribe"',
        ]),
      );
    }
    agent.answer('You are unsubscribed from all of them.');
  },
};
