/**
 * The agent wants to stop: check, decide, remember how often it was turned back. The one call that an adapter makes in
 * its client's stop hook.
 *
 * Nobody else limits the blocks: a checker that can never pass and an agent that keeps stopping would send each other
 * back for ever, at the price of a model call each time. So after a number of blocks in a row the stop is allowed and
 * the run marked incomplete. The number is kept in the session's log, so that going back to a snapshot does not make a
 * row of blocks endless.
 */
import { present } from '../../base/present.ts';
import { refuseGuardrail } from '../guardrail-error.ts';
import type { SessionView, SliceDefinition } from '../session/slice.ts';
import {
  checkCompletion,
  incompleteBecause,
  type CompletionAsk,
  type CompletionOutcome,
} from './check-completion.ts';

/** How often in a row a stop may be blocked. */
export const STOP_BLOCKS_MAX = 8;

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

/** Blocks in a row, by prompt. */
const STOP_BLOCKS: SliceDefinition<Readonly<Record<string, number>>> = {
  key: 'guardrails.stop-blocks',
  initial: {},
  kind: 'log',
};

/** A stop that is asked for. */
export interface GuardStopAsk extends CompletionAsk {
  /** 8 when it is not said. */
  readonly maxBlocks?: number;
}

/** Whether the agent may stop. */
export async function guardStop({ maxBlocks, ...ask }: GuardStopAsk): Promise<StopDecision> {
  const outcome = await checkCompletion(ask);
  const { name } = ask.prompt;
  const blocks = ask.session.slice(STOP_BLOCKS);
  const { decision, blocksInARow } = decideStop({
    outcome,
    blocksInARow: blocks.get()[name] ?? 0,
    ...present({ maxBlocks }),
  });
  blocks.update((counts) => ({ ...counts, [name]: blocksInARow }));
  return decision;
}

/** A person gave the agent something new to do: the row of blocks is over. */
export function forgetStopBlocks(session: SessionView, promptName: string): void {
  session.slice(STOP_BLOCKS).update((counts) => ({ ...counts, [promptName]: 0 }));
}
