/**
 * Reads the grammar of a shell down to its simple commands: lists, pipelines and compound commands.
 *
 * It is strict: what a shell would call a syntax error ends the reading, and so does what only some shells know.
 */
import { bareWordHere, readPendingBodies, skipBlanks, skipLines, skipNegations } from './blanks.ts';
import type { CommandJoin, CommandNesting } from './command-line.ts';
import { readCompound, readFunctionBody, STRAY_WORDS } from './compound.ts';
import {
  ended,
  giveUp,
  here,
  next,
  ReadingEnds,
  spend,
  take,
  type Cursor,
  type Reading,
} from './reading.ts';
import { readSimple } from './simple.ts';

/** Reads a whole script. What cannot be read is added to `unreadable`; nothing is thrown. */
export function readScript(
  reading: Reading,
  source: string,
  inside: readonly CommandNesting[],
  pipedFrom: number | null,
): void {
  const cursor: Cursor = { reading, source, at: 0, inside, pipedFrom, pending: new Map() };
  try {
    spend(cursor, source.length);
    readList(cursor, ['']);
    readPendingBodies(cursor);
  } catch (error) {
    const what = error instanceof ReadingEnds ? error.message : 'nothing a shell could read';
    reading.unreadable.push({ what, at: cursor.at });
  }
}

/** Reads commands up to one of the closers, steps over it and tells which it was. '' stands for the end. */
export function readList(
  cursor: Cursor,
  closers: readonly string[],
  first: CommandJoin = null,
): string {
  let join = first;
  for (let count = 0; ; count += 1) {
    skipLines(cursor);
    const closer = takeCloser(cursor, closers);
    if (closer !== null) {
      const isSubshell = cursor.inside.at(-1)?.kind === 'subshell';
      const mayBeEmpty =
        closer === '' ||
        (closer === ')' ? !isSubshell : closer.startsWith(';') || closer === 'esac');
      if (count === 0 && !mayBeEmpty) giveUp(cursor, `nothing before ${closer}`);
      return closer;
    }
    join = readAndOr(cursor, join);
  }
}

/** The closer that stands here, stepped over. A longer operator is not mistaken for its beginning. */
function takeCloser(cursor: Cursor, closers: readonly string[]): string | null {
  if (ended(cursor)) {
    if (closers.includes('')) return '';
    giveUp(cursor, `${closers.join(' or ')} is missing`);
  }
  const operator = [')', ';;&', ';;', ';&'].find((one) => next(cursor, one)) ?? null;
  const found = operator ?? bareWordHere(cursor);
  if (found !== '' && closers.includes(found)) {
    cursor.at += found.length;
    return found;
  }
  if (operator !== null || STRAY_WORDS.includes(found)) giveUp(cursor, `${found} out of place`);
  return null;
}

/** Pipelines joined by && and ||, and what ends them. Gives the join of whatever follows. */
function readAndOr(cursor: Cursor, first: CommandJoin): CommandJoin {
  const { commands } = cursor.reading;
  const from = commands.length;
  let join = first;
  for (;;) {
    readPipeline(cursor, join);
    skipBlanks(cursor);
    const operator = (['&&', '||'] as const).find((one) => take(cursor, one));
    if (operator === undefined) break;
    join = operator;
    skipLines(cursor);
  }
  if (next(cursor, ';;') || next(cursor, ';&')) return ';';
  if (take(cursor, ';')) return ';';
  if (next(cursor, '\n')) return '\n';
  if (take(cursor, '&')) {
    const isBroken = /[;&|]/.test(here(cursor)) || next(cursor, '\\\n');
    if (isBroken && !next(cursor, ';;')) giveUp(cursor, 'an operator after &');
    for (const command of commands.slice(from)) command.background = true;
    return '&';
  }
  if (!ended(cursor) && !next(cursor, ')')) giveUp(cursor, `${here(cursor)} out of place`);
  return ';';
}

function readPipeline(cursor: Cursor, join: CommandJoin): void {
  const outer = cursor.pipedFrom;
  const from = cursor.reading.commands.length;
  skipNegations(cursor);
  readCommand(cursor, join);
  skipBlanks(cursor);
  while (next(cursor, '|') && !next(cursor, '||')) {
    cursor.at += next(cursor, '|&') ? 2 : 1;
    if (next(cursor, '\\\n')) giveUp(cursor, 'an operator that is broken over two lines');
    cursor.pipedFrom = from;
    skipLines(cursor);
    readCommand(cursor, '|');
    skipBlanks(cursor);
  }
  cursor.pipedFrom = outer;
}

function readCommand(cursor: Cursor, join: CommandJoin): void {
  const word = bareWordHere(cursor);
  if (STRAY_WORDS.includes(word)) giveUp(cursor, `${word} out of place`);
  if (readCompound(cursor, word, join)) return;
  const defined = readSimple(cursor, join);
  if (defined !== null) readFunctionBody(cursor, defined);
}
