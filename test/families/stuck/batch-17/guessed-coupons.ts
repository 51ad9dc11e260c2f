/**
 * Codes for a discount are made up, typed in and refused; nobody ever gave the agent one.
 */
import { browserExchange } from '../../browser-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const STEMS =
  'WELCOME SAVE FIRST HELLO EXTRA AUTUMN NOVEMBER BLACKFRIDAY CYBER VIP APP STUDENT NEWS THANKS FREESHIP DEAL BONUS FALL TAKE FRIEND'.split(
    ' ',
  );

export const guessedCoupons: Family = {
  name: 's_guessed_coupons',
  what: 'makes up one discount code after the other at a checkout that refuses all of them',
  batch: 17,
  limit: 20,
  play(agent) {
    const { words, manner } = agent;
    const shop = `${words.project()}-shop`;
    const total = `${agent.between(40, 400)}.${agent.between(10, 99)} €`;
    const base = agent.between(20, 60);
    const refusal = agent.pick([
      'This code is not valid or has expired.',
      "Sorry, that promotional code doesn't exist.",
      'Coupon not applicable.',
    ]);
    const act = (name: string, args: Readonly<Record<string, unknown>>, text: string) =>
      agent.together([browserExchange(manner, name, args, text)], {
        saying: musing(agent, 'discount'),
      });
    const page = (body: string) =>
      `### Snapshot\n- heading "Checkout" [ref=e${base}]\n${body}\n- text: Total ${total}\n- button "Pay now" [ref=e${base + 30}]\n- contentinfo: cart ${words.hex(8)}`;
    agent.prompt(
      `Order ${agent.between(1, 4)} ${words.noun()} filters at ${shop}.example, with a discount code if there is one.`,
    );
    act(
      'navigate',
      { url: `https://${shop}.example/` },
      '- heading "Filters"\n- searchbox [ref=e3]',
    );
    agent.times(4, 8, (index) =>
      act(
        agent.pick(['click', 'type']),
        { ref: `e${index * 3 + 4}`, element: `${words.noun()} ${words.noun()}` },
        `### Snapshot\n- heading "${words.noun()} ${words.noun()}"\n- text: ${words.sentence()}`,
      ),
    );
    agent.loopBegins();
    agent.times(16, 24, () => {
      const stem = agent.random.chance(0.25) ? words.project().toUpperCase() : agent.pick(STEMS);
      const code = `${stem}${agent.pick([5, 10, 15, 20, 25, 30, 50, 2026, 26, ''])}`;
      act(
        'type',
        { ref: `e${base + 20}`, element: 'Discount code', text: code },
        page(`- textbox "Discount code" [ref=e${base + 20}]: ${code}`),
      );
      act(
        'click',
        { ref: `e${base + 21}`, element: 'Apply' },
        page(`- textbox "Discount code" [ref=e${base + 20}]: ${code}\n- alert: ${refusal}`),
      );
      if (agent.random.chance(0.15))
        act('press_key', { key: 'Control+a' }, page(`- alert: ${refusal}`));
    });
  },
};
