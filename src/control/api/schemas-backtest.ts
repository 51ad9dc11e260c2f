/**
 * The shapes of the API around rules that were not in force: backtests, and rules in shadow.
 */
import { z } from 'zod';
import { list, timeMs } from './schemas.ts';

/** A stop by a rule, as it was or as it would have been. */
const ruleStopView = z.strictObject({
  kind: z.enum(['kill_switch', 'soft_suspend', 'hard_stop']),
  at: timeMs,
  seq: z.int(),
  session: z.string().nullable(),
  thread: z.string().nullable(),
  reason: z.string(),
  /** Of the chosen detector; null where none spoke. */
  score: z.number().nullable(),
  /** Spent by that session afterwards. */
  tokens_after: z.int(),
});

/** What one rule in shadow would have done, and how often. */
export const wouldView = z.strictObject({
  rule: z.enum(['limits', 'budgets', 'team', 'policy', 'loop', 'approval']),
  act: z.enum(['refuse', 'wait', 'ask', 'stop']),
  /** Which rule of its kind, where there are several. */
  name: z.string().nullable(),
  times: z.int(),
  last_at: timeMs,
});

export const backtestView = z.strictObject({
  agent: z.string(),
  /** The name of the constitution it was judged under. */
  constitution: z.string(),
  since: timeMs,
  until: timeMs,
  /** Records that were judged again. */
  records: z.int(),
  /** False: the journal goes back less far, or holds more than is judged at once. */
  complete: z.boolean(),
  /** In one sentence. */
  summary: z.string(),
  saved_tokens: z.int(),
  /** What these settings would have stopped. */
  stops: list(ruleStopView),
  /** Of those, what was not stopped. */
  gained: list(ruleStopView),
  /** What was stopped, and would not have been. */
  lost: list(ruleStopView),
  /** Requests that a budget, a cooldown or a runaway made wait. */
  waits: z.strictObject({ were: z.int(), would_be: z.int() }),
  /** What rules in shadow reported in this time: they are not judged again. */
  would_have: list(wouldView),
});
