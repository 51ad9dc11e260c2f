/**
 * What the core gets to know of a request: hashes and digests, no text.
 */
import { DIGESTS_MAX, type Observation } from '../../core/index.ts';
import { digestEvent, normaliseText, simhash } from '../../detect/index.ts';
import { lastUserMessage } from '../../wire/index.ts';
import type { Look } from '../thread/thread-memory.ts';

/**
 * The observation of a step; undefined where there is none: a side request, a retry, a body that cannot be read.
 * Of more new events than a record may carry, the newest are kept.
 */
export function observeRequest(look: Look, body: unknown, atMs: number): Observation | undefined {
  if (look.isSide || look.isRetry || look.change === 'unreadable') return undefined;
  const text = lastUserMessage(body, look.path);
  const digests = look.events.slice(-DIGESTS_MAX).map((event) => digestEvent({ ...event, atMs }));
  return {
    ...(digests.length === 0 ? {} : { digests }),
    ...(text === null ? {} : { prompt: simhash(normaliseText(text)) }),
  };
}
