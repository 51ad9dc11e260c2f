/**
 * From a request's history to the events of its thread, each counted once.
 *
 * Clients resend the whole history with every request. What is known of the thread is compared by prints
 * (`known-thread.ts`); only what is new is turned into text and events.
 */
import { mixedInto } from '../../base/text-sketch.ts';
import { continuedFrom, isUserText, type Piece } from '../../wire/index.ts';
import { alignHistory, type Alignment } from './align-history.ts';
import type { History } from './history.ts';
import { joinCalls, type EarlierCall, type IsNew } from './join-calls.ts';
import { knownFrom, RECENT_MAX, type KnownThread } from './known-thread.ts';
import type { TranscriptEvent } from './transcript.ts';

/** What a request adds to a thread. */
export interface Rebuilt {
  readonly events: readonly TranscriptEvent[];
  /** To be given with the thread's next request. */
  readonly known: KnownThread | null;
  /**
   * How the history changed. `same` has no events: a repeated request, which is a retry if the one before had no
   * answer, and a repetition if it had one; only the caller knows. `older` is a part of what is known.
   */
  readonly change: Alignment['change'];
}

/** All events of a conversation, as if nothing of it were known. */
export function allEvents(pieces: readonly Piece[]): readonly TranscriptEvent[] {
  return joinCalls(pieces, () => true);
}

/**
 * The events that a history adds to what is known of its thread. Requests that carry results alone need the calls of
 * earlier answers.
 */
export function newEvents(
  known: KnownThread | null,
  history: History,
  earlierCalls: readonly EarlierCall[] = [],
): Rebuilt {
  const { pieces, prints } = history;
  if (continuedFrom(history.conversation) !== null) return continued(known, history, earlierCalls);
  const alignment = alignHistory(known, pieces, prints);
  const { change, from } = alignment;
  if (change === 'same' || change === 'older') return { events: [], known, change };
  const calls: number[] = [];
  const isNew = noting(calls, pieces, prints, (index, call) => {
    if (index < from) return false;
    return !alignment.mixed || known === null || !isKnown(known, pieces, prints, index, call);
  });
  const events = joinCalls(pieces, isNew, earlierCalls);
  const spoken = wordsOf(pieces, prints, change === 'grown' ? from : 0);
  const next = knownFrom(
    prints,
    [...(known?.calls ?? []), ...calls],
    [...(known?.prompts ?? []), ...spoken],
  );
  const told = events.some((event) => event.kind === 'compaction');
  const first: TranscriptEvent[] = alignment.compacted && !told ? [{ kind: 'compaction' }] : [];
  return { events: [...first, ...events], known: next, change };
}

/** The provider keeps the history: everything in the request is new, unless it was sent before. */
function continued(
  known: KnownThread | null,
  { pieces, prints }: History,
  earlierCalls: readonly EarlierCall[],
): Rebuilt {
  const recent = known?.recent ?? [];
  const tail = recent.slice(-prints.length);
  const again = prints.length > 0 && tail.length === prints.length;
  if (prints.length === 0 || (again && tail.every((print, index) => print === prints[index]))) {
    return { events: [], known, change: 'same' };
  }
  const calls: number[] = [];
  const events = joinCalls(
    pieces,
    noting(calls, pieces, prints, () => true),
    earlierCalls,
  );
  const next = knownFrom(
    [...recent, ...prints].slice(-RECENT_MAX),
    [...(known?.calls ?? []), ...calls],
    [...(known?.prompts ?? []), ...wordsOf(pieces, prints, 0)],
  );
  return { events, known: next, change: known === null ? 'first' : 'grown' };
}

/** The same answers as `isNew`, with the prints of the calls among them written down. */
function noting(
  calls: number[],
  pieces: readonly Piece[],
  prints: readonly number[],
  isNew: IsNew,
): IsNew {
  return (index, call) => {
    const answer = isNew(index, call);
    if (answer && pieces[index]?.kind === 'result') {
      calls.push(callPrint(pieces, prints, index, call));
    }
    return answer;
  };
}

/** A call with an id is known again by itself; one without, or one that is not there, by its result as well. */
function callPrint(
  pieces: readonly Piece[],
  prints: readonly number[],
  index: number,
  call: number,
): number {
  const made = pieces[call];
  const result = prints[index] ?? 0;
  if (made?.kind !== 'call') return result;
  return made.callId === null ? mixedInto(prints[call] ?? 0, result) : (prints[call] ?? 0);
}

function isKnown(
  known: KnownThread,
  pieces: readonly Piece[],
  prints: readonly number[],
  index: number,
  call: number,
): boolean {
  const print = prints[index] ?? 0;
  const kind = pieces[index]?.kind;
  if (kind === 'result') return known.calls.includes(callPrint(pieces, prints, index, call));
  return kind === 'response' ? known.recent.includes(print) : known.prompts.includes(print);
}

/** The prints of the prompts and summaries from a place on. */
function wordsOf(
  pieces: readonly Piece[],
  prints: readonly number[],
  from: number,
): readonly number[] {
  return prints.slice(from).filter((_, offset) => {
    const piece = pieces[from + offset];
    return piece !== undefined && isUserText(piece);
  });
}
