/**
 * The shape of budgets, once for all agents and once for a single one.
 */
import { z } from 'zod';
import { EXTEND_PERCENT, ROLLING_HOURS } from '../../core/spending/index.ts';

/** The largest that the core's records can carry. */
const COUNT_MAX = 999_999_999_999;
const USD_MAX = 999_999;
const USD_MIN = 0.000001;

const count = (what: string) => z.int().min(1).max(COUNT_MAX).exactOptional().describe(what);
const usd = (what: string) => z.number().min(USD_MIN).max(USD_MAX).exactOptional().describe(what);

const shadow = z
  .boolean()
  .exactOptional()
  .describe('Report what would have been refused, and refuse nothing.');

/** Of an agent, and of a team. */
const perPeriod = {
  usd_per_day: usd('Dollars that may be spent from midnight to midnight UTC, at list prices.'),
  tokens_per_day: count('Tokens that may be spent in a day.'),
  calls_per_day: count('Model calls that may be made in a day.'),
  usd_per_week: usd('Dollars that may be spent in a week, which begins on Monday (UTC).'),
  tokens_per_week: count('Tokens that may be spent in a week.'),
  calls_per_week: count('Model calls that may be made in a week.'),
  usd_per_month: usd('Dollars that may be spent in a month of the calendar (UTC).'),
  tokens_per_month: count('Tokens that may be spent in a month.'),
  calls_per_month: count('Model calls that may be made in a month.'),
  usd_rolling: usd('Dollars that may be spent in any stretch of `rolling_hours`.'),
  tokens_rolling: count('Tokens that may be spent in any stretch of `rolling_hours`.'),
  calls_rolling: count('Model calls that may be made in any stretch of `rolling_hours`.'),
  rolling_hours: z
    .int()
    .min(ROLLING_HOURS.min)
    .max(ROLLING_HOURS.max)
    .exactOptional()
    .describe(
      `Hours that the rolling budgets count; ${ROLLING_HOURS.default} when absent. What was spent leaves them up to an hour late, beyond 24 hours up to a 24th of them late.`,
    ),
};

/** Each may be absent: then nothing of that kind is bounded. */
export const budgets = z.strictObject({
  ...perPeriod,
  usd_per_session: usd('Dollars one session may spend.'),
  tokens_per_session: count('Tokens one session may spend.'),
  calls_per_session: count('Model calls one session may make.'),
  usd_per_thread: usd('Dollars one conversation may spend; a subagent has its own.'),
  tokens_per_thread: count('Tokens one conversation may spend.'),
  calls_per_thread: count('Model calls one conversation may make.'),
  extend_percent: z
    .int()
    .min(EXTEND_PERCENT.min)
    .max(EXTEND_PERCENT.max)
    .exactOptional()
    .describe(
      'At the limit, park the agent and ask: resuming it adds this percentage of the budget, once per period. Without it, calls beyond the budget are refused.',
    ),
  shadow,
});

const extendTeam = z
  .int()
  .min(EXTEND_PERCENT.min)
  .max(EXTEND_PERCENT.max)
  .exactOptional()
  .describe(
    'At the limit, let the team wait and ask: resuming one of its agents adds this percentage for all, once per period. Without it, calls beyond the budget are refused until the period is over.',
  );

const NAMES_MAX = 100;
const LABEL_MAX = 128;
const names = z.array(z.string().min(1).max(LABEL_MAX)).min(1).max(NAMES_MAX).exactOptional();

/** A user, a project or a branch. */
export const label = (what: string) =>
  z.string().min(1).max(LABEL_MAX).exactOptional().describe(what);

/** Agents that share budgets. */
const team = z
  .strictObject({
    agents: names.describe('Agents of the team by name, * for any text.'),
    tags: names.describe(
      'Agents with one of these tags belong to it too, and calls that send one (x-tripwire-tag).',
    ),
    users: names.describe('Calls for these users belong to it too, * for any text.'),
    projects: names.describe('Calls for these projects belong to it too.'),
    branches: names.describe('Calls for these branches belong to it too.'),
    each: z
      .enum(['user', 'project', 'branch'])
      .exactOptional()
      .describe(
        'Each user, project or branch has its own budgets; calls that name none share one. Without other conditions: for all agents.',
      ),
    budgets: z
      .strictObject({ ...perPeriod, extend_percent: extendTeam, shadow })
      .describe('What all of them together may spend.'),
  })
  .refine(
    (written) => Object.keys(written).some((key) => key !== 'budgets'),
    'must say whose budget it is: agents, tags, users, projects, branches or each',
  );

/** By name. */
export const teams = z
  .record(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'must be 1 to 32 small letters, digits and dashes'),
    team,
  )
  .default({});
