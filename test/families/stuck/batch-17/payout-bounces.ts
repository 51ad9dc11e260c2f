/**
 * A transfer comes back because the account is closed; the number is written in another way and the transfer sent again.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

/** One account number in any of the ways it is written. */
function written(agent: ScriptedAgent, iban: string): string {
  return agent.pick([
    iban,
    iban.replaceAll(/(.{4})/g, '$1 ').trim(),
    iban.toLowerCase(),
    `IBAN ${iban}`,
    iban.replaceAll(/(.{4})/g, '$1-').replace(/-$/, ''),
  ]);
}

export const payoutBounces: Family = {
  name: 's_payout_bounces',
  what: 'sends a payout again and again to a closed account whose number it only writes in other ways',
  batch: 17,
  limit: 22,
  play(agent) {
    const { words } = agent;
    const payee = `v_${words.hex(8)}`;
    const [holder, bank] = [words.project(), `${words.project()} Bank`];
    const iban = `DE${agent.between(10, 99)}${agent.between(1e8, 9e8)}${agent.between(1e8, 9e8)}`;
    const amount = agent.between(20_000, 900_000) / 100;
    const [get, update, pay, status] = agent.pick([
      ['vendor_get', 'vendor_update_bank', 'payout_create', 'payout_get'],
      ['erp_read_creditor', 'erp_set_account', 'bank_transfer', 'bank_transfer_status'],
      ['mcp__pay__payee', 'mcp__pay__payee_update', 'mcp__pay__send', 'mcp__pay__lookup'],
    ] as const);
    agent.prompt(
      `${words.person()} from ${holder} says that our payment never arrived. See that it is paid today.`,
    );
    agent.times(4, 8, () =>
      agent.call(
        'ledger_search',
        { text: words.noun(), from: '2026-10-01' },
        {
          entries: [
            { id: words.hex(6), amount: agent.between(100, 99_999) / 100, memo: words.sentence() },
          ],
        },
      ),
    );
    agent.loopBegins();
    agent.times(9, 13, () => {
      const say = { saying: musing(agent, 'payout') };
      const account = written(agent, iban);
      if (agent.random.chance(0.4))
        agent.call(get, { id: payee }, { id: payee, holder, iban, changed: agent.clock() });
      agent.call(
        update,
        { id: payee, account },
        { ok: true, id: payee, iban, revision: words.hex(6) },
        say,
      );
      const payout = `po_${words.opaque(14)}`;
      agent.call(
        pay,
        {
          payee,
          amount,
          currency: 'EUR',
          reference: `${agent.pick(['Invoice', 'RE', 'Resent', 'Invoice no.'])} ${agent.between(100, 999)}`,
        },
        { id: payout, state: 'submitted', created: agent.clock() },
        say,
      );
      agent.rest(agent.between(40_000, 180_000));
      agent.call(
        status,
        { id: payout },
        {
          id: payout,
          state: 'returned',
          code: 'AC04',
          text: 'Closed account number',
          returned_at: agent.clock(),
        },
        { saying: musing(agent, 'returned transfer') },
      );
      if (agent.random.chance(0.3))
        agent.call('iban_check', { iban: account }, { valid: true, bank });
    });
  },
};
