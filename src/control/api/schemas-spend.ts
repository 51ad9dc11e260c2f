/**
 * The shapes of the API around money: what was spent, and what may be.
 */
import { z } from 'zod';
import { EXTEND_PERCENT, ROLLING_HOURS } from '../../core/spending/index.ts';

/** An amount of tokens and money. */
export const amountView = z.strictObject({
  tokens: z.int(),
  /** By list prices; null when no call had a model with a known price. */
  cost_usd: z.number().nullable(),
  /** Calls of models without a known price. With any, `cost_usd` is a lower bound. */
  unpriced_calls: z.int(),
});
/** What was spent since midnight UTC, and since the first record that was counted. */
export const spendView = z.strictObject({ today: amountView, total: amountView });
/** The same of an agent or a session; what its subagents spent is in it, and told apart as well. */
export const standingSpendView = z.strictObject({ ...spendView.shape, subagents: spendView });

/** A budget with what is spent of it. */
export const budgetView = z.strictObject({
  level: z.enum(['agent', 'session', 'thread', 'team']),
  /** The team whose agents share it. */
  team: z.string().exactOptional(),
  /** Who, where each user, project or branch has it for itself. */
  share: z.string().exactOptional(),
  /** It only reports. */
  shadow: z.literal(true).exactOptional(),
  /** Of an agent or a team; a day when absent. */
  period: z.enum(['week', 'month', 'rolling']).exactOptional(),
  /** Of a rolling window. */
  hours: z.int().exactOptional(),
  /** A person extended it, and `limit` is the extended one. */
  extended: z.literal(true).exactOptional(),
  /** A team's that waits for a person to extend it: whose call made it wait, and since when. */
  asks: z.strictObject({ agent: z.string(), since: z.number() }).exactOptional(),
  unit: z.enum(['tokens', 'calls', 'usd']),
  limit: z.number(),
  /** By the agent or the team in the period; by the session or conversation that has spent most of its own. */
  spent: z.number(),
});

const BUDGET_MAX = 999_999_999_999;
const USD_MAX = 999_999;
const countRule = `must be a whole number from 1 to ${BUDGET_MAX}, or null for none`;
const usdRule = `must be dollars from 0.000001 to ${USD_MAX}, or null for none`;
const countBudget = z.int(countRule).min(1, countRule).max(BUDGET_MAX, countRule).nullable();
const usdBudget = z.number(usdRule).min(0.000001, usdRule).max(USD_MAX, usdRule).nullable();
const hoursRule = `must be a whole number from ${ROLLING_HOURS.min} to ${ROLLING_HOURS.max}, or null for ${ROLLING_HOURS.default}`;
const extendRule = `must be a whole number from ${EXTEND_PERCENT.min} to ${EXTEND_PERCENT.max}, or null to refuse at the limit`;
const budgetFields = {
  usd_per_day: usdBudget,
  tokens_per_day: countBudget,
  calls_per_day: countBudget,
  usd_per_week: usdBudget,
  tokens_per_week: countBudget,
  calls_per_week: countBudget,
  usd_per_month: usdBudget,
  tokens_per_month: countBudget,
  calls_per_month: countBudget,
  usd_rolling: usdBudget,
  tokens_rolling: countBudget,
  calls_rolling: countBudget,
  usd_per_session: usdBudget,
  tokens_per_session: countBudget,
  calls_per_session: countBudget,
  usd_per_thread: usdBudget,
  tokens_per_thread: countBudget,
  calls_per_thread: countBudget,
};
/**
 * The budgets in force; null where there is none. A day begins at midnight UTC, a week on Monday; `rolling_hours` is how
 * long the rolling ones count.
 */
export const budgetsView = z.strictObject({
  ...budgetFields,
  rolling_hours: z
    .int(hoursRule)
    .min(ROLLING_HOURS.min, hoursRule)
    .max(ROLLING_HOURS.max, hoursRule)
    .nullable(),
  /** At a limit the agent is parked, and a person's resume extends it once by so much; null: it is refused. */
  extend_percent: z
    .int(extendRule)
    .min(EXTEND_PERCENT.min, extendRule)
    .max(EXTEND_PERCENT.max, extendRule)
    .nullable(),
});
/** Budgets that are set or, with null, removed; the others stay. */
export const budgetsBody = budgetsView.partial();
