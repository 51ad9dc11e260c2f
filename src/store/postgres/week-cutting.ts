/** Cuts a week of the journal at once: the oldest that is over and has rows. */
import type { CutPart } from '../store.ts';
import type { Connection } from './connection.ts';
import { MS_PER_WEEK } from './week-length.ts';

/** Agents that get their anchors in one transaction, within the time that a statement may take. */
const AGENTS_AT_ONCE = 500;

/** Cuts the oldest week that ends before this time and that the owner lets go, or says that there is none. */
export async function cutWeek(connection: Connection, before: number): Promise<CutPart> {
  const [oldest] = await connection.ask(
    'looking for old weeks',
    `SELECT week FROM tripwire.weeks, tripwire.cutting
       WHERE week > 0 AND (week + 1) * ${MS_PER_WEEK}::bigint <=
         least($1, (extract(epoch FROM clock_timestamp()) - older_than_days * 86400) * 1000)
       ORDER BY week LIMIT 1`,
    [Math.floor(Math.min(before, Number.MAX_SAFE_INTEGER))],
  );
  const week = oldest?.['week'];
  if (week === undefined) return { agents: 0, rows: 0, isLast: true };
  const sum = { agents: 0, rows: 0 };
  for (let after = ''; ;) {
    const [some] = await connection.ask(
      'cutting an old week',
      'SELECT last, agents, cut FROM tripwire.anchor_week($1, $2, $3)',
      [week, after, AGENTS_AT_ONCE],
    );
    if (some === undefined) break;
    sum.agents += Number(some['agents']);
    sum.rows += Number(some['cut']);
    after = String(some['last']);
  }
  await connection.ask('emptying an old week', 'SELECT tripwire.drop_week($1)', [week]);
  const [left] = await connection.ask(
    'looking for old weeks',
    'SELECT 1 AS kept FROM tripwire.weeks WHERE week = $1',
    [week],
  );
  // A table that could not be dropped at once is dropped the next time.
  return { ...sum, isLast: left !== undefined };
}
