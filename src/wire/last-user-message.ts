/**
 * The last thing that was said in the user's name: the prompt of a request, in every format.
 *
 * Results of tools are not the user's words, even where a provider gives them the user's role; nor are the
 * notes that a client adds.
 */
import { clipped } from './content-text.ts';
import { conversationOf, firstRead, piecesOfMessage, type Conversation } from './conversation.ts';

/** The text of the last user message; null when there is none. */
export function lastUserMessage(body: unknown, path?: string): string | null {
  const conversation = conversationOf(body, path);
  if (conversation === null) return null;
  const first = firstRead(conversation);
  for (let index = conversation.messages.length - 1; index >= first; index -= 1) {
    const texts = wordsOfMessage(conversation, index);
    if (texts.length > 0) return clipped(texts.join('\n'));
  }
  return null;
}

/** What is said in the user's name in one message, part by part. */
export function wordsOfMessage(conversation: Conversation, index: number): readonly string[] {
  return piecesOfMessage(conversation, index).flatMap((piece) =>
    piece.kind === 'prompt' || piece.kind === 'summary' ? [piece.text] : [],
  );
}
