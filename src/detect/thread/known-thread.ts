/**
 * What is kept of a thread so that its next request need not be read as new: prints, no text.
 *
 * Every piece of the history has a cheap print. The last ones are kept one by one, the older ones as a running
 * print at every 16th place; so a history that only grew is recognised by comparing numbers, and one that was
 * cut, wound back or rewritten can be laid beside the old one. Plain data of bounded size: a caller may store
 * it, and a thread whose state was lost is simply read from the start.
 */
import { mixedInto, sketchText, sketchValue } from '../../base/text-sketch.ts';
import { withoutTrailingNotes, isParts, visibleTexts, type Piece } from '../../wire/index.ts';

/** Pieces between two running prints. */
const STRIDE = 16;
/** Pieces that are kept one by one, at least. */
const RECENT_MIN = 96;
/** And at most. */
export const RECENT_MAX = RECENT_MIN + STRIDE - 1;
/** Calls and prompts that are remembered when the history around them goes. */
const CALLS_KEPT = 64;
const PROMPTS_KEPT = 32;

/** What is known of a thread. */
export interface KnownThread {
  /** How many pieces the history had. */
  readonly pieces: number;
  /** The running print after 16, 32, … pieces, as far as the prints below do not reach. */
  readonly checkpoints: readonly number[];
  /** The prints of the last pieces, at least 96 where there are so many. */
  readonly recent: readonly number[];
  /** The prints of the last calls that became events. */
  readonly calls: readonly number[];
  /** The prints of the last prompts and summaries. */
  readonly prompts: readonly number[];
}

/** The prints of pieces, in order. */
export function printsOf(pieces: readonly Piece[]): readonly number[] {
  return pieces.map(printOf);
}

function printOf(piece: Piece): number {
  switch (piece.kind) {
    case 'call':
      return sketchValue(sketchText(sketchText(3, piece.callId ?? ''), piece.tool), piece.args);
    case 'result':
      return sketchResult(sketchText(4, piece.callId ?? piece.tool ?? ''), piece.content);
    case 'prompt':
      return sketchText(1, piece.text);
    case 'response':
      return sketchText(2, piece.text);
    case 'summary':
      return sketchText(5, piece.text);
  }
}

/** Clients hang notes on results and take them off again later; they do not count. */
function sketchResult(seed: number, content: unknown): number {
  if (!isParts(content)) return sketchValue(seed, content);
  let print = seed;
  for (const text of visibleTexts(content)) print = sketchText(print, withoutTrailingNotes(text));
  return print;
}

/** How many pieces at the start of a history are the known ones; perhaps fewer than are, never more. */
export function commonStart(known: KnownThread, prints: readonly number[]): number {
  let running = 0;
  for (const [index, checkpoint] of known.checkpoints.entries()) {
    const end = (index + 1) * STRIDE;
    if (prints.length < end) return index * STRIDE;
    for (let at = end - STRIDE; at < end; at += 1) running = mixedInto(running, prints[at] ?? 0);
    if (running !== checkpoint) return index * STRIDE;
  }
  const base = known.pieces - known.recent.length;
  const end = Math.min(prints.length, known.pieces);
  for (let at = base; at < end; at += 1) {
    if (prints[at] !== known.recent[at - base]) return at;
  }
  return end;
}

/** What to remember of a history, next to the calls and prompts known before. */
export function knownFrom(
  prints: readonly number[],
  calls: readonly number[],
  prompts: readonly number[],
): KnownThread {
  const checkpoints: number[] = [];
  let running = 0;
  let base = 0;
  for (; prints.length - base > RECENT_MAX; base += STRIDE) {
    for (let at = base; at < base + STRIDE; at += 1) running = mixedInto(running, prints[at] ?? 0);
    checkpoints.push(running);
  }
  return {
    pieces: prints.length,
    checkpoints,
    recent: prints.slice(base),
    calls: lastDistinct(calls, CALLS_KEPT),
    prompts: lastDistinct(prompts, PROMPTS_KEPT),
  };
}

function lastDistinct(prints: readonly number[], kept: number): readonly number[] {
  return [...new Set(prints.toReversed())].slice(0, kept).toReversed();
}
