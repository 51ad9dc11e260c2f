/**
 * How much context the last answer used, from the client's transcript.
 *
 * Usage is what was read from the cache plus what came in new; the provider's own numbers, which no estimate
 * comes near. Only the end of the file is read, because transcripts grow to hundreds of megabytes.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parseJson } from '../base/json-text.ts';
import { countOrZero, fieldsOf, objectOrNull, type JsonObject } from '../base/json-values.ts';
import type { ContextReading } from './context-reading.ts';

/** The last answer nearly always stands in the first of these; the second is the most that is read. */
const TAILS_BYTES = [65_536, 1_048_576];

/** The usage of the last answer; null when nothing tells it, or the context was compacted since. */
export function transcriptUsage(file: string): ContextReading | null {
  try {
    for (const bytes of TAILS_BYTES) {
      const found = lastIn(tailOf(file, bytes));
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
    if (isCompaction(entry)) return null;
    const reading = claudeUsage(entry) ?? codexUsage(entry);
    if (reading !== null) return reading;
  }
  return 'nothing';
}

function tailOf(file: string, bytesMax: number): string {
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    const bytes = Buffer.alloc(Math.min(size, bytesMax));
    const read = readSync(opened, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, read);
  } finally {
    closeSync(opened);
  }
}

function entryOf(line: string): JsonObject | null {
  return line.startsWith('{') ? objectOrNull(parseJson(line)) : null;
}

function isCompaction(entry: JsonObject): boolean {
  return entry['subtype'] === 'compact_boundary' || entry['type'] === 'compacted';
}

/** Claude Code: the usage stands with each answer; a subagent's is not this context's. */
function claudeUsage(entry: JsonObject): ContextReading | null {
  if (entry['type'] !== 'assistant' || entry['isSidechain'] === true) return null;
  const { usage, model } = fieldsOf(entry['message']);
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = fieldsOf(usage);
  const tokens =
    countOrZero(cache_read_input_tokens) +
    countOrZero(cache_creation_input_tokens) +
    countOrZero(input_tokens);
  // Answers that the client made up itself used nothing.
  if (tokens === 0) return null;
  return { tokens, model: typeof model === 'string' ? model : null, windowTokens: null };
}

/** Codex: a line of its own; the input there includes what was cached. */
function codexUsage(entry: JsonObject): ContextReading | null {
  const payload = fieldsOf(entry['payload']);
  if (entry['type'] !== 'event_msg' || payload['type'] !== 'token_count') return null;
  const { last_token_usage, model_context_window } = fieldsOf(payload['info']);
  const tokens = countOrZero(fieldsOf(last_token_usage)['input_tokens']);
  const window = countOrZero(model_context_window);
  return tokens === 0 ? null : { tokens, model: null, windowTokens: window === 0 ? null : window };
}
