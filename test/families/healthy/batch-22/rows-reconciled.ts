/**
 * Two systems are compared account by account with one and the same query; nearly all agree, and what does not is booked.
 */
import type { Family } from '../../family.ts';

export const rowsReconciled: Family = {
  name: 'h_rows_reconciled',
  what: 'compares two ledgers account by account with the same query; nearly all agree, and the few that differ are corrected',
  batch: 22,
  play(agent) {
    const { words } = agent;
    const count = agent.between(30, 60);
    const tool = agent.pick(['run_sql', 'mcp__postgres__query', 'query_database']);
    const table = `${words.noun()}_ledger`;
    const noisy = agent.random.chance(0.5);
    const took = () => (noisy ? ` (${agent.between(2, 60)} ms)` : '');
    let account = agent.between(1000, 80_000);
    let corrected = 0;
    agent.prompt(
      `Reconcile ${table} with the bank for the ${count} accounts that were migrated. Correct what differs.`,
    );
    agent.call(
      tool,
      { sql: 'select count(*) from migrated_accounts' },
      `count\n-----\n${count}\n(1 row)${took()}`,
    );
    agent.times(count, count, () => {
      account += agent.between(1, 40);
      const differs = agent.random.chance(0.1);
      const cents = agent.between(1, 90_000) / 100;
      agent.call(
        tool,
        {
          sql: `select day, l.amount - b.amount as diff from ${table} l join bank b using (account, day) where account = ${account} and l.amount <> b.amount`,
        },
        differs
          ? `day        | diff\n-----------+------\n2026-10-${agent.between(10, 30)} | ${cents}\n(1 row)${took()}`
          : `day | diff\n----+-----\n(0 rows)${took()}`,
      );
      if (!differs) return;
      agent.call(
        tool,
        { sql: `insert into corrections (account, amount) values (${account}, ${-cents})` },
        `INSERT 0 1${took()}`,
      );
      corrected += 1;
    });
    agent.answer(`${count} accounts are compared; ${corrected} had to be corrected.`);
  },
};
