/**
 * What the parts of the shell reader share: the place in the text, what was found so far, and how to give up.
 */
import type {
  CommandAssignment,
  CommandJoin,
  CommandNesting,
  CommandRedirect,
  CommandWord,
  SimpleCommand,
  Unreadable,
} from './command-line.ts';

/** A command while its line is being read: whether it ends in `&` is known only afterwards. */
export interface CommandDraft extends SimpleCommand {
  background: boolean;
}

/** A redirection while its here-document is still to come. */
export interface RedirectDraft extends CommandRedirect {
  body?: CommandWord;
}

/** What a whole line gave so far, across the scripts inside it. */
export interface Reading {
  readonly commands: CommandDraft[];
  readonly unreadable: Unreadable[];
  /** How much may still be read before the line counts as unreadable. */
  charactersLeft: number;
  // Scripts stand in words and words in scripts: whoever reads words finds the reader of scripts here.
  readonly readList: (cursor: Cursor, closers: readonly string[], join?: CommandJoin) => string;
  readonly readScript: (
    reading: Reading,
    source: string,
    inside: readonly CommandNesting[],
    pipedFrom: number | null,
  ) => void;
}

/** A here-document whose body comes after the next line end. */
export interface PendingBody {
  /** Inside how many expansions it was announced. */
  readonly within: number;
  /** The delimiter was quoted: nothing in the body is expanded. */
  readonly literal: boolean;
  readonly stripsTabs: boolean;
  /** Called with the body in place. */
  arrived: () => void;
}

/** A place in one text. */
export interface Cursor {
  readonly reading: Reading;
  readonly source: string;
  at: number;
  inside: readonly CommandNesting[];
  pipedFrom: number | null;
  readonly pending: Map<RedirectDraft, PendingBody>;
}

/** Nested deeper, nothing is read. Real lines stay below 6. */
export const NESTING_MAX = 24;

/** Says why a text cannot be read. It never leaves the reader. */
export class ReadingEnds extends Error {
  readonly at: number;
  constructor(what: string, at: number) {
    super(what);
    this.at = at;
  }
}

/** Gives up on this text. */
export function giveUp(cursor: Cursor, what: string): never {
  throw new ReadingEnds(what, cursor.at);
}

/** Reads something one level further in. */
export function within<Result>(
  cursor: Cursor,
  nesting: CommandNesting,
  read: () => Result,
): Result {
  const outer = cursor.inside;
  if (outer.length >= NESTING_MAX) giveUp(cursor, `more than ${NESTING_MAX} levels of nesting`);
  cursor.inside = [...outer, nesting];
  const result = read();
  cursor.inside = outer;
  return result;
}

/** Counts what is about to be read, or read again, against the allowance of the line. */
export function spend(cursor: Cursor, characters: number): void {
  cursor.reading.charactersLeft -= characters;
  if (cursor.reading.charactersLeft < 0) giveUp(cursor, 'too many scripts within scripts');
}

/** How many substitutions stand around this place. */
export function expansionsAround({ inside }: Cursor): number {
  return inside.filter(({ kind }) => kind === 'substitution' || kind === 'process').length;
}

/** Is this text next? */
export function next(cursor: Cursor, text: string): boolean {
  return cursor.source.startsWith(text, cursor.at);
}

/** Steps over this text if it is next. */
export function take(cursor: Cursor, text: string): boolean {
  if (!next(cursor, text)) return false;
  cursor.at += text.length;
  return true;
}

/** The character here; empty at the end. */
export function here(cursor: Cursor): string {
  return cursor.source.charAt(cursor.at);
}

/** Nothing is left. */
export function ended(cursor: Cursor): boolean {
  return cursor.at >= cursor.source.length;
}

/** A command with nothing in it yet. */
export function emptyCommand(cursor: Cursor, join: CommandJoin) {
  const assignments: CommandAssignment[] = [];
  const words: CommandWord[] = [];
  const redirects: RedirectDraft[] = [];
  const { inside, pipedFrom } = cursor;
  return { assignments, words, redirects, join, inside, pipedFrom, background: false };
}

/** The program's name without its folder; null when an expansion may have made it. */
export function programOf(words: readonly CommandWord[]): string | null {
  const [first] = words;
  if (first === undefined) return null;
  const { text, expansions, literalFrom, splits } = first;
  const literal = text.slice(literalFrom);
  const slash = literal.lastIndexOf('/');
  const isKnown = expansions.every((one) => one === 'tilde') || (!splits && slash >= 0);
  const name = slash < 0 ? literal : literal.slice(slash + 1);
  return isKnown && name !== '' ? name : null;
}
