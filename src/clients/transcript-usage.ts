/**
 * How much context the last answer used, from the client's transcript.
 *
 * Usage is what was read from the cache plus what came in new; the provider's own numbers, which no estimate
 * comes near. Only the end of the file is read, because transcripts grow to hundreds of megabytes.
 */
import { readTailSafely } from '../base/node/safe-file.ts';
import type { ContextReading } from './context-reading.ts';

/** The last answer nearly always stands in the first of these; the second is the most that is read. */
const TAILS_BYTES = [65_536, 1_048_576];

type Members = Readonly<Record<string, unknown>>;

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
    if (isCompaction(entry)) return null;
    const reading = claudeUsage(entry) ?? codexUsage(entry);
    if (reading !== null) return reading;
  }
  return 'nothing';
}

function entryOf(line: string): Members | null {
  if (!line.startsWith('{')) return null;
  try {
    return membersOf(JSON.parse(line));
  } catch {
    return null;
  }
}

function isCompaction(entry: Members): boolean {
  return entry['subtype'] === 'compact_boundary' || entry['type'] === 'compacted';
}

/** Claude Code: the usage stands with each answer; a subagent's is not this context's. */
function claudeUsage(entry: Members): ContextReading | null {
  if (entry['type'] !== 'assistant' || entry['isSidechain'] === true) return null;
  const { usage, model } = membersOf(entry['message']);
  const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = membersOf(usage);
  const tokens =
    count(cache_read_input_tokens) + count(cache_creation_input_tokens) + count(input_tokens);
  // Answers that the client made up itself used nothing.
  if (tokens === 0) return null;
  return { tokens, model: typeof model === 'string' ? model : null, windowTokens: null };
}

/** Codex: a line of its own; the input there includes what was cached. */
function codexUsage(entry: Members): ContextReading | null {
  const payload = membersOf(entry['payload']);
  if (entry['type'] !== 'event_msg' || payload['type'] !== 'token_count') return null;
  const { last_token_usage, model_context_window } = membersOf(payload['info']);
  const tokens = count(membersOf(last_token_usage)['input_tokens']);
  const window = count(model_context_window);
  return tokens === 0 ? null : { tokens, model: null, windowTokens: window === 0 ? null : window };
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
