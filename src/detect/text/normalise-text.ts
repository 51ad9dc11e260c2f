/**
 * Replaces what changes from one repetition to the next: timestamps, ids, numbers, white space.
 *
 * Two prompts that differ only in these are the same prompt. Order matters: a timestamp is made of
 * numbers, and an id may contain digits, so the longer pattern goes first.
 */

interface Replacement {
  readonly pattern: RegExp;
  readonly placeholder: string;
  /** Whatever it finds has one of these signs in it, which are faster to look for; absent where it has none. */
  readonly signs?: readonly string[];
}

const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[AP]M\b)?`;
const ZONES = '(?:utc|gmt|wes?t|ces?t|ees?t|bst|ist|jst|kst|msk|sgt|a[cew][ds]t|[ecmp][ds]t)';
const ZONE = String.raw`(?: (?:${ZONES}\b|[+-]\d{2}:?\d{2})|Z\b)?`;
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const WEEKDAY = String.raw`\b(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? +)?`;
/** Dates with the name of a month in them: of mail and HTTP, of access logs, of `date`, of the system's log. */
const NAMED_DATES: readonly Replacement[] = [
  new RegExp(`${WEEKDAY}\\b\\d{1,2}[ /-]${MONTH}[ /-]\\d{2,4}[ :]${CLOCK}${ZONE}`, 'gi'),
  new RegExp(`${WEEKDAY}\\b${MONTH} +\\d{1,2}(?:, \\d{4})?,? ${CLOCK}${ZONE}(?: \\d{4}\\b)?`, 'gi'),
].map((pattern) => ({ pattern, placeholder: '<TS>' }));
/** Without this there is no time of day in a text, and no date of those forms. */
const CLOCK_SIGN = /\d:\d\d/;
/** Above this character a text may hold digits of other scripts. */
const ASCII_ONLY = /^[\0-\x7f]*$/;

const replacements: readonly Replacement[] = [
  // UUIDs with or without braces.
  {
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    placeholder: '<ID>',
    signs: ['-'],
  },
  // ISO 8601 and its relatives: a date, perhaps a time, fractions and a zone.
  {
    pattern:
      /\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\b/g,
    placeholder: '<TS>',
    signs: ['-', '/'],
  },
  // A time of day on its own.
  {
    pattern: /\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AP]M\b)?/gi,
    placeholder: '<TS>',
    signs: [':'],
  },
  // Fractions, whose digits would else pass for a long id.
  { pattern: /\b\d+\.\d{12,}(?:e[+-]?\d+)?\b/gi, placeholder: '<NUM>', signs: ['.'] },
  // Long hex strings: hashes, trace ids.
  { pattern: /\b(?:0x)?[0-9a-f]{16,}\b/gi, placeholder: '<ID>' },
  // Prefixed ids such as msg_01AbC…, call-7f3a, sess_…: a word, a joint, a tail with a digit in it.
  {
    pattern: /\b[a-z]{2,12}[_-](?=[0-9a-z]*\d)[0-9a-z]{6,}\b/gi,
    placeholder: '<ID>',
    signs: ['_', '-'],
  },
  // Numbers with signs, groups, fractions and exponents.
  { pattern: /\d+(?:[.,_]\d+)*(?:e[+-]?\d+)?/gi, placeholder: '<NUM>' },
];

/** The text with `<TS>`, `<ID>` and `<NUM>` in it and single spaces. */
export function normaliseText(text: string): string {
  // The digits of every script are numbers; which ones they were is gone in a moment.
  let normal = ASCII_ONLY.test(text) ? text : text.replace(/\p{Nd}/gu, '0');
  const dates = CLOCK_SIGN.test(normal) ? NAMED_DATES : [];
  for (const { pattern, placeholder } of dates) normal = normal.replace(pattern, placeholder);
  for (const { pattern, placeholder, signs } of replacements) {
    if (signs === undefined || signs.some((sign) => normal.includes(sign))) {
      normal = normal.replace(pattern, placeholder);
    }
  }
  return singleSpaced(normal).trim();
}

/** With one space for all white space; most texts have it so, and looking is cheaper than replacing. */
export function singleSpaced(text: string): string {
  return /[^\S ]|\s\s/.test(text) ? text.replace(/\s+/g, ' ') : text;
}
