import { parseJson } from '../base/json-text.ts';
import { objectOrNull, type JsonObject } from '../base/json-values.ts';
/**
 * How much context the last answer used, from the client's transcript.
 *
 * Usage is what was read from the cache plus what came in new; the provider's own numbers, which no estimate
 * comes near. Only the end of the file is read, because transcripts grow to hundreds of megabytes.
 */
import { readTailSafely } from '../base/node/safe-file.ts';
import type { ContextReading } from './context-reading.ts';
import { CLIENTS } from './table.ts';

/** The last answer nearly always stands in the first of these; the second is the most that is read. */
const TAILS_BYTES = [65_536, 1_048_576];

/** The file may be any client's: each reads only lines of its own. */
const USAGES = CLIENTS.flatMap(({ usage }) => usage ?? []);

/** The usage of the last answer; null when nothing tells it, or the context was compacted since. */
export function transcriptUsage(file: string): ContextReading | null {
  try {
    for (const bytes of TAILS_BYTES) {
      const found = lastIn(readTailSafely(file, bytes)?.toString('utf8') ?? '');
      if (found !== 'nothing') return found;
    }
  } catch {
    // Some clients name a transcript that they write later.
  }
  return null;
}

/** The last usage in these lines; null when the context was compacted after it. */
function lastIn(text: string): ContextReading | null | 'nothing' {
  for (const line of text.split('\n').toReversed()) {
    const entry = entryOf(line);
    if (entry === null) continue;
    if (USAGES.some(({ isCompaction }) => isCompaction(entry))) return null;
    for (const { reading } of USAGES) {
      const found = reading(entry);
      if (found !== null) return found;
    }
  }
  return 'nothing';
}

function entryOf(line: string): JsonObject | null {
  return line.startsWith('{') ? objectOrNull(parseJson(line)) : null;
}
