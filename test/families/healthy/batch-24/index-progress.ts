/**
 * Large indexes are built one after the other; the agent sleeps and asks the database how far it is, in phases that hardly move.
 */
import type { Family } from '../../family.ts';

const PHASES = [
  'building index: scanning table',
  'building index: loading tuples in tree',
  'index validation: scanning table',
];

export const indexProgress: Family = {
  name: 'h_index_progress',
  what: 'builds indexes concurrently and asks with pauses how far they are; blocks rise slowly, waits for old transactions stand still',
  batch: 24,
  play(agent) {
    const { words } = agent;
    const pause = agent.pick([60, 120, 300]);
    const tables = Array.from(
      { length: agent.between(2, 4) },
      () => `${words.noun()}_${words.noun()}s`,
    );
    const ask = (phase: string, done: number, total: number) => {
      agent.shell(
        `sleep ${pause}; psql -Atc "select phase, blocks_done, blocks_total from pg_stat_progress_create_index"`,
        { text: phase === '' ? '' : `${phase}|${done}|${total}`, seconds: pause },
        { saying: agent.pick(['', '', 'Still building.', 'Moving.']), tookMs: pause * 1000 },
      );
    };
    agent.prompt(
      `Create the indexes of migration 0${agent.between(100, 400)} on production, one at a time, without locking.`,
    );
    agent.warmUp(1, 4);
    for (const table of tables) {
      const column = words.noun();
      const total = agent.between(90_000, 4_000_000);
      agent.shell(
        `nohup psql -c "create index concurrently ${table}_${column}_idx on ${table} (${column})" > idx.log 2>&1 &`,
        `[1] ${agent.between(2000, 60_000)}`,
      );
      agent.times(0, 4, () => {
        ask('waiting for writers before build', 0, 0);
      });
      for (const phase of PHASES) {
        let done = agent.between(1, Math.floor(total / 6));
        while (done < total) {
          ask(phase, done, total);
          done += agent.between(Math.floor(total / 9), Math.floor(total / 3));
        }
        if (agent.random.chance(0.4))
          agent.times(1, 5, () => {
            ask('waiting for old snapshots', 0, 0);
          });
      }
      ask('', 0, 0);
      agent.shell(
        `cat idx.log; psql -Atc "select indisvalid from pg_index where indexrelid='${table}_${column}_idx'::regclass"`,
        'CREATE INDEX\nt',
      );
    }
    agent.answer(`The ${tables.length} indexes are valid.`);
  },
};
