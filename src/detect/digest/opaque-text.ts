/**
 * Masks what is new each time without saying anything: ids, clocks, durations, temporary names, random tokens.
 *
 * It is told by its form, not by a list of products: a word of letters and digits mixed, of hex digits, of capitals
 * in the middle of nowhere. Plain numbers stay; whether they mean something shows in how they move.
 */

/** What stands in the place of something opaque. */
export const MASK = '<v>';

/** With a digit in it, in any text. */
const anywhere: readonly RegExp[] = [
  // UUIDs, addresses, hashes and trace ids.
  /\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b/,
  /\b(?:0x)?[0-9a-fA-F]{16,}\b/,
  // Timestamps, times of day, seconds and milliseconds since 1970.
  /\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/,
  /\b\d{1,2}:\d{2}:\d{2}(?:[.,]\d+)?\b/,
  /\b1[4-9]\d{8}(?:\d{3})?(?:\.\d+)?\b/,
  // Durations: 12 ms, 3.4 seconds, 5m3s, 7d. A capital letter behind a number is a size: 45M. Tried at a number's beginning
  // only, because "1.1.1.1…" would be looked through again from each of its digits.
  /(?<!\b\d+[.,])\b\d+(?:[.,]\d+)*\s?(?:ms|µs|us|ns|[Ss]ecs?|[Ss]econds?|[Mm]ins?|[Mm]inutes?|[Hh]ours?|s)\b/,
  /\b\d+(?:d\d+h|h\d+m|m\d+s|[dhm])\b/,
];
/** Behind a sign that most lines lack. */
const behindSigns: readonly RegExp[] = [
  // How browser tools name the elements of a page, anew at every look.
  /\b(?:ref|uid|backend_?[Nn]ode_?[Ii]d)=["']?[\w-]+/,
  // Tokens in the query of an address.
  /[?&][\w.-]{1,40}=(?=[\w%-]*\d)[\w%-]{8,}/,
  // The place of a comment behind the address of what it is about.
  /#(?:[a-z]{1,20}[-_])?\d{5,}\b/,
  // Process numbers, and the counters and clocks of tools.
  /\b(?:[Pp]?[Pp]ids?|P?PID|PGID|pgid|[Pp]rocess|[Tt]hread|[Ss]eed|[Aa]ttempt)"?[ =:#]+\d+/,
  // Shells that a client opens, one for each command.
  /\b(?:shell|terminal)_?[Ii][Dd]"?[ =:#]+\d+/,
  /"(?:execution_count|attempt|iteration|seq|sequence|uptime\w*)":\s*\d+/,
  /"ms":\s*\d+/,
  // What a call used up says nothing about what it brought.
  /"?\b(?:\w+_)?(?:tokens|elapsed|duration|took|latency)(?:_\w+)?"?[:=]\s*\d+(?:\.\d+)?/,
];
const sign = /[=:#]|(?:pid|rocess|hread|eed|ttempt)s? \d/;
/** In a short text, where an id is a remark and no data. */
const inShortText: readonly RegExp[] = [
  /\b0x[0-9a-fA-F]+\b/,
  /\b(?=[0-9a-fA-F]{7})(?:\d+[a-fA-F]|[a-fA-F]+\d)[0-9a-fA-F]*\b/,
  // Hex digits behind a name: worker-0c7e5.
  /(?<=[a-z>][-_])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{4,6}\b(?![-_]?[g-zG-Z])/,
  // A word that changes between letters and digits at least twice: r44dDf4t, C3tKH.
  /\b(?=[0-9a-zA-Z]{6})(?:[a-zA-Z]+\d+[a-zA-Z]|\d+[a-zA-Z]+\d)[0-9a-zA-Z]*\b/,
];
/** One pattern each, because one pass costs one pass. */
const inLong = oneOf(anywhere);
const inShort = oneOf([...anywhere, ...inShortText]);
const afterSigns = oneOf(behindSigns);

function oneOf(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'g');
}

/** Folders for what is thrown away; names in them end in something random. */
const temporaryPath = /(?:\/(?:private\/)?(?:tmp|var\/folders|var\/tmp)\/)[^\s'"`:,;)\]}]+/g;
const randomTail =
  /([-_.]|\btmp)(?=[A-Za-z0-9]*(?:\d|[a-z][A-Z]|[A-Z]{2}))[A-Za-z0-9]{4,}(?=$|[./_-])/g;
/** Words with capitals inside: candidates only. */
const humped = /(?<![A-Za-z\d])(?=[A-Za-z]*[a-z][A-Z])[A-Za-z]{6,40}(?![A-Za-z\d])/g;
const TURNS_MIN = 3;
const CAPITALS_MIN = 0.34;

/** Letters that no id of ASCII has. */
const foreignLetter = /[\u00c0-\u1fff\u2c00-\u2dff\ua640-\ua7ff]/;

/** The text with the ids and clocks of any alphabet in ASCII, so that one set of patterns knows them. Words stay as they are. */
export function latinIds(text: string): string {
  return foreignLetter.test(text) && /\d/.test(text) ? foreignIdsInLatin(text) : text;
}

/** The patterns stand where they are used: to read those of all alphabets takes a millisecond, and most texts need none. */
function foreignIdsInLatin(text: string): string {
  // A word, with joints in it, that changes between digits and letters with capitals at least twice.
  const id =
    /(?<![\p{L}\d_-])(?=[\p{Lu}\p{Ll}\d_-]*(?:\d[_-]?[\p{Lu}\p{Ll}]+[_-]?\d|[\p{Lu}\p{Ll}]\d+[\p{Lu}\p{Ll}]))[\p{Lu}\p{Ll}\d_-]{6,80}(?![\p{L}\d_-])/gu;
  return text
    .replace(/(?<=\d{4}-\d\d-\d\d)\p{Lu}(?=\d\d:\d\d)/gu, 'T')
    .replace(/(?<=\d\d:\d\d(?:[.,]\d{1,9})?)\p{Lu}(?![\p{L}\d])/gu, 'Z')
    .replace(id, (found) =>
      found.replace(/[^\P{L}a-zA-Z]/gu, (letter) => 'abcdef'.charAt(letter.charCodeAt(0) % 6)),
    );
}

/**
 * What is joined to something opaque and is as opaque: a further group of hex digits ("131cf51b-1db5"), or the five signs without
 * vowels that orchestrators put behind the names of what they start.
 */
const opaqueTail = new RegExp(
  `${MASK}(?:[-_](?:${MASK}|[0-9a-fA-F]{3,12}|[b-df-hj-np-tv-z2-9]{5})(?![0-9A-Za-z]))+`,
  'g',
);

/** The line of a short or a long text without what is opaque. */
export function masked(line: string, hasDigits: boolean, isShort: boolean): string {
  let text = line;
  if (text.includes('/tmp/') || text.includes('/var/')) {
    text = text.replace(temporaryPath, (path) => path.replace(randomTail, `$1${MASK}`));
  }
  if (!hasDigits) return text.includes('ref=') ? text.replace(afterSigns, MASK) : text;
  if (sign.test(text)) text = text.replace(afterSigns, MASK);
  return text.replace(isShort ? inShort : inLong, MASK).replace(opaqueTail, MASK);
}

/** The line without words that are capitals and small letters at random. */
export function withoutRandomWords(line: string): string {
  const pattern = foreignLetter.test(line) ? foreignHumped() : humped;
  return line.replace(pattern, (word) => (isRandom(word) ? MASK : word));
}

function foreignHumped(): RegExp {
  return /(?<![\p{L}\d])(?=[\p{Lu}\p{Ll}]*\p{Ll}\p{Lu})[\p{Lu}\p{Ll}]{6,40}(?![\p{L}\d])/gu;
}

/** camelCase has few capitals, each at the start of a word; a random token has as many as small letters. */
function isRandom(word: string): boolean {
  const turns = word.match(/\p{Ll}(?=\p{Lu})|\p{Lu}(?=\p{Ll})/gu)?.length ?? 0;
  const capitals = word.match(/\p{Lu}/gu)?.length ?? 0;
  return turns >= TURNS_MIN && capitals >= CAPITALS_MIN * word.length;
}
