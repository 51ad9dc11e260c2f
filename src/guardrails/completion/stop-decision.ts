/**
 * May the agent stop? A pure decision from what the completion check found and how often it was turned back.
 *
 * Nobody else limits it: a checker that can never pass and an agent that keeps stopping would send each other
 * back for ever, at the price of a model call each time. So after a number of blocks in a row the stop is
 * allowed and the run marked incomplete.
 */
import { refuseGuardrail } from '../guardrail-error.ts';

/** How often in a row a stop may be blocked. */
export const STOP_BLOCKS_MAX = 8;

/** What the completion check found. */
export type CompletionOutcome =
  /** The prompt has no checker: stopping is free. */
  | { readonly kind: 'unchecked' }
  /** No time or no tokens are left to do anything about it. */
  | { readonly kind: 'skipped'; readonly because: 'deadline' | 'budget' }
  | { readonly kind: 'complete'; readonly feedback: string | null }
  | { readonly kind: 'incomplete'; readonly feedback: string };

/** The answer to an agent that wants to stop. */
export type StopDecision =
  | { readonly stop: 'allowed'; readonly incomplete: false }
  /** It may stop, but its work is not done or not verified, and why. */
  | { readonly stop: 'allowed'; readonly incomplete: true; readonly why: string }
  /** It goes on, with this as its next input. */
  | { readonly stop: 'blocked'; readonly feedback: string };

/** What is asked. */
export interface StopAsk {
  readonly outcome: CompletionOutcome;
  /** Stops blocked in a row before this one. */
  readonly blocksInARow: number;
  readonly maxBlocks?: number;
}

/** The decision, and the number of blocks to remember for the next time. */
export interface StopAnswer {
  readonly decision: StopDecision;
  readonly blocksInARow: number;
}

/** Why the work is not done, or not known to be; null when nothing stands against stopping. */
export function incompleteBecause(outcome: CompletionOutcome): string | null {
  switch (outcome.kind) {
    case 'unchecked':
    case 'complete':
      return null;
    case 'skipped':
      return outcome.because === 'deadline'
        ? 'Completion was not checked: the deadline has passed.'
        : 'Completion was not checked: the budget is spent.';
    case 'incomplete':
      return outcome.feedback;
  }
}

/** Decides. An allowed stop ends the row. */
export function decideStop({
  outcome,
  blocksInARow,
  maxBlocks = STOP_BLOCKS_MAX,
}: StopAsk): StopAnswer {
  if (!Number.isSafeInteger(maxBlocks) || maxBlocks < 0) {
    refuseGuardrail('maxBlocks', `must be a whole number from 0, not ${maxBlocks}`);
  }
  const because = incompleteBecause(outcome);
  if (because === null) return allowed({ stop: 'allowed', incomplete: false });
  if (outcome.kind !== 'incomplete') {
    return allowed({ stop: 'allowed', incomplete: true, why: because });
  }
  // Asked this way round, a count that is no number allows the stop instead of blocking it for ever.
  if (blocksInARow < maxBlocks) {
    return { decision: { stop: 'blocked', feedback: because }, blocksInARow: blocksInARow + 1 };
  }
  const why = `Stopped incomplete after ${maxBlocks} blocks in a row. Last reason: ${because}`;
  return allowed({ stop: 'allowed', incomplete: true, why });
}

function allowed(decision: StopDecision): StopAnswer {
  return { decision, blocksInARow: 0 };
}
