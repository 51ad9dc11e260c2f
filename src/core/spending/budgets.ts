/**
 * Budgets that last longer than a minute: tokens, model calls and money, for an agent by the day, for a session and for
 * a conversation (a subagent has its own) as long as it lives.
 *
 * They are a person's, so there are none until one sets them. They speak when a model call asks to pass: what is spent,
 * with what is reserved for calls under way and what this one asks for, must fit. In doubt, such as a model without a
 * known price under a budget of money, it does not.
 */
import type { AdmitRecord } from '../records/records.ts';
import type { Budgets } from '../state.ts';
import { ledgerAt, type Ledger } from './ledger.ts';

/** What is counted. */
export type BudgetUnit = 'tokens' | 'calls' | 'microUsd';
/** Whose spending is counted. */
export type BudgetLevel = 'agent' | 'session' | 'thread';

/** Every budget: whose it is and what it counts. The first that does not fit is the one that is told. */
export const BUDGETS = {
  microUsdPerDay: { level: 'agent', unit: 'microUsd' },
  tokensPerDay: { level: 'agent', unit: 'tokens' },
  callsPerDay: { level: 'agent', unit: 'calls' },
  microUsdPerSession: { level: 'session', unit: 'microUsd' },
  tokensPerSession: { level: 'session', unit: 'tokens' },
  callsPerSession: { level: 'session', unit: 'calls' },
  microUsdPerThread: { level: 'thread', unit: 'microUsd' },
  tokensPerThread: { level: 'thread', unit: 'tokens' },
  callsPerThread: { level: 'thread', unit: 'calls' },
} as const satisfies Readonly<
  Record<keyof Budgets, { readonly level: BudgetLevel; readonly unit: BudgetUnit }>
>;

/** The names of all budgets. */
export const BUDGET_NAMES = Object.freeze(Object.keys(BUDGETS) as (keyof Budgets)[]);

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
  readonly level: BudgetLevel;
  readonly limit: number;
  readonly spent: number;
  readonly unit: BudgetUnit;
}

/** Where spending is counted. */
export type Ledgers = Readonly<Record<BudgetLevel, { readonly ledger?: Ledger }>>;

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
  ledgers: Ledgers,
  call: CallSpend,
  now: number,
): BudgetReport | null {
  if (budgets === undefined) return null;
  for (const name of BUDGET_NAMES) {
    const limit = budgets[name];
    if (limit === undefined) continue;
    const { level, unit } = BUDGETS[name];
    const asked = call[unit];
    const spent = ledgerAt(ledgers[level].ledger, level, now)[unit];
    if (asked === null) return { asked, code: 'PRICE_UNKNOWN', level, limit, spent, unit };
    if (spent + asked > limit) return { asked, code: 'BUDGET_SPENT', level, limit, spent, unit };
  }
  return null;
}

const whose: Readonly<Record<BudgetLevel, string>> = {
  agent: 'the agent has for a day (UTC)',
  session: 'the session has',
  thread: 'the conversation has',
};

/** The report in words, with the numbers. */
export function sayBudget({ asked, level, limit, spent, unit }: BudgetReport): string {
  const may = `${sayAmount(limit, unit)} is what ${whose[level]}`;
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
