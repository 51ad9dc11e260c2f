import { textBlock } from '../client-manner.ts';
import type { Family } from '../family.ts';

/** None of these touches the cause, which is a payment that only one of the two systems has. */
const CONDITIONS = [
  'AND o.deleted_at IS NULL',
  "AND o.status <> 'draft'",
  'AND p.amount IS NOT NULL',
  "AND p.booked_at AT TIME ZONE 'UTC' < date_trunc('month', now())",
  'AND TRIM(p.reference) = TRIM(o.reference)',
  "AND COALESCE(o.currency, 'EUR') = 'EUR'",
  'AND NOT o.is_test',
  'AND o.tenant_id = p.tenant_id',
  "AND LOWER(p.kind) IN ('capture', 'settlement')",
  'AND o.amount::numeric(18,2) = o.amount::numeric(18,2)',
  "AND p.source IN ('bank', 'card', 'wallet')",
  'AND (o.parent_id IS NULL OR o.parent_id <> o.id)',
];

export const sameDifference: Family = {
  name: 's_same_difference',
  what: 'compares two systems with ever longer queries, all of which show the same difference',
  batch: 11,
  limit: 18,
  play(agent) {
    const [orders, payments] = [`${agent.words.noun()}_orders`, `${agent.words.noun()}_payments`];
    const left = agent.between(400_000, 900_000);
    const difference = agent.between(101, 9900) + agent.between(1, 99) / 100;
    agent.prompt(
      `${orders} and ${payments} don't add up for October. Find out why and correct it.`,
    );
    const query = (sql: string, rows: string) =>
      agent.call(
        'mcp__warehouse__run_query',
        { sql },
        textBlock(
          `${rows}\n\n(1 row, ${agent.between(180, 2900)} ms, query ${agent.words.hex(10)})`,
        ),
        {
          saying: agent.pick([
            'The totals still differ. Perhaps it is a matter of the join condition. Let me refine the query.',
            'Let me narrow this down further by adding one more condition.',
            `Still ${difference.toFixed(2)}. I will exclude one more possible cause.`,
            'Getting closer. One more filter should reveal it.',
            '',
          ]),
        },
      );
    query(`SELECT count(*) FROM ${orders}`, `count\n${agent.between(10_000, 90_000)}`);
    query(`SELECT count(*) FROM ${payments}`, `count\n${agent.between(10_000, 90_000)}`);
    const used = [agent.pick(CONDITIONS)];
    agent.loopBegins();
    agent.times(26, 38, (index) => {
      used.push(
        index % 3 === 2
          ? `AND p.created_at < '2026-11-0${agent.between(1, 9)} ${agent.between(10, 23)}:00:00'`
          : agent.pick(CONDITIONS),
      );
      const [a, b, d] = agent.pick([
        ['orders_total', 'payments_total', 'diff'],
        ['o_sum', 'p_sum', 'delta'],
        ['left_total', 'right_total', 'difference'],
      ] as const);
      query(
        `WITH o AS (SELECT * FROM ${orders}), p AS (SELECT * FROM ${payments})\nSELECT SUM(o.amount) AS ${a}, SUM(p.amount) AS ${b}, SUM(o.amount) - SUM(p.amount) AS ${d}\nFROM o FULL OUTER JOIN p ON p.order_id = o.id\nWHERE o.month = '2026-10'\n  ${used.join('\n  ')}`,
        `${a} | ${b} | ${d}\n${left.toFixed(2)} | ${(left - difference).toFixed(2)} | ${difference.toFixed(2)}`,
      );
    });
  },
};
