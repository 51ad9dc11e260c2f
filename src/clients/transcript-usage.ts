/**
 * How much context the last answer used, from the client's transcript.
 *
 * Usage is what was read from the cache plus what came in new; the provider's own numbers, which no estimate
 * comes near. Only the end of the file is read, because transcripts grow to hundreds of megabytes.
 */
import { parseJson } from '../base/json-text.ts';
import { objectOrNull, type JsonObject } from '../base/json-values.ts';
import { readTailSafely } from '../base/node/safe-file.ts';
import { sleep } from '../base/node/sleep.ts';
import type { ContextReading } from './context-reading.ts';
import { CLIENTS } from './table.ts';

/** The last answer nearly always stands in the first of these; the second is the most that is read. */
const TAILS_BYTES = [65_536, 1_048_576];

/** With less than half of the usual window in use, no single answer fills it, and nothing has to be waited for. */
const WAITED_FOR_TOKENS_MIN = 100_000;
/** Claude Code writes an answer some 35 ms after it has asked about the answer's call. */
const WAIT_MS_MAX = 150;
const WAIT_MS = 10;

/** The file may be any client's: each reads only lines of its own. */
const USAGES = CLIENTS.flatMap(({ usage }) => usage ?? []);

/** What the end of a transcript tells. */
interface Read {
  readonly usage: ContextReading | null;
  /** The answer with the call that is asked about is not written yet, and will be in a moment. */
  readonly isBehind: boolean;
}

/**
 * The usage of the last answer; null when nothing tells it, or the context was compacted since.
 *
 * Where the answer that makes the call is about to be written, it is waited for: else the call that fills the window
 * would be judged by the answer before.
 */
export async function transcriptUsage(
  file: string,
  callId: string | null,
): Promise<ContextReading | null> {
  let read = readEnd(file, callId);
  for (let waitedMs = 0; read.isBehind && waitedMs < WAIT_MS_MAX; waitedMs += WAIT_MS) {
    await sleep(WAIT_MS);
    read = readEnd(file, callId);
  }
  return read.usage;
}

function readEnd(file: string, callId: string | null): Read {
  try {
    for (const bytes of TAILS_BYTES) {
      const text = readTailSafely(file, bytes)?.toString('utf8') ?? '';
      const found = lastIn(text);
      if (found === 'nothing') continue;
      if (found === null) break;
      const { usage, isAskedBefore } = found;
      const mayWait = isAskedBefore && callId !== null && usage.tokens >= WAITED_FOR_TOKENS_MIN;
      return { usage, isBehind: mayWait && !hasCall(file, text, callId) };
    }
  } catch {
    // Some clients name a transcript that they write later.
  }
  return { usage: null, isBehind: false };
}

/** A long call begins further up than its end. */
function hasCall(file: string, end: string, callId: string): boolean {
  const named = JSON.stringify(callId);
  if (end.includes(named)) return true;
  return (
    readTailSafely(file, TAILS_BYTES[1] ?? 0)
      ?.toString('utf8')
      .includes(named) ?? false
  );
}

/** The last usage in these lines; null when the context was compacted after it. */
function lastIn(
  text: string,
): { readonly usage: ContextReading; readonly isAskedBefore: boolean } | null | 'nothing' {
  for (const line of text.split('\n').toReversed()) {
    const entry = entryOf(line);
    if (entry === null) continue;
    if (USAGES.some(({ isCompaction }) => isCompaction(entry))) return null;
    for (const { reading, isAskedBefore = false } of USAGES) {
      const usage = reading(entry);
      if (usage !== null) return { usage, isAskedBefore };
    }
  }
  return 'nothing';
}

function entryOf(line: string): JsonObject | null {
  return line.startsWith('{') ? objectOrNull(parseJson(line)) : null;
}
