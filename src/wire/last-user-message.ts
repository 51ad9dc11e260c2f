/**
 * The last thing that was said in the user's name: the prompt of a request, in every format.
 *
 * Results of tools are not the user's words, even where a provider gives them the user's role; nor are the
 * notes that a client adds.
 */
import { clipped } from './content-text.ts';
import { isUserText, type Conversation } from './conversation.ts';

/** The text of the last user message; null when there is none. */
export function lastUserText({ pieces }: Conversation): string | null {
  const last = pieces.findLast(isUserText);
  if (last === undefined) return null;
  const texts = pieces.flatMap((piece) =>
    isUserText(piece) && piece.message === last.message ? [piece.text] : [],
  );
  return clipped(texts.join('\n'));
}
