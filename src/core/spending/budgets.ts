/**
 * Budgets that last longer than a minute: tokens, model calls and money, for an agent by the day, the week, the month and
 * the last hours, for a session and for a conversation (a subagent has its own) as long as it lives.
 *
 * They are a person's, so there are none until one sets them. They speak when a model call asks to pass: what is spent,
 * with what is reserved for calls under way and what this one asks for, must fit. In doubt, such as a model without a
 * known price under a budget of money, it does not.
 */
import { LEDGER_MAX } from '../limits.ts';
import type { AdmitRecord } from '../records/records.ts';
import type { Budgets } from '../state.ts';
import type { Amounts } from './ledger.ts';
import { hoursOf } from './period-ledgers.ts';
import type { BudgetPeriod } from './periods.ts';

/** By how many per cent of itself a budget may be extended. */
export const EXTEND_PERCENT = Object.freeze({ min: 1, max: 1_000 });

/** What is counted. */
export type BudgetUnit = 'tokens' | 'calls' | 'microUsd';
/** Whose spending is counted. */
export type BudgetLevel = 'agent' | 'session' | 'thread';

/** A budget by its name. */
export type BudgetName = Exclude<keyof Budgets, 'extendPercent' | 'rollingHours'>;

/** Whose a budget is, for how long, and what it counts; one of a session or a conversation has no period. */
export interface BudgetKind {
  readonly level: BudgetLevel;
  readonly period?: BudgetPeriod;
  readonly unit: BudgetUnit;
}

/** Every budget. The first that does not fit is the one that is told. */
export const BUDGETS: Readonly<Record<BudgetName, BudgetKind>> = Object.freeze({
  microUsdPerDay: { level: 'agent', period: 'day', unit: 'microUsd' },
  tokensPerDay: { level: 'agent', period: 'day', unit: 'tokens' },
  callsPerDay: { level: 'agent', period: 'day', unit: 'calls' },
  microUsdPerWeek: { level: 'agent', period: 'week', unit: 'microUsd' },
  tokensPerWeek: { level: 'agent', period: 'week', unit: 'tokens' },
  callsPerWeek: { level: 'agent', period: 'week', unit: 'calls' },
  microUsdPerMonth: { level: 'agent', period: 'month', unit: 'microUsd' },
  tokensPerMonth: { level: 'agent', period: 'month', unit: 'tokens' },
  callsPerMonth: { level: 'agent', period: 'month', unit: 'calls' },
  microUsdRolling: { level: 'agent', period: 'rolling', unit: 'microUsd' },
  tokensRolling: { level: 'agent', period: 'rolling', unit: 'tokens' },
  callsRolling: { level: 'agent', period: 'rolling', unit: 'calls' },
  microUsdPerSession: { level: 'session', unit: 'microUsd' },
  tokensPerSession: { level: 'session', unit: 'tokens' },
  callsPerSession: { level: 'session', unit: 'calls' },
  microUsdPerThread: { level: 'thread', unit: 'microUsd' },
  tokensPerThread: { level: 'thread', unit: 'tokens' },
  callsPerThread: { level: 'thread', unit: 'calls' },
});

/** The names of all budgets. */
export const BUDGET_NAMES = Object.freeze(Object.keys(BUDGETS) as BudgetName[]);

/** What a model call asks for; no cost: nobody knows its price. */
export interface CallSpend {
  readonly tokens: number;
  readonly calls: number;
  readonly microUsd: number | null;
}

/** The budget that keeps a call from passing. */
export interface BudgetReport {
  readonly asked: number | null;
  readonly code: 'BUDGET_SPENT' | 'PRICE_UNKNOWN';
  /** A person extended it, and the limit is the extended one. */
  readonly extended?: true;
  /** Of a rolling window. */
  readonly hours?: number;
  readonly level: BudgetLevel;
  readonly limit: number;
  /** For an agent; a day when absent. */
  readonly period?: Exclude<BudgetPeriod, 'day'>;
  readonly spent: number;
  readonly unit: BudgetUnit;
}

/** What is spent of a kind of budget. */
export type SpentOf = (kind: BudgetKind) => Amounts;

/** What an admit asks for as a model call; null when it asks for none. */
export function callAsked(record: AdmitRecord): CallSpend | null {
  const { purpose, reserve, repeats, estimate } = record;
  const isTool = purpose === 'tool' || purpose === 'save';
  const asksModel = !isTool && (reserve !== false || repeats !== undefined);
  if (!asksModel) return null;
  const { tokenCount, costMicroUsd = tokenCount === 0 ? 0 : null } = estimate;
  const { reserveTokens: tokens = tokenCount } = estimate;
  return { tokens, calls: 1, microUsd: costMicroUsd };
}

/** The first budget that a call does not fit into; null when it fits into all. */
export function brokenBudget(
  budgets: Budgets | undefined,
  spentOf: SpentOf,
  call: CallSpend,
  isExtended: (name: BudgetName) => boolean = () => false,
): BudgetReport | null {
  if (budgets === undefined) return null;
  for (const name of BUDGET_NAMES) {
    const own = budgets[name];
    if (own === undefined) continue;
    const extended = isExtended(name);
    const limit = extended ? extendedLimit(own, budgets) : own;
    const kind = BUDGETS[name];
    const { level, unit } = kind;
    const asked = call[unit];
    const spent = spentOf(kind)[unit];
    const more = extended ? { extended: true as const } : {};
    const told = { ...more, level, limit, ...periodTold(kind, budgets), spent, unit };
    if (asked === null) return { asked, code: 'PRICE_UNKNOWN', ...told };
    if (spent + asked > limit) return { asked, code: 'BUDGET_SPENT', ...told };
  }
  return null;
}

/** What a budget is once a person has extended it. */
export function extendedLimit(limit: number, { extendPercent = 0 }: Budgets): number {
  return Math.min(LEDGER_MAX, limit + Math.ceil((limit * extendPercent) / 100));
}

/** How long a budget lasts, where it is not for a day. */
export function periodTold(
  { period }: BudgetKind,
  budgets: Budgets,
): Pick<BudgetReport, 'hours' | 'period'> {
  if (period === undefined || period === 'day') return {};
  return period === 'rolling' ? { hours: hoursOf(budgets), period } : { period };
}

const PERIODS: Readonly<Record<'day' | 'week' | 'month', string>> = {
  day: 'a day (UTC)',
  week: 'a week (from Monday, UTC)',
  month: 'a month (UTC)',
};

/** How long a budget of an agent or a team lasts, in words. */
export function sayPeriod({ hours, period }: Pick<BudgetReport, 'hours' | 'period'>): string {
  return period === 'rolling' ? `any ${hours} hours` : PERIODS[period ?? 'day'];
}

const whose: Readonly<Record<Exclude<BudgetLevel, 'agent'>, string>> = {
  session: 'the session has',
  thread: 'the conversation has',
};

/** The report in words, with the numbers. */
export function sayBudget(report: BudgetReport): string {
  const { asked, extended, level, limit, spent, unit } = report;
  const holder = level === 'agent' ? `the agent has for ${sayPeriod(report)}` : whose[level];
  const more = extended === true ? ', extended once' : '';
  const may = `${sayAmount(limit, unit)} is what ${holder}${more}`;
  if (asked === null) {
    return `the price of this model is not known, so it cannot be told whether it fits: ${may}`;
  }
  return `${sayAmount(spent, unit)} spent and reserved, ${sayAmount(asked, unit)} for this call; ${may}`;
}

/** An amount in words. */
export function sayAmount(count: number, unit: BudgetUnit): string {
  if (unit !== 'microUsd') return `${count} ${unit}`;
  const cents = String(count % MICRO)
    .padStart(MICRO_DIGITS, '0')
    .replace(/0{1,4}$/, '');
  return `$${Math.floor(count / MICRO)}.${cents}`;
}

const MICRO = 1_000_000;
const MICRO_DIGITS = 6;
