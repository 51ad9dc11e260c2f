/**
 * Text as every database gives it back.
 *
 * A NUL and half a character don't survive one. Both come from outside (names of tools, a person's words), and must not
 * keep what they stand in from being written down.
 */

/** What is shown in place of what cannot be kept. */
const SHOWN_INSTEAD = '\uFFFD';

/** The text without NUL and halves of characters; nearly every text stays as it is. */
export function storableText(text: string): string {
  return text.replaceAll('\0', SHOWN_INSTEAD).toWellFormed();
}
