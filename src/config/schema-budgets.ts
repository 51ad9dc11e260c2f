/**
 * The shape of budgets, once for all agents and once for a single one.
 */
import { z } from 'zod';

/** The largest that the core's records can carry. */
const COUNT_MAX = 999_999_999_999;
const USD_MAX = 999_999;
const USD_MIN = 0.000001;

const count = (what: string) => z.int().min(1).max(COUNT_MAX).exactOptional().describe(what);
const usd = (what: string) => z.number().min(USD_MIN).max(USD_MAX).exactOptional().describe(what);

/** Each may be absent: then nothing of that kind is bounded. */
export const budgets = z.strictObject({
  usd_per_day: usd('Dollars an agent may spend from midnight to midnight UTC, by list prices.'),
  tokens_per_day: count('Tokens an agent may spend in a day.'),
  calls_per_day: count('Model calls an agent may make in a day.'),
  usd_per_session: usd('Dollars one session may spend.'),
  tokens_per_session: count('Tokens one session may spend.'),
  calls_per_session: count('Model calls one session may make.'),
  usd_per_thread: usd('Dollars one conversation may spend; a subagent has its own.'),
  tokens_per_thread: count('Tokens one conversation may spend.'),
  calls_per_thread: count('Model calls one conversation may make.'),
});
