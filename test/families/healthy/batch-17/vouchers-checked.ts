/**
 * A box of old vouchers is checked number by number on a balance page; nearly all of them are used up.
 */
import { browserExchange } from '../../browser-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const vouchersChecked: Family = {
  name: 'h_vouchers_checked',
  what: 'types one voucher number of a list after the other into a page that refuses nearly all of them',
  batch: 17,
  play(agent) {
    const { words, manner } = agent;
    const shop = `${words.project()}-shop`;
    const base = agent.between(20, 60);
    const refusal = agent.pick([
      'This voucher has already been redeemed.',
      'This code is not valid or has expired.',
      'No balance left.',
    ]);
    const vouchers = Array.from({ length: agent.between(24, 36) }, () =>
      `${words.hex(4)}-${words.hex(4)}-${words.hex(4)}`.toUpperCase(),
    );
    const act = (name: string, args: Readonly<Record<string, unknown>>, text: string) =>
      agent.together([browserExchange(manner, name, args, text)], {
        saying: musing(agent, 'voucher'),
      });
    const page = (body: string) =>
      `### Snapshot\n- heading "Check your balance" [ref=e${base}]\n${body}\n- contentinfo: session ${words.hex(8)}`;
    agent.prompt(
      `Check which of these vouchers of ${shop}.example still have a balance:\n${vouchers.join('\n')}`,
    );
    act(
      'navigate',
      { url: `https://${shop}.example/balance` },
      page(`- textbox "Number" [ref=e${base + 20}]`),
    );
    const found: string[] = [];
    for (const voucher of vouchers) {
      act(
        'type',
        { ref: `e${base + 20}`, element: 'Number', text: voucher },
        page(`- textbox "Number" [ref=e${base + 20}]: ${voucher}`),
      );
      const left = agent.random.chance(0.1) ? agent.between(5, 80) : 0;
      act(
        'click',
        { ref: `e${base + 21}`, element: 'Check' },
        page(left === 0 ? `- alert: ${refusal}` : `- text: Balance ${left}.00 €`),
      );
      if (left > 0) found.push(`${voucher}: ${left} €`);
    }
    agent.answer(found.length === 0 ? 'All of them are used up.' : found.join('\n'));
  },
};
