import type { Family } from '../family.ts';

export const cleanTables: Family = {
  name: 'h_clean_tables',
  what: 'checks every table of a warehouse for bad rows and finds none',
  batch: 1,
  play(agent) {
    const tables = [
      ...new Set(
        Array.from(
          { length: agent.between(20, 45) },
          () => `${agent.words.noun()}_${agent.words.noun()}`,
        ),
      ),
    ];
    agent.prompt('Check every table for rows without an owner.');
    agent.call(
      'query',
      { sql: 'SELECT table_name FROM information_schema.tables' },
      tables.join('\n'),
    );
    for (const table of tables) {
      agent.call(
        'query',
        { sql: `SELECT count(*) FROM ${table} WHERE owner_id IS NULL` },
        agent.random.chance(0.05) ? `count\n${agent.between(1, 9)}` : 'count\n0',
      );
    }
    agent.answer('Checked.');
  },
};
