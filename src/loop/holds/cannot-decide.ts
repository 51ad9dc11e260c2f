import { errorWords } from '../../base/error-words.ts';
import type { LoopAnswer, LoopEvent } from '../../clients/hook-event.ts';

/** The answer of whoever cannot decide: no tool and no prompt, and a note elsewhere. */
export function cannotDecide({ kind }: Pick<LoopEvent, 'kind'>, error: unknown): LoopAnswer {
  const reason = `Tripwire cannot decide: ${errorWords(error)}`;
  return kind === 'tool-before' || kind === 'prompt'
    ? { kind: 'deny', reason, endsSession: false }
    : { kind: 'undecided', problem: reason, say: null };
}
