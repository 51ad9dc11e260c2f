/**
 * The lines of a tool result without what changes by itself: clocks, ids, durations, line numbers.
 *
 * Digits stay in successes, where they are progress ("45 %"), and go in errors, where they are
 * noise (the shell's own line counter makes every "command not found" unique).
 */

import { unframed } from './result-frame.ts';

/** Results are looked at up to here, half from the head and half from the tail. */
const CHARACTERS_MAX = 65_536;

/** What changes by itself, each with a digit in it. One pattern, because one pass costs one pass. */
const volatileParts = new RegExp(
  [
    // UUIDs and long hex strings.
    /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/,
    /\b(?:0x)?[0-9a-f]{16,}\b/,
    // Timestamps and times of day.
    /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/,
    /\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b/,
    // Durations: 12 ms, 3.4 seconds, 5m3s, 7d.
    /\b\d+(?:\.\d+)?\s?(?:ms|µs|us|ns|secs?|seconds?|mins?|minutes?|s)\b/,
    /\b\d+(?:d\d+h|h\d+m|m\d+s|[dhm])\b/,
    // Process numbers, and the counters of tools.
    /\b(?:p?pids?|pgid|process|thread)[ =:#]+\d+/,
    /"(?:execution_count|attempt|iteration|seq|sequence|elapsed\w*|duration\w*|took\w*)":\s*\d+/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/** Ids with a prefix, such as req_8fKd2x: volatile in errors and in results of a line or two. */
const prefixedId = /\b[a-z]{2,8}[_-](?=[0-9a-z]*\d)(?=[0-9a-z]*[a-z])[0-9a-z]{6,}\b/gi;
const FEW_LINES = 2;

/** "  74: text", "74|text", "   74\ttext", "[74] text": a line-number prefix. */
const lineNumber = /^\s*(?:\[\d+\]|\d+(?:[:|\t→]|\s{2,}))\s?/;

/** The normalised, non-empty lines of a result. */
export function resultLines(result: string, isError: boolean): string[] {
  const lines: string[] = [];
  for (const raw of unframed(shortened(result)).split('\n')) {
    const line = normalLine(raw, isError);
    if (line !== '') lines.push(line);
  }
  if (!isError && lines.length > FEW_LINES) return lines;
  return lines.map((line) => line.replace(prefixedId, '<id>'));
}

function normalLine(raw: string, isError: boolean): string {
  // Everything volatile has a digit in it, and most lines have none.
  if (!/\d/.test(raw)) return raw.replace(/\s+/g, ' ').trim();
  let line = raw.replace(lineNumber, '');
  line = line.replace(volatileParts, '<v>').replace(/\s+/g, ' ').trim();
  return isError ? line.replace(/\d+/g, '#') : line;
}

function shortened(text: string): string {
  if (text.length <= CHARACTERS_MAX) return text;
  const half = CHARACTERS_MAX / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}
