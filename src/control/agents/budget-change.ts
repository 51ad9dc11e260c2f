/**
 * Budgets in the API's words, put into the core's and back. Money is in dollars here.
 */
import type { z } from 'zod';
import { BUDGET_NAMES, type Budgets, type EnvelopeChange } from '../../core/index.ts';
import type { budgetsBody, budgetsView } from '../api/schemas-spend.ts';

const MICRO = 1_000_000;

/** `microUsdPerDay` is `usd_per_day`, `tokensRolling` is `tokens_rolling`. */
function apiName(name: keyof Budgets): keyof z.output<typeof budgetsView> {
  const short = name.replace('microUsd', 'usd').replaceAll(/[A-Z]/gu, '_$&');
  return short.toLowerCase() as keyof z.output<typeof budgetsView>;
}

const FIELDS = [...BUDGET_NAMES, 'rollingHours', 'extendPercent'] as const;

/** The change as a record carries it. */
export function budgetChange(
  written: z.output<typeof budgetsBody>,
): NonNullable<EnvelopeChange['budgets']> {
  const entries = FIELDS.flatMap((name) => {
    const limit = written[apiName(name)];
    if (limit === undefined) return [];
    const isMoney = name.startsWith('microUsd');
    return [[name, limit === null || !isMoney ? limit : Math.round(limit * MICRO)]];
  });
  return Object.fromEntries(entries) as NonNullable<EnvelopeChange['budgets']>;
}

/** The budgets in force; null where there is none. */
export function budgetsInForce(budgets: Budgets = {}): z.output<typeof budgetsView> {
  const entries = FIELDS.map((name) => {
    const limit = budgets[name] ?? null;
    const isMoney = name.startsWith('microUsd');
    return [apiName(name), limit === null || !isMoney ? limit : limit / MICRO];
  });
  return Object.fromEntries(entries) as z.output<typeof budgetsView>;
}
