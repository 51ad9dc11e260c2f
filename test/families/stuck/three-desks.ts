/**
 * A support case goes round three desks. Each looks at the same order, writes that another desk is responsible, and
 * hands it on; nobody asks the customer or decides anything.
 */
import type { Family } from '../family.ts';

const DESKS = ['billing', 'technical', 'accounts'] as const;
const REASONS: Readonly<Record<(typeof DESKS)[number], readonly string[]>> = {
  billing: [
    'The charge itself is correct; this looks like a sign-in problem.',
    'No billing error on our side. Technical should check the activation.',
    'Payment went through. The feature is not switched on, which is technical.',
  ],
  technical: [
    'The service works as designed; the plan on the account is wrong.',
    "We can't change plans. Accounts has to look at the subscription.",
    'Nothing is broken here. This concerns the account data.',
  ],
  accounts: [
    'The account is fine; the customer disputes a charge, so this is for billing.',
    'The subscription follows the invoice. Billing please review.',
    'Plan changes come from billing. Handing over.',
  ],
};

export const threeDesks: Family = {
  name: 's_three_desks',
  what: 'a support case goes round three desks of agents; each looks at the order and hands it on',
  batch: 12,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const id = `${agent.pick(['CASE', 'SUP', 'T'])}-${agent.between(10_000, 99_999)}`;
    const order = agent.between(100_000, 999_999);
    const customer = words.person();
    const handoff = agent.random.chance(0.5);
    agent.prompt(
      `New case ${id} from ${customer}: "I paid for the Pro plan three days ago (order ${order}) and still see the free one. Please fix it or refund me."`,
    );
    agent.call(
      'get_case',
      { id },
      { id, customer, status: 'open', priority: 'normal', desk: 'triage' },
    );
    agent.loopBegins();
    agent.times(11, 17, (index) => {
      const desk = DESKS[index % 3] ?? 'billing';
      const next = DESKS[(index + 1) % 3] ?? 'technical';
      if (agent.random.chance(0.75))
        agent.call(
          'get_order',
          { order },
          {
            order,
            customer,
            plan: 'pro',
            paid: true,
            amount: '49.00 EUR',
            activated: false,
            fetched_at: agent.clock(),
          },
          { saying: agent.pick([`[${desk}] Let me look into this.`, '', `[${desk}] Checking.`]) },
        );
      const note = agent.pick(REASONS[desk]);
      if (agent.random.chance(0.4))
        agent.call(
          'add_note',
          { id, author: `${desk}-agent`, text: note },
          { ok: true, note_id: words.hex(10) },
          { saying: '' },
        );
      if (handoff)
        agent.call(
          `transfer_to_${next}`,
          { case_id: id, reason: note },
          `Transferred to ${next} agent. Adopt the persona immediately.`,
          { saying: agent.pick(['', note]) },
        );
      else
        agent.call(
          'assign_case',
          { id, desk: next, comment: note },
          { id, desk: next, status: 'open', updated_at: agent.clock() },
          { saying: '' },
        );
    });
  },
};
