/**
 * A table is purged in chunks of one size, as it was asked to; every chunk says the same, until the last one is smaller.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const purgeInChunks: Family = {
  name: 'h_purge_in_chunks',
  what: 'deletes old rows chunk by chunk with one and the same statement, which always says the same number',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const table = `${words.noun()}_${words.noun()}s`;
    const size = agent.pick([1000, 2000, 5000, 10_000]);
    const tool = agent.pick([
      'execute_sql',
      'mcp__postgres__execute',
      'run_statement',
      'mysql_exec',
    ]);
    const statement = `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE created_at < '2024-11-01' LIMIT ${size})`;
    const run = (query: string, answer: unknown) =>
      agent.call(
        tool,
        { query },
        { ...(answer as object), elapsed_ms: agent.between(300, 9000) },
        { saying: musing(agent, 'purge'), tookMs: agent.between(400, 9000) },
      );
    const chunks = agent.between(14, 34);
    agent.prompt(
      `Delete the rows of ${table} from before November 2024, never more than ${size} at once, so that the replicas keep up.`,
    );
    run(`SELECT COUNT(*) FROM ${table} WHERE created_at < '2024-11-01'`, {
      rows: [[chunks * size + agent.between(1, size - 1)]],
    });
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      run(statement, { rows_affected: size });
      if (chunk % 8 === 7)
        run('SELECT EXTRACT(EPOCH FROM replay_lag) FROM pg_stat_replication', {
          rows: [[agent.between(1, 900) / 100]],
        });
    }
    run(statement, { rows_affected: agent.between(1, size - 1) });
    run(statement, { rows_affected: 0 });
    agent.answer('The old rows are gone.');
  },
};
