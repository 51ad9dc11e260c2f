/**
 * The agent wants to stop: check, decide, remember how often it was turned back.
 *
 * The one call that an adapter makes in its client's stop hook. The number of blocks is kept in the session's
 * log, so that going back to a snapshot does not make a row of blocks endless.
 */
import { present } from '../../base/present.ts';
import type { SessionView, SliceDefinition } from '../session/slice.ts';
import { checkCompletion, type CompletionAsk } from './check-completion.ts';
import { decideStop, type StopDecision } from './stop-decision.ts';

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
