/**
 * The history that a request carries, with the prints by which it is compared with what is known of its thread. Made
 * once for a request: several questions are asked of the same history.
 */
import type { Conversation, Piece } from '../../wire/index.ts';
import { printsOf } from './known-thread.ts';

export interface History {
  readonly conversation: Conversation;
  readonly pieces: readonly Piece[];
  /** One for each piece. */
  readonly prints: readonly number[];
}

/** The history of a conversation. */
export function historyOf(conversation: Conversation): History {
  const { pieces } = conversation;
  return { conversation, pieces, prints: printsOf(pieces) };
}

/** The history up to a message, with that message. */
export function historyUpTo({ conversation, pieces, prints }: History, message: number): History {
  const after = pieces.findIndex((piece) => piece.message > message);
  const end = after === -1 ? pieces.length : after;
  return { conversation, pieces: pieces.slice(0, end), prints: prints.slice(0, end) };
}
