/**
 * A refusal of the gate in the client's own format.
 */
import { remedyForModel } from '../core/holds/remedy.ts';
import type { GateRefusal } from '../core/index.ts';
import type { Answer } from '../wire/index.ts';
import { tooLongAnswer } from './forced-compaction.ts';
import type { ProxyRequest } from './read-request.ts';

const RETRY_AFTER_S = 15;

/** The answer that a refused request gets. */
export function refusalAnswer(
  request: Pick<ProxyRequest, 'codec' | 'streams' | 'model' | 'generates' | 'compacts' | 'unread'>,
  refusal: GateRefusal,
): Answer {
  const { codec, streams, model, generates, compacts, unread } = request;
  if (refusal.kind === 'request_unreadable' && unread !== null) {
    return { ...codec.refusal(refusal), status: unread.status };
  }
  if (refusal.kind === 'compaction' && compacts) return tooLongAnswer(codec.format);
  if (refusal.temporary) return codec.busy(RETRY_AFTER_S, `${refusal.reason}. ${refusal.remedy}`);
  // A message becomes part of the conversation, so a model reads it with the next request.
  const forModel = { ...refusal, remedy: remedyForModel(refusal) };
  // Who asked for no message, but for a list or a count, would not know what to do with one.
  return refusal.refusal === 'message' && generates
    ? codec.message(forModel, { stream: streams, model })
    : codec.refusal(refusal);
}
