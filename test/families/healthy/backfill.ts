import type { Family } from '../family.ts';

export const backfill: Family = {
  name: 'h_backfill',
  what: 'updates a large table in equal portions and counts what is left',
  batch: 4,
  play(agent) {
    agent.prompt('Fill the new column in portions of a thousand rows.');
    let left = agent.between(14, 30) * 1000 + agent.between(1, 999);
    while (left > 0) {
      const part = Math.min(left, 1000);
      agent.call(
        'execute_sql',
        {
          sql: 'UPDATE events SET region = lookup(ip) WHERE id IN (SELECT id FROM events WHERE region IS NULL LIMIT 1000)',
        },
        `UPDATE ${part}`,
      );
      left -= part;
      agent.call(
        'query',
        { sql: 'SELECT count(*) FROM events WHERE region IS NULL' },
        `count\n${left}`,
      );
    }
    agent.answer('The column is filled.');
  },
};
