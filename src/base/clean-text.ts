/**
 * Text from agents, made safe to show.
 *
 * Reasons, prompts, names of files and models come from agents, so they may hold what a terminal takes for a command
 * (copy to the clipboard, move the cursor), what a reader takes for one of our own lines, and marks that turn the order
 * of what is read. None of it reaches a screen.
 */

/**
 * Controls, line and paragraph separators, formatting characters but the two that join letters, half characters. Made where
 * it is used: to read it takes longer than a hook that says nothing may spend on it.
 */
const unsafe = (): RegExp => /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]--[\u200c\u200d]]/gv;
const SHOWN_INSTEAD = '\uFFFD';

/** The text as one line: nothing in it can begin another. */
export function cleanLine(text: string): string {
  return text.replaceAll(unsafe(), SHOWN_INSTEAD);
}

/** The text in its lines; only line feeds stay of what moves the cursor. */
export function cleanText(text: string): string {
  return text.replaceAll(unsafe(), (found) => (found === '\n' ? found : SHOWN_INSTEAD));
}

/** The text as a page shows it: blanks of every kind stay, marks that turn the order of what is read do not. */
export function cleanForPage(text: string): string {
  return text.replaceAll(unsafe(), (found) => (/[\t\n\r]/.test(found) ? found : SHOWN_INSTEAD));
}

/** A JSON text that says the same with escapes in place of what is unsafe. */
export function cleanJson(text: string): string {
  return text.replaceAll(unsafe(), (found) =>
    // Between the values of a JSON text these are blanks, and inside none of them can stand.
    found === '\n' || found === '\r' || found === '\t' ? found : escaped(found),
  );
}

function escaped(found: string): string {
  return found
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
