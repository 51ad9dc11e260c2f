/**
 * Open invoices are paid one by one; a few transfers come back, and are sent once more to the account on the invoice.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const suppliersPaid: Family = {
  name: 'h_suppliers_paid',
  what: 'pays one supplier after the other, and those whose transfer came back once more to the right account',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const [get, pay, status, update] = agent.pick([
      ['vendor_get', 'payout_create', 'payout_get', 'vendor_update_bank'],
      ['erp_read_creditor', 'bank_transfer', 'bank_transfer_status', 'erp_set_account'],
      ['mcp__pay__payee', 'mcp__pay__send', 'mcp__pay__lookup', 'mcp__pay__payee_update'],
    ] as const);
    const iban = () =>
      `DE${agent.between(10, 99)}${agent.between(1e8, 9e8)}${agent.between(1e8, 9e8)}`;
    const transfer = (payee: string, amount: number, returned: boolean) => {
      const id = `po_${words.opaque(14)}`;
      agent.call(
        pay,
        { payee, amount, currency: 'EUR', reference: `Invoice ${agent.between(100, 999)}` },
        { id, state: 'submitted' },
        { saying: musing(agent, 'payout') },
      );
      agent.rest(agent.between(4000, 20_000));
      agent.call(
        status,
        { id },
        returned
          ? { id, state: 'returned', code: 'AC04', text: 'Closed account number' }
          : { id, state: 'paid' },
      );
    };
    agent.prompt('Pay all invoices that are due today and see that each arrives.');
    agent.call('invoices_due', { date: 'today' }, { count: agent.between(14, 20) });
    agent.times(14, 20, () => {
      const payee = `v_${words.hex(8)}`;
      const amount = agent.between(20_000, 900_000) / 100;
      agent.call(get, { id: payee }, { id: payee, holder: words.person(), iban: iban() });
      if (agent.random.chance(0.2)) {
        transfer(payee, amount, true);
        const account = iban();
        agent.call('invoice_text', { payee }, `${words.prose(1, 3)} Please pay to ${account}.`);
        agent.call(update, { id: payee, account }, { ok: true });
      }
      transfer(payee, amount, false);
    });
    agent.answer('All invoices are paid.');
  },
};
