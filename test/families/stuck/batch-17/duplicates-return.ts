/**
 * Duplicates are deleted in the warehouse, the connector brings them back with its next run, and they are deleted again.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const duplicatesReturn: Family = {
  name: 's_duplicates_return',
  what: 'deletes duplicates that the next run of a connector brings back, over and over',
  batch: 17,
  limit: 24,
  play(agent) {
    const { words } = agent;
    const [table, key] = [`raw.${words.noun()}_${words.noun()}s`, `${words.noun()}_id`];
    const [duplicates, rows] = [agent.between(90, 900), agent.between(20_000, 90_000)];
    const [sql, sync] = agent.pick([
      ['snowflake_query', 'fivetran_sync'],
      ['mcp__warehouse__run', 'mcp__airbyte__trigger'],
      ['bq_query', 'connector_run'],
      ['execute_sql', 'trigger_sync'],
    ] as const);
    const ask = (query: string, answer: unknown) =>
      agent.call(
        sql,
        { query },
        { result: answer, query_id: words.uuid(), ms: agent.between(90, 8000) },
        { saying: musing(agent, 'duplicates') },
      );
    const count = () =>
      ask(
        agent.pick([
          `SELECT COUNT(*) - COUNT(DISTINCT ${key}) AS d FROM ${table}`,
          `SELECT SUM(n - 1) AS d FROM (SELECT ${key}, COUNT(*) n FROM ${table} GROUP BY 1 HAVING COUNT(*) > 1) x`,
        ]),
        [{ d: duplicates }],
      );
    const removals = [
      () =>
        `DELETE FROM ${table} WHERE _row NOT IN (SELECT MIN(_row) FROM ${table} GROUP BY ${key})`,
      () => `DELETE FROM ${table} a USING ${table} b WHERE a.${key} = b.${key} AND a._row > b._row`,
      () =>
        `MERGE INTO ${table} t USING (SELECT _row, ROW_NUMBER() OVER (PARTITION BY ${key} ORDER BY _synced ${agent.pick(['', 'DESC'])}) n FROM ${table}) s ON t._row = s._row WHEN MATCHED AND s.n > 1 THEN DELETE`,
    ];
    agent.prompt(
      `There are duplicates in ${table}; the figures of the board are too high. Get rid of them for good.`,
    );
    agent.times(5, 9, () =>
      ask(
        `SELECT column_name, data_type FROM information_schema.columns WHERE table_name = '${words.noun()}_${words.noun()}s'`,
        Array.from({ length: agent.between(3, 7) }, () => [words.noun(), words.noun()]),
      ),
    );
    agent.loopBegins();
    agent.times(9, 13, () => {
      count();
      ask(agent.pick(removals)(), { rows_deleted: duplicates });
      if (agent.random.chance(0.5)) ask(`SELECT COUNT(*) AS n FROM ${table}`, [{ n: rows }]);
      agent.call(
        sync,
        {
          connection: table.slice(4),
          mode: agent.pick(['incremental', 'incremental', 'full_refresh']),
        },
        {
          job: agent.between(100_000, 999_999),
          status: 'succeeded',
          records_synced: rows + duplicates,
        },
        { saying: musing(agent, 'connector'), tookMs: agent.between(20_000, 120_000) },
      );
      if (agent.random.chance(0.3)) ask(`SELECT MAX(_synced) FROM ${table}`, [[agent.clock()]]);
    });
    agent.answer('The duplicates are gone.');
  },
};
