/**
 * A data agent words a query in ever other ways around a thing its database does not have or does not allow; the error stays.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Scene {
  readonly query: (agent: ScriptedAgent, table: string, column: string) => string;
  readonly error: (table: string) => string;
}

const SCENES: readonly Scene[] = [
  {
    query: (agent, table, column) =>
      `SELECT ${column}, ${agent.pick(['DATEDIFF(day, created_at, closed_at)', 'AVG(DATEDIFF(day, created_at, closed_at))', "DATEDIFF('day', created_at, closed_at) AS days"])} FROM ${table}${agent.pick(['', ` AS t`, ` WHERE ${column} IS NOT NULL`])} GROUP BY ${column}${agent.pick(['', ' ORDER BY 2 DESC', ' LIMIT 50'])}`,
    error: () =>
      'ERROR: column "day" does not exist\nHINT: No function matches the given name and argument types.',
  },
  {
    query: (agent, table, column) =>
      `SELECT ${agent.pick(['*', 'count(*)', `DISTINCT ${column}`, `${column}, count(1)`])} FROM ${agent.pick(['', 'public.', 'finance.'])}${table}${agent.pick(['', ' LIMIT 10', ` WHERE ${column} > 0`, ' ORDER BY 1'])}`,
    error: (table) => `ERROR: permission denied for table ${table}`,
  },
  {
    query: (agent, table, column) =>
      `SELECT ${column}, total FROM (SELECT ${column}, ${agent.pick(['sum(amount)', 'SUM(amount)', 'sum(coalesce(amount, 0))'])} total FROM ${table} ${agent.pick(['', 'WHERE amount > 0 '])}GROUP BY 1) QUALIFY row_number() OVER (${agent.pick(['ORDER BY total', 'PARTITION BY total', `ORDER BY ${column}`])}) ${agent.pick(['= 1', '<= 5', '<= 10'])}`,
    error: () => 'ERROR: syntax error at or near "QUALIFY"',
  },
];

export const sqlSameError: Family = {
  name: 's_sql_same_error',
  what: 'sends a query to a database in ever other words and gets the same error each time',
  batch: 22,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const { query, error } = agent.pick(SCENES);
    const [table, column] = [`${words.noun()}_${words.noun()}s`, `${words.noun()}_id`];
    const tool = agent.pick(['run_sql', 'mcp__warehouse__query', 'execute_query']);
    agent.prompt(`Which ${words.noun()}s took the longest this quarter? The data is in ${table}.`);
    agent.call(
      'list_tables',
      { schema: 'public' },
      { tables: [table, `${words.noun()}s`, `${words.noun()}s`] },
    );
    if (agent.random.chance(0.6))
      agent.call(
        tool,
        { sql: `SELECT count(*) FROM ${words.noun()}s` },
        { rows: [[agent.between(100, 90_000)]] },
      );
    agent.loopBegins();
    agent.times(19, 28, () => {
      if (agent.random.chance(0.12)) {
        agent.call(
          'describe_table',
          { table },
          { columns: [column, 'amount', 'created_at', 'closed_at'] },
        );
        return;
      }
      agent.call(
        tool,
        { sql: query(agent, table, column) },
        `${error(table)}\n(query id ${words.hex(12)}, ${agent.between(3, 90)} ms)`,
        {
          failed: agent.manner === 'claude',
          saying: agent.pick([
            '',
            '',
            'Let me correct the query.',
            'I will phrase this differently.',
            'Fixing the syntax.',
          ]),
        },
      );
    });
  },
};
