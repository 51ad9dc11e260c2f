/**
 * Joins calls with their results and turns pieces into the events of a transcript.
 *
 * A call becomes an event when its result is there, at the result's place; parallel and interleaved calls find
 * theirs by id, and by the tool's name where a format has no ids. Some providers count ids anew in every
 * answer, so an id stands for the latest call that carried it; a second result of an answered call is the same
 * call again and no event.
 */
import {
  clipped,
  resultText,
  givenArgs,
  type CallPiece,
  type Piece,
  type ResultPiece,
} from '../../wire/index.ts';
import type { ToolEvent, TranscriptEvent } from './transcript.ts';

/** A call whose result may come: where it stands, or -1 when it is known from elsewhere. */
interface OpenCall {
  readonly at: number;
  readonly call: Pick<CallPiece, 'tool' | 'args' | 'message'>;
}

/** A call that the model made, as its answer said it. */
export interface EarlierCall {
  readonly callId?: string;
  readonly tool: string;
  readonly args: unknown;
}

/** Whether the piece at an index becomes an event; for a result, `call` is where its call stands, or -1. */
export type IsNew = (index: number, call: number) => boolean;

/** The events of those pieces that are new, in order. */
export function joinCalls(
  pieces: readonly Piece[],
  isNew: IsNew,
  earlier: readonly EarlierCall[] = [],
): readonly TranscriptEvent[] {
  const open = openedBefore(earlier);
  const answered = new Set<string>();
  const events: TranscriptEvent[] = [];
  let previous: Piece | null = null;
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'call') {
      expect(open, piece, index);
    } else if (piece.kind === 'result') {
      const call = take(open, piece);
      const again = call === null && piece.callId !== null && answered.has(piece.callId);
      if (piece.callId !== null) answered.add(piece.callId);
      if (!again && isNew(index, call?.at ?? -1)) events.push(toolEvent(call, piece));
    } else if (isNew(index, -1)) {
      addText(events, piece, previous);
      previous = piece;
      continue;
    }
    previous = null;
  }
  return events;
}

function openedBefore(earlier: readonly EarlierCall[]): Map<string, OpenCall[]> {
  const open = new Map<string, OpenCall[]>();
  for (const { callId, tool, args } of earlier) {
    expect(open, { kind: 'call', message: -1, callId: callId ?? null, tool, args }, -1);
  }
  return open;
}

function expect(open: Map<string, OpenCall[]>, call: CallPiece, at: number): void {
  const key = call.callId === null ? `tool ${call.tool}` : `id ${call.callId}`;
  const waiting = open.get(key);
  const one = { at, call };
  // An id used again by a later message means the later call; and a history that has the call itself needs no memory
  // of it, or every result would be joined with the arguments of the call before.
  const first = waiting?.[0];
  const remembered = first?.at === -1 && at !== -1;
  const replaces = remembered || (call.callId !== null && first?.call.message !== call.message);
  if (waiting === undefined || replaces) open.set(key, [one]);
  else waiting.push(one);
}

function take(open: Map<string, OpenCall[]>, result: ResultPiece): OpenCall | null {
  const byId = result.callId === null ? undefined : open.get(`id ${result.callId}`)?.shift();
  if (byId !== undefined) return byId;
  return result.tool === null ? null : (open.get(`tool ${result.tool}`)?.shift() ?? null);
}

function toolEvent(open: OpenCall | null, result: ResultPiece): ToolEvent {
  const { callId, content, isError, error } = result;
  return {
    kind: 'tool',
    tool: open?.call.tool ?? result.tool ?? 'unknown',
    args: givenArgs(open?.call.args),
    result: resultText(content),
    ...(isError === null ? {} : { isError }),
    ...(error === null ? {} : { error }),
    ...(callId === null ? {} : { callId }),
  };
}

/** Pieces of one message that follow each other are one text. */
function addText(events: TranscriptEvent[], piece: Piece, previous: Piece | null): void {
  if (piece.kind === 'summary') {
    events.push({ kind: 'compaction' });
    return;
  }
  if (piece.kind !== 'prompt' && piece.kind !== 'response') return;
  const last = events.at(-1);
  const goesOn = previous?.kind === piece.kind && previous.message === piece.message;
  if (goesOn && last?.kind === piece.kind) {
    events[events.length - 1] = { ...last, text: clipped(`${last.text}\n${piece.text}`) };
  } else {
    events.push({ kind: piece.kind, text: clipped(piece.text) });
  }
}
