import type { Family } from '../family.ts';

export const queryTimeouts: Family = {
  name: 's_query_timeouts',
  what: 'words a query in ever other ways, and each runs into the same time limit',
  batch: 3,
  limit: 14,
  play(agent) {
    agent.prompt('Revenue by customer and month for the last five years, please.');
    agent.call('list_tables', {}, 'orders\norder_lines\ncustomers\nrefunds');
    const failed = agent.random.chance(0.5);
    agent.loopBegins();
    agent.times(14, 22, () => {
      const sql = `SELECT ${agent.pick(['c.id', 'c.name', 'customer_id'])}, ${agent.pick(["date_trunc('month', o.day)", "to_char(o.day, 'YYYY-MM')", 'month'])}, sum(${agent.pick(['o.total', 'l.price * l.quantity', 'amount'])}) FROM orders o ${agent.pick(['JOIN customers c USING (customer_id)', 'LEFT JOIN order_lines l ON l.order_id = o.id', 'NATURAL JOIN customers'])} GROUP BY 1, 2 ${agent.pick(['', 'ORDER BY 1', 'LIMIT 100', 'LIMIT 1000'])}`;
      agent.call(
        'run_query',
        { sql },
        `ERROR: canceling statement due to statement timeout\nSQLSTATE 57014\nelapsed: ${agent.between(29_900, 30_100)} ms`,
        { failed, tookMs: 30_000 },
      );
    });
  },
};
