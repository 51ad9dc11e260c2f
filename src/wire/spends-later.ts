/**
 * Requests whose tokens nobody sees with their answer: work that a provider does later, or in a session of its own.
 *
 * What they cost is told, if ever, in another answer that somebody may never ask for. A budget cannot count them.
 */
import type { JsonObject } from '../base/json-values.ts';
import { plainPath } from './wire-format.ts';

const LATER: readonly RegExp[] = [
  /\/batches(?:\/[^/]+)?\/?$/i,
  /:(?:batchGenerateContent|asyncBatchEmbedContent|predictLongRunning|bidiGenerateContent)$/i,
  /\/fine_tuning\/jobs\/?$/i,
  /\/videos(?:\/[^/]+\/remix)?\/?$/i,
  /\/realtime\/(?:sessions|client_secrets|calls|transcription_sessions)\/?$/i,
  /\/threads\/(?:[^/]+\/)?runs(?:\/[^/]+\/submit_tool_outputs)?\/?$/i,
  /\/evals\/[^/]+\/runs\/?$/i,
];

/** Whether a request to a path, with these fields in its body, spends what its answer does not tell. */
export function spendsLater(path: string, body: JsonObject): boolean {
  if (body['background'] === true) return true;
  const plain = plainPath(path);
  return LATER.some((pattern) => pattern.test(plain));
}
