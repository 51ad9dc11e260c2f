/**
 * The result of a tool as the tool said it: the one place where wrappings, frames, colours and the numbers and clocks
 * before lines come off, whichever door it came through.
 *
 * Everything that reads a result reads this: how it ended, what is new in it, and which numbers it holds.
 */
import { unframed } from './result-frame.ts';
import { unwrapped } from './result-wrapping.ts';

/** A result as it was said. */
export interface PlainResult {
  readonly text: string;
  /** Whether a wrapping said that it failed; undefined where none said anything. */
  readonly failed: boolean | undefined;
}

/** Results are looked at up to here, half from the head and half from the tail. */
const CHARACTERS_MAX = 65_536;
/** Wrappings within wrappings. */
const DEPTH_MAX = 4;

const ESCAPE = String.fromCharCode(0x1b);
const BELL = String.fromCharCode(0x07);
const colour = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)?|[@-Z\\\\-_])`,
  'g',
);
const blankEnd = /[ \t\r](?:\n|$)/;
/** Not more than a line may have: a text of nothing but blanks would take forever. */
const blankEnds = /[ \t\r]{1,200}$/gm;
const fence = /^\s*```[\w-]{0,20}\n([\s\S]*?)\n?```\s*$/;
const tagged = /^\s*<([a-z][\w-]{0,30})>\n([\s\S]*)\n<\/\1>\s*$/i;
/** Where somebody cut the middle out and says how much; the piece of a line behind it is none, if others follow. */
const cutMark =
  /(?:^|\n)[^\S\n]*(?:[[(<]|\.{3}|…)?[^\n\w]{0,6}(\d[\d,]{0,12}) (?:characters|chars|lines|bytes|tokens)(?: were)? (?:truncated|omitted|cut|skipped|elided|removed)[^\n]{0,20}\n(?:[^\n]*\n(?=[^\n]))?/i;
/** A clock before a line. */
const clocked =
  /^(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?\]?|\[?\d\d:\d\d:\d\d(?:[.,]\d+)?\]?)[ \t]{1,4}/gm;
/** The number of a line before it: "  74: text", "74|text", "   74→text", "[74] text". */
const numbered = /^[ \t]*(?:\[\d+\]|\d+(?:[:|\t→]| \| ?))[ \t]?/gm;

/** The result as it was said. */
export function plainResult(result: string): PlainResult {
  let text = uncovered(shortened(result));
  let failed: boolean | undefined;
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    const opened = unwrapped(text);
    failed ??= opened.failed;
    if (opened.text === text) break;
    text = uncovered(opened.text);
  }
  return { text: withoutCut(text), failed };
}

/** How much was cut out is no number that moves, but where it differs something else was there: letters for its digits. */
function withoutCut(text: string): string {
  const mark = cutMark.exec(text);
  if (mark === null) return text;
  const [all, amount = ''] = mark;
  const letters = amount
    .replace(/\D/g, '')
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  return `${text.slice(0, mark.index)}\n<cut ${letters}>\n${text.slice(mark.index + all.length)}`;
}

/** Without colours, without what stands before every line, and without what stands around all of them. */
function uncovered(text: string): string {
  const plain = withoutColour(text);
  return unframed(withoutCover(withoutColumn(withoutColumn(plain, clocked), numbered)));
}

/** Without escape sequences, and without carriage returns and blanks at the ends of lines. */
function withoutColour(text: string): string {
  const plain = text.includes(ESCAPE) ? text.replace(colour, '') : text;
  return blankEnd.test(plain) ? plain.replace(blankEnds, '') : plain;
}

/** A fence or a tag around all of it. */
function withoutCover(text: string): string {
  const start = text.trimStart();
  if (start.startsWith('```')) return fence.exec(text)?.[1] ?? text;
  return start.startsWith('<') ? (tagged.exec(text)?.[2] ?? text) : text;
}

/** Every line without what stands before it, if it stands before every line. */
function withoutColumn(text: string, column: RegExp): string {
  column.lastIndex = 0;
  if (column.exec(text)?.index !== 0) return text;
  column.lastIndex = 0;
  const lines = text.split('\n').filter((line) => line !== '').length;
  const before = text.match(column)?.length ?? 0;
  return before >= lines ? text.replace(column, '') : text;
}

function shortened(text: string): string {
  if (text.length <= CHARACTERS_MAX) return text;
  const half = CHARACTERS_MAX / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}
