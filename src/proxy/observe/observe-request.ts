/**
 * What the core gets to know of a request: hashes and digests, no text.
 */
import { DIGESTS_MAX, type Observation } from '../../core/index.ts';
import { digestEvent, normaliseText, simhash } from '../../detect/index.ts';
import { lastUserText, type Conversation } from '../../wire/index.ts';
import type { RequestInThread } from '../thread/thread-memory.ts';

/**
 * The observation of a step; undefined where there is none: a side request, a retry, a body that cannot be read.
 * Of more new events than a record may carry, the newest are kept.
 */
export function observeRequest(
  { events, isSide, isRetry }: RequestInThread,
  conversation: Conversation | null,
  atMs: number,
): Observation | undefined {
  if (isSide || isRetry || conversation === null) return undefined;
  const text = lastUserText(conversation);
  const digests = events.slice(-DIGESTS_MAX).map((event) => digestEvent({ ...event, atMs }));
  return {
    ...(digests.length === 0 ? {} : { digests }),
    ...(text === null ? {} : { prompt: simhash(normaliseText(text)) }),
  };
}
