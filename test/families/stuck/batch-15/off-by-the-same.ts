/**
 * Two reports differ; the query is written in ever other ways, and each way gives the same two numbers.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const offByTheSame: Family = {
  name: 's_off_by_the_same',
  what: 'writes a query in ever other ways to explain a difference that stays the same to the cent',
  batch: 15,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const [table, column] = [`${words.noun()}_${words.noun()}s`, `${words.noun()}_amount`];
    const [ledger, report] = [agent.between(900_000, 9_000_000), agent.between(17, 4000)];
    const total = `${ledger}.${agent.between(10, 99)}`;
    const tool = agent.pick([
      'mcp__postgres__query',
      'run_sql',
      'bigquery_execute',
      'snowflake_query',
    ]);
    const ways = [
      () =>
        `SELECT SUM(${column}) FROM ${table} WHERE booked_at >= '2026-10-01' AND booked_at < '2026-11-01'`,
      () =>
        `SELECT SUM(t.${column}) AS ${words.noun()} FROM ${table} t WHERE date_trunc('month', t.booked_at) = '2026-10-01'`,
      () =>
        `WITH ${words.noun()} AS (SELECT * FROM ${table} WHERE booked_at BETWEEN '2026-10-01' AND '2026-10-31 23:59:59.999') SELECT SUM(${column}) FROM ${words.noun()}`,
      () =>
        `SELECT ROUND(SUM(COALESCE(${column}, 0)), 2) FROM ${table} WHERE to_char(booked_at,'YYYY-MM') = '2026-10'`,
      () =>
        `SELECT SUM(${column}) FILTER (WHERE extract(month from booked_at) = 10) FROM ${table} WHERE extract(year from booked_at) = 2026`,
      () =>
        `SELECT SUM(x) FROM (SELECT DISTINCT id, ${column} AS x FROM ${table} WHERE booked_at::date >= '2026-10-01' AND booked_at::date <= '2026-10-31') ${words.noun()}`,
      () =>
        `SELECT SUM(${column}) FROM ${table} LEFT JOIN ${words.noun()}s USING (id) WHERE booked_at >= '2026-10-01' AND booked_at < '2026-11-01' -- ${words.noun()}`,
    ];
    const query = (sql: string, rows: unknown, about: string) =>
      agent.call(
        tool,
        { sql, ...(agent.random.chance(0.3) ? { timeout_s: agent.pick([30, 60, 120]) } : {}) },
        { rows, row_count: 1, elapsed_ms: agent.between(80, 9000), job: words.uuid().slice(0, 13) },
        { saying: musing(agent, about) },
      );
    agent.prompt(
      `The dashboard shows ${report}.${agent.between(10, 99)} less than the ledger for October. Find out why.`,
    );
    agent.times(5, 10, () =>
      query(
        `SELECT column_name, data_type FROM information_schema.columns WHERE table_name = '${words.noun()}_${words.noun()}s'`,
        Array.from({ length: agent.between(3, 7) }, () => [
          words.noun(),
          agent.pick(['text', 'numeric', 'timestamptz', 'uuid']),
        ]),
        'schema',
      ),
    );
    agent.loopBegins();
    agent.times(25, 36, (turn) => {
      if (turn % 4 === 3) {
        query(
          `SELECT value FROM dashboard_cache WHERE metric = '${column}' AND period = '2026-10'${agent.pick(['', ' LIMIT 1', ' ORDER BY 1'])}`,
          [[(Number(total) - report).toFixed(2)]],
          'dashboard',
        );
        return;
      }
      query(
        agent.pick(ways)(),
        [[total]],
        agent.pick(['month boundary', 'time zone', 'rounding', 'duplicates', 'null handling']),
      );
    });
  },
};
