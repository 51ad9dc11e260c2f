/**
 * A database is restored by a job of its own; the agent counts its tables now and then, and some of them take long.
 */
import type { Family } from '../../family.ts';

export const restoreCounted: Family = {
  name: 'h_restore_counted',
  what: 'waits for a restore by counting the tables: the count stands still for a while at the large ones, and goes on',
  batch: 25,
  play(agent) {
    const total = agent.between(40, 90);
    const pause = agent.pick([30, 60, 120]);
    agent.prompt('Restore the staging database from last night and tell me when it is done.');
    agent.shell('nohup pg_restore -j 4 -d staging /backup/nightly.dump > restore.log 2>&1 &', '');
    let done = 0;
    while (done < total) {
      if (agent.random.chance(0.55)) done = Math.min(total, done + agent.between(1, 9));
      agent.shell(
        `sleep ${pause}; psql -d staging -Atc "select count(*) from pg_tables where schemaname = 'public'"`,
        String(done),
        {
          tookMs: pause * 1000 + agent.between(100, 900),
          saying: agent.pick(['', 'Still restoring.', '']),
        },
      );
    }
    agent.shell('tail -1 restore.log', 'pg_restore: finished');
    agent.answer(`All ${total} tables are back.`);
  },
};
