/**
 * A difference of two sums is hunted down: by region, month, day and hour, until the rows that make it stand there.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const differenceNarrowed: Family = {
  name: 'h_difference_narrowed',
  what: 'asks nearly the same query again and again with a narrower condition until the wrong rows are found',
  batch: 15,
  play(agent) {
    const { words } = agent;
    const [table, column] = [`${words.noun()}_${words.noun()}s`, `${words.noun()}_amount`];
    const tool = agent.pick([
      'mcp__postgres__query',
      'run_sql',
      'bigquery_execute',
      'snowflake_query',
    ]);
    const difference = agent.between(17_000, 400_000) / 100;
    const query = (sql: string, rows: unknown, about: string) =>
      agent.call(
        tool,
        { sql },
        { rows, row_count: 1, elapsed_ms: agent.between(80, 9000), job: words.uuid().slice(0, 13) },
        { saying: musing(agent, about) },
      );
    const sides = (condition: string, differs: boolean) => {
      const ledger = agent.between(10_000, 9_000_000) / 100;
      for (const [side, sum] of [
        ['ledger', ledger],
        ['report', differs ? ledger - difference : ledger],
      ] as const)
        query(
          `SELECT SUM(${column}) FROM ${side}.${table} WHERE ${condition}`,
          [[sum.toFixed(2)]],
          side,
        );
    };
    agent.prompt(
      `The dashboard shows ${difference} less than the ledger for this year. Find out why.`,
    );
    agent.times(2, 4, () =>
      query(
        `SELECT column_name FROM information_schema.columns WHERE table_name = '${words.noun()}s'`,
        Array.from({ length: 4 }, () => [words.noun()]),
        'schema',
      ),
    );
    const month = agent.between(4, 9);
    for (let index = 1; index <= month; index += 1)
      sides(`extract(month from booked_at) = ${index}`, index === month);
    const regions = ['north', 'south', 'east', 'west'];
    const region = agent.between(1, 3);
    for (let index = 0; index <= region; index += 1)
      sides(
        `extract(month from booked_at) = ${month} AND region = '${regions[index]}'`,
        index === region,
      );
    const last = agent.between(3, 7);
    for (let index = 0; index <= last; index += 1) {
      const from = 1 + index * 4;
      sides(
        `booked_at >= '2026-0${month}-${String(from).padStart(2, '0')}' AND booked_at < '2026-0${month}-${String(from + 4).padStart(2, '0')}' AND region = '${regions[region]}'`,
        index === last,
      );
    }
    query(
      `SELECT id, ${column}, booked_at FROM ledger.${table} EXCEPT SELECT id, ${column}, booked_at FROM report.${table}`,
      Array.from({ length: agent.between(2, 5) }, () => [
        words.hex(8),
        agent.between(100, 99_999) / 100,
        agent.clock(),
      ]),
      'missing rows',
    );
    agent.answer(`The rows booked at midnight are missing in the report.`);
  },
};
