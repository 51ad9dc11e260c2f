/**
 * A query that never ends in time is sent again with small changes.
 */
import type { Family } from '../../family.ts';

export const queryTooSlow: Family = {
  name: 's_query_too_slow',
  what: 'sends a query that is cancelled after thirty seconds again and again, with other limits and in another order',
  batch: 25,
  limit: 14,
  play(agent) {
    const { words } = agent;
    const table = `${words.noun()}_events`;
    const columns = Array.from({ length: 4 }, () => words.noun());
    agent.prompt(`How many ${words.noun()}s did each customer have in ${table} this year?`);
    agent.call(
      'describe_table',
      { table },
      { columns: columns.map((name) => ({ name })), rows: 4_000_000_000 },
    );
    agent.loopBegins();
    agent.times(18, 30, () => {
      const limit = agent.pick([10, 50, 100, 1000, 5000]);
      const by = agent.pick(columns);
      const query = agent.pick([
        `select customer, count(*) from ${table} group by customer limit ${limit}`,
        `select customer, count(*) as n from ${table} group by 1 order by n desc limit ${limit}`,
        `select customer, count(${by}) from ${table} where ${by} is not null group by customer limit ${limit}`,
        `with t as (select customer from ${table}) select customer, count(*) from t group by customer`,
      ]);
      agent.call(
        'run_query',
        { query },
        'ERROR: canceling statement due to statement timeout (30000 ms)',
        {
          failed: true,
          tookMs: 30_200,
          saying: agent.pick(['', 'A smaller limit may help.', 'Let me simplify it.']),
        },
      );
    });
  },
};
