/**
 * The tables of a database are cleaned up one by one; every command says the same word.
 */
import type { Family } from '../../family.ts';

export const tablesVacuumed: Family = {
  name: 'h_tables_vacuumed',
  what: 'vacuums one table after the other, each of which answers with one word, and looks at the sizes now and then',
  batch: 28,

  play(agent) {
    const { words } = agent;
    const tables = [
      ...new Set(
        Array.from({ length: agent.between(16, 30) }, () => `${words.noun()}_${words.noun()}s`),
      ),
    ];
    agent.prompt('Vacuum all tables of the archive, one at a time, and tell me how much it freed.');
    agent.shell(
      'psql -Atc "select relname from pg_stat_user_tables order by 1"',
      tables.join('\n'),
    );
    let size = agent.between(400, 900);
    for (const [index, table] of tables.entries()) {
      agent.shell(`psql -c "vacuum (full, analyze) ${table}"`, {
        text: 'VACUUM',
        seconds: agent.between(1, 90),
      });
      if (index % 5 === 4) {
        size -= agent.between(0, 12);
        agent.shell(
          'psql -Atc "select pg_size_pretty(pg_database_size(current_database()))"',
          `${size} GB`,
        );
      }
    }
    agent.answer(`It is ${size} GB now.`);
  },
};
