/**
 * Lays a history beside the known one and says from where on it is new.
 *
 * A history mostly grows at its end. Besides, clients summarise it, cut its start on every turn, blank old
 * results, wind back to an earlier prompt, or send an old state again. What matters is to find the place after
 * which nothing was counted yet, and whether the model lost enough of its memory to have a right to look again.
 */
import type { Piece } from '../../wire/index.ts';
import { commonStart, type KnownThread } from './known-thread.ts';

/** How a history differs from the known one. */
export interface Alignment {
  /** first: nothing was known; older: a part of what is known; rewritten: something known is missing. */
  readonly change: 'first' | 'same' | 'older' | 'grown' | 'rewritten';
  /** The first piece that may be new. */
  readonly from: number;
  /** Pieces after `from` may be old ones in a new place. */
  readonly mixed: boolean;
  /** The model goes on with clearly less than it had. */
  readonly compacted: boolean;
}

/** A change of the last messages alone is no loss of memory. */
const LOST_AT_END_MIN = 3;
/** So many results blanked at once are a clean-up; one at each step is a client's habit. */
const BLANKED_MIN = 3;

export function alignHistory(
  known: KnownThread | null,
  pieces: readonly Piece[],
  prints: readonly number[],
): Alignment {
  if (known === null || known.pieces === 0) return aligned('first', 0);
  const common = commonStart(known, prints);
  if (common === known.pieces) return aligned(prints.length === common ? 'same' : 'grown', common);
  if (common === prints.length) return aligned('older', common);
  const kept = keptEnd(known, pieces, prints);
  if (kept === null) {
    const compacted = known.pieces - common >= LOST_AT_END_MIN || common === 0;
    return { change: 'rewritten', from: common, mixed: true, compacted };
  }
  const compacted =
    2 * (known.pieces - kept.end) > known.pieces ||
    hasNewSummary(known, pieces, prints, kept.end - kept.length) ||
    (kept.end === known.pieces && areResultsBlanked(known, pieces, prints));
  return { change: 'rewritten', from: kept.end, mixed: false, compacted };
}

function aligned(change: Alignment['change'], from: number): Alignment {
  return { change, from, mixed: false, compacted: false };
}

/** The place where the known history ends in the new one, and how many pieces before it agree. */
function keptEnd(
  known: KnownThread,
  pieces: readonly Piece[],
  prints: readonly number[],
): { readonly end: number; readonly length: number } | null {
  const { recent } = known;
  const last = recent.at(-1);
  let best = { end: 0, length: 0 };
  for (let end = prints.length; end > 0 && best.length < recent.length; end -= 1) {
    if (prints[end - 1] !== last) continue;
    const length = agreeing(recent, prints, end);
    if (length > best.length) best = { end, length };
  }
  if (best.length >= 2) return best;
  // One text alone may be said twice; a call's id is not given twice.
  const only = best.length === 1 ? pieces[best.end - 1] : undefined;
  return only !== undefined && 'callId' in only && only.callId !== null ? best : null;
}

function agreeing(recent: readonly number[], prints: readonly number[], end: number): number {
  const most = Math.min(recent.length, end);
  let length = 1;
  while (length < most && prints[end - 1 - length] === recent[recent.length - 1 - length]) {
    length += 1;
  }
  return length;
}

function hasNewSummary(
  known: KnownThread,
  pieces: readonly Piece[],
  prints: readonly number[],
  end: number,
): boolean {
  for (let index = 0; index < end; index += 1) {
    if (pieces[index]?.kind === 'summary' && !known.prompts.includes(prints[index] ?? 0))
      return true;
  }
  return false;
}

function areResultsBlanked(
  known: KnownThread,
  pieces: readonly Piece[],
  prints: readonly number[],
): boolean {
  const base = known.pieces - known.recent.length;
  let results = 0;
  let changed = 0;
  for (let index = base; index < known.pieces; index += 1) {
    if (pieces[index]?.kind !== 'result') continue;
    results += 1;
    if (prints[index] !== known.recent[index - base]) changed += 1;
  }
  return changed >= BLANKED_MIN && 4 * changed >= results;
}
