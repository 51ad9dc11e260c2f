/**
 * The smallest thing a wire format says: a piece of a prompt or an answer, a call, a result.
 *
 * Every format is read into these, message by message. They keep the provider's values as they are; texts are
 * made only of the pieces that turn out to be new.
 */
import { listOf } from '../base/json-values.ts';
import { isSummary, ownWords } from './client-notes.ts';
import { PARTS_MAX, visibleTexts } from './content-text.ts';

interface Placed {
  /** Which message of the body it stands in. */
  readonly message: number;
}

/** Text of one content part: what a person said, what the model said, or a summary to go on from. */
export interface TextPiece extends Placed {
  readonly kind: 'prompt' | 'response' | 'summary';
  readonly text: string;
}

/** The model calls a tool. */
export interface CallPiece extends Placed {
  readonly kind: 'call';
  readonly callId: string | null;
  readonly tool: string;
  readonly args: unknown;
}

/** A tool's answer. */
export interface ResultPiece extends Placed {
  readonly kind: 'result';
  readonly callId: string | null;
  /** The tool, where the format repeats its name. */
  readonly tool: string | null;
  readonly content: unknown;
  readonly isError: boolean | null;
  /** The error on its own, where the format keeps it apart. */
  readonly error: string | null;
}

export type Piece = TextPiece | CallPiece | ResultPiece;

/** Reads one message of a format; `message` is its place in the body. */
export type ReadMessage = (value: unknown, message: number) => readonly Piece[];

/** The pieces of a content in the user's name: without the client's notes, summaries marked. */
export function promptPieces(content: unknown, message: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const text of visibleTexts(content)) {
    const words = ownWords(text);
    if (words !== '')
      pieces.push({ kind: isSummary(words) ? 'summary' : 'prompt', message, text: words });
  }
  return pieces;
}

/** The pieces of what the model said. */
export function responsePieces(content: unknown, message: number): readonly Piece[] {
  return visibleTexts(content)
    .filter((text) => text.trim() !== '')
    .map((text) => ({ kind: 'response', message, text }));
}

/** The parts of a content, the last ones where there are too many: what is new stands at the end. */
export function lastParts(content: unknown): readonly unknown[] {
  const parts = listOf(content);
  return parts.length > PARTS_MAX ? parts.slice(-PARTS_MAX) : parts;
}

/** A result without more than its content. */
export function resultPiece(
  message: number,
  callId: string | null,
  content: unknown,
  more: Partial<Pick<ResultPiece, 'tool' | 'isError' | 'error'>> = {},
): ResultPiece {
  return {
    kind: 'result',
    message,
    callId,
    tool: null,
    content,
    isError: null,
    error: null,
    ...more,
  };
}
