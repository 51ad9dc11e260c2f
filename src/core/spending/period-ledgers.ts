/**
 * What an agent spent in a week, in a month and in its last hours, as far as it has budgets for them.
 *
 * A rolling window is remembered in slots; a reservation that is settled is taken back from the slot in which it was
 * made, so that it doesn't outlast the call.
 */
import type { AgentState, Budgets } from '../state.ts';
import type { BudgetName } from './budgets.ts';
import {
  addSpending,
  ledgerAt,
  NOTHING,
  plus,
  type Amounts,
  type Ledger,
  type Spending,
} from './ledger.ts';
import { periodBegan, ROLLING_HOURS, slotBegan, type BudgetPeriod } from './periods.ts';

/** The sums of a rolling window, the oldest slot first; `since` of a slot is when it began. */
export interface RollingLedger {
  /** No call that was let through before this time has a reservation in it. */
  readonly since: number;
  readonly slots: readonly Ledger[];
}

/** Each is there while there is a budget for it. */
export interface PeriodLedgers {
  readonly week?: Ledger;
  readonly month?: Ledger;
  readonly rolling?: RollingLedger;
}

/** The budgets of each period; what one of them is set for is counted. */
const NAMES = {
  week: ['microUsdPerWeek', 'tokensPerWeek', 'callsPerWeek'],
  month: ['microUsdPerMonth', 'tokensPerMonth', 'callsPerMonth'],
  rolling: ['microUsdRolling', 'tokensRolling', 'callsRolling'],
} as const satisfies Readonly<Record<keyof PeriodLedgers, readonly BudgetName[]>>;
const LONGER = ['week', 'month', 'rolling'] as const;

/** The periods beyond a day that there are budgets for. */
export function longerPeriods(budgets: Budgets | undefined): readonly (keyof PeriodLedgers)[] {
  if (budgets === undefined) return [];
  return LONGER.filter((period) => NAMES[period].some((name) => budgets[name] !== undefined));
}

/** How many hours a rolling window has. */
export function hoursOf(budgets: Budgets | undefined): number {
  return budgets?.rollingHours ?? ROLLING_HOURS.default;
}

/** The agent after an amount more. */
export function countInPeriods(agent: AgentState, spending: Spending, now: number): AgentState {
  const { budgets } = agent.envelope;
  const periods = longerPeriods(budgets);
  if (periods.length === 0) return agent;
  const hours = hoursOf(budgets);
  const entries = periods.map((period) => {
    if (period === 'rolling') {
      return [period, addToRolling(agent.periods?.rolling, spending, now, hours)] as const;
    }
    const ledger = ledgerAt(agent.periods?.[period], now, periodBegan(period, now));
    return [period, addSpending(ledger, spending)] as const;
  });
  return { ...agent, periods: Object.fromEntries(entries) as PeriodLedgers };
}

/** What an agent spent in a period. */
export function spentInPeriod(agent: AgentState, period: BudgetPeriod, now: number): Amounts {
  const hours = hoursOf(agent.envelope.budgets);
  const began = periodBegan(period, now, hours);
  if (period === 'day') return ledgerAt(agent.ledger, now, began);
  if (period !== 'rolling') return ledgerAt(agent.periods?.[period], now, began);
  const slots = agent.periods?.rolling?.slots ?? [];
  return slots
    .filter(({ since }) => since >= began)
    .reduce<Amounts>((sum, one) => plus(sum, one), NOTHING);
}

/** The agent with the ledgers of the budgets that it has, and no others; `found` is what a journal says was spent. */
export function withPeriods(agent: AgentState, found: PeriodLedgers = {}): AgentState {
  const { periods: before, ...rest } = agent;
  const entries = longerPeriods(agent.envelope.budgets).flatMap((period) => {
    const ledger = found[period] ?? before?.[period];
    return ledger === undefined ? [] : [[period, ledger] as const];
  });
  return entries.length === 0 ? rest : { ...rest, periods: Object.fromEntries(entries) };
}

function addToRolling(
  ledger: RollingLedger | undefined,
  { spent, before: reserved }: Spending,
  now: number,
  hours: number,
): RollingLedger {
  const began = periodBegan('rolling', now, hours);
  const { since, slots: before } = ledger ?? { since: now, slots: [] };
  const isIn = reserved !== null && reserved.since >= Math.max(since, began);
  const backAt = isIn ? slotBegan(reserved.since, hours) : null;
  const last = { since: slotBegan(now, hours), ...NOTHING };
  const slots = [...before, last].reduce<Ledger[]>((kept, slot) => {
    const start = slotBegan(slot.since, hours);
    if (start < began) return kept;
    const same = kept.at(-1)?.since === start ? kept.pop() : undefined;
    return [...kept, { since: start, ...plus(same ?? NOTHING, slot) }];
  }, []);
  const settled = slots.map((slot) => {
    const more = slot.since === last.since ? spent : NOTHING;
    const less = slot.since === backAt && reserved !== null ? reserved : NOTHING;
    return { since: slot.since, ...plus(slot, more, less) };
  });
  return { since, slots: settled };
}
