/**
 * A refusal of the gate in the client's own format.
 */
import type { GateRefusal } from '../gate/index.ts';
import type { Asked } from './asked.ts';
import type { Answer } from './codec.ts';

const RETRY_AFTER_S = 15;

/** The answer that a refused request gets. */
export function refusalAnswer(
  { codec, streams, model, generates }: Pick<Asked, 'codec' | 'streams' | 'model' | 'generates'>,
  refusal: GateRefusal,
): Answer {
  if (refusal.temporary) return codec.busy(RETRY_AFTER_S, `${refusal.reason}. ${refusal.remedy}`);
  // Who asked for no message, but for a list or a count, would not know what to do with one.
  return refusal.refusal === 'message' && generates
    ? codec.message(refusal, { stream: streams, model })
    : codec.refusal(refusal);
}
