/**
 * A refusal of the gate in the client's own format.
 */
import type { GateRefusal } from '../gate/index.ts';
import type { Asked } from './asked.ts';
import type { Answer } from './codec.ts';

const RETRY_AFTER_S = 15;

/** The answer that a refused request gets. */
export function refusalAnswer(
  { codec, streams, model }: Pick<Asked, 'codec' | 'streams' | 'model'>,
  refusal: GateRefusal,
): Answer {
  if (refusal.temporary) return codec.busy(RETRY_AFTER_S, `${refusal.reason}. ${refusal.remedy}`);
  return refusal.refusal === 'message'
    ? codec.message(refusal, { stream: streams, model })
    : codec.refusal(refusal);
}
