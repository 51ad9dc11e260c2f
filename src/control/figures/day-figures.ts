/**
 * Today in numbers, for all agents together: calls, tokens and money, what was refused, and what that saved.
 */
import type { AgentGlance } from '../../gate/index.ts';
import type { SpendBook } from './spend-book.ts';
import { dayOf, dayStart, type SpendLedger } from './spend-ledger.ts';
import { costUsd, inUsd } from './spend-view.ts';

/** Since midnight UTC. */
export interface Today {
  readonly since: number;
  readonly calls: number;
  readonly tokens: number;
  /** Null when no price is known; with `unpriced_calls` it is a lower bound. */
  readonly cost_usd: number | null;
  readonly unpriced_calls: number;
  readonly refused: number;
  readonly stops: number;
  /** The refused requests at what an answer of their agents costs on average. */
  readonly saved_tokens: number;
  readonly saved_usd: number | null;
}

/** The sum over all agents, also those that are no longer known, but for those of `tripwire drill`. */
export function dayFigures(
  spends: SpendBook,
  now: number,
  agents: readonly Pick<AgentGlance, 'id' | 'isDrill'>[],
): Today {
  const drills = new Set(agents.filter(({ isDrill }) => isDrill).map(({ id }) => id));
  const ledgers = spends.allBut(drills);
  const sum = (of: (ledger: SpendLedger) => number) =>
    ledgers.reduce((total, ledger) => total + of(ledger), 0);
  const today = {
    answers: sum(({ today: { answers } }) => answers),
    tokens: sum(({ today: { tokens } }) => tokens),
    microUsd: sum(({ today: { microUsd } }) => microUsd),
    unpriced: sum(({ today: { unpriced } }) => unpriced),
  };
  const savedTokens = sum((ledger) => ledger.savedTokens);
  const savedMicroUsd = sum((ledger) => ledger.savedMicroUsd);
  return {
    since: dayStart(dayOf(now)),
    calls: sum(({ calls }) => calls),
    tokens: today.tokens,
    cost_usd: costUsd(today),
    unpriced_calls: today.unpriced,
    refused: sum(({ refused }) => refused),
    stops: sum(({ stops }) => stops),
    saved_tokens: savedTokens,
    saved_usd: savedTokens > 0 && savedMicroUsd === 0 ? null : inUsd(savedMicroUsd),
  };
}
