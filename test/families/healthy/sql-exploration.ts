import type { Family } from '../family.ts';

export const sqlExploration: Family = {
  name: 'h_sql_exploration',
  what: 'explores a database by many small queries; some fail, some find nothing',
  batch: 7,
  play(agent) {
    agent.prompt('Which customers are likely to leave?');
    const tables = ['orders', 'visits', 'tickets', 'plans', 'payments'];
    const tool = agent.pick(['run_sql', 'query', 'execute_query', 'db_query']);
    const key = agent.pick(['sql', 'query', 'statement']);
    agent.times(24, 44, () => {
      const [table, a, b] = [agent.pick(tables), agent.words.noun(), agent.words.noun()];
      const sql = agent.pick([
        `SELECT ${a}, count(*) FROM ${table} GROUP BY ${a} ORDER BY 2 DESC LIMIT 5`,
        `SELECT count(*) FROM ${table} WHERE ${a} IS NULL`,
        `SELECT avg(${b}) FROM ${table} WHERE ${a} > ${agent.between(1, 90)}`,
        `SELECT * FROM ${table} WHERE ${a} = '${b}' LIMIT 10`,
      ]);
      const outcome = agent.between(0, 9);
      if (outcome < 2)
        agent.call(tool, { [key]: sql }, `ERROR: column "${a}" does not exist`, { failed: true });
      else if (outcome < 4) agent.call(tool, { [key]: sql }, '(0 rows)');
      else if (outcome < 7)
        agent.call(tool, { [key]: sql }, `count\n-----\n${agent.between(0, 40)}\n(1 row)`);
      else
        agent.call(
          tool,
          { [key]: sql },
          [1, 2, 3, 4, 5].map(() => `${agent.words.noun()} | ${agent.between(1, 9000)}`).join('\n'),
        );
    });
    agent.answer(agent.words.prose(2, 4));
  },
};
