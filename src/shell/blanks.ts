/**
 * Steps over what stands between words: blanks, comments, line ends, and the here-documents that follow these.
 */
import { ended, expansionsAround, giveUp, here, take, type Cursor } from './reading.ts';
import { readBody } from './word.ts';

const BARE_WORD = /(?:[A-Za-z]+|[{}!]|\[\[)(?=[ \t\n;&|<>()]|$)/y;

/** The word here if it may be a reserved one: unquoted and complete. Empty otherwise. */
export function bareWordHere(cursor: Cursor): string {
  BARE_WORD.lastIndex = cursor.at;
  return BARE_WORD.exec(cursor.source)?.[0] ?? '';
}

/** Steps over every `!` before a command: it turns the outcome around, not what is run. */
export function skipNegations(cursor: Cursor): void {
  while (bareWordHere(cursor) === '!') {
    cursor.at += 1;
    skipBlanks(cursor);
  }
}

/** Steps over blanks and broken lines. */
export function skipBlanks(cursor: Cursor): void {
  while (take(cursor, ' ') || take(cursor, '\t') || take(cursor, '\\\n'));
  if (here(cursor) !== '#') return;
  const before = cursor.source.charAt(cursor.at - 1);
  // A comment begins where a word could.
  if (cursor.at > 0 && !/[ \t\n;&|()]/.test(before)) return;
  const end = cursor.source.indexOf('\n', cursor.at);
  cursor.at = end < 0 ? cursor.source.length : end;
}

/** Steps over blanks, comments and line ends; at a line end the bodies of here-documents follow. */
export function skipLines(cursor: Cursor): void {
  for (;;) {
    skipBlanks(cursor);
    if (!take(cursor, '\n')) return;
    readPendingBodies(cursor);
  }
}

/** Reads the here-documents that were announced on the line before. */
export function readPendingBodies(cursor: Cursor): void {
  for (const [redirect, pending] of cursor.pending) {
    // Shells do not agree on where a body begins when an expansion ends or begins before it.
    if (pending.within !== expansionsAround(cursor))
      giveUp(cursor, 'a here-document cut by an expansion');
    cursor.pending.delete(redirect);
    const text = readBodyText(cursor, redirect.target.text, pending.stripsTabs);
    redirect.body = readBody(cursor, text, pending.literal);
    pending.arrived();
  }
}

/** The lines up to the delimiter. Where it is missing, a shell takes all there is, and so do we. */
function readBodyText(cursor: Cursor, delimiter: string, stripsTabs: boolean): string {
  const lines: string[] = [];
  while (!ended(cursor)) {
    const found = cursor.source.indexOf('\n', cursor.at);
    const end = found < 0 ? cursor.source.length : found;
    const written = cursor.source.slice(cursor.at, end);
    cursor.at = Math.min(end + 1, cursor.source.length);
    const line = stripsTabs ? written.replace(/^\t+/, '') : written;
    if (line === delimiter) break;
    lines.push(line);
  }
  return lines.map((line) => `${line}\n`).join('');
}
