/**
 * Replaces what changes from one repetition to the next: timestamps, ids, numbers, white space.
 *
 * Two prompts that differ only in these are the same prompt. Order matters: a timestamp is made of
 * numbers, and an id may contain digits, so the longer pattern goes first.
 */

interface Replacement {
  readonly pattern: RegExp;
  readonly placeholder: string;
}

const replacements: readonly Replacement[] = [
  // UUIDs with or without braces.
  {
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    placeholder: '<ID>',
  },
  // ISO 8601 and its relatives: a date, perhaps a time, fractions and a zone.
  {
    pattern:
      /\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?\b/g,
    placeholder: '<TS>',
  },
  // A time of day on its own.
  { pattern: /\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[AP]M\b)?/gi, placeholder: '<TS>' },
  // Long hex strings: hashes, trace ids.
  { pattern: /\b(?:0x)?[0-9a-f]{16,}\b/gi, placeholder: '<ID>' },
  // Prefixed ids such as msg_01AbC…, call-7f3a, sess_…: a word, a joint, a tail with a digit in it.
  { pattern: /\b[a-z]{2,12}[_-](?=[0-9a-z]*\d)[0-9a-z]{6,}\b/gi, placeholder: '<ID>' },
  // Numbers with signs, groups, fractions and exponents.
  { pattern: /\d+(?:[.,_]\d+)*(?:e[+-]?\d+)?/gi, placeholder: '<NUM>' },
  { pattern: /\s+/g, placeholder: ' ' },
];

/** The text with `<TS>`, `<ID>` and `<NUM>` in it and single spaces. */
export function normaliseText(text: string): string {
  let normal = text;
  for (const { pattern, placeholder } of replacements) {
    normal = normal.replace(pattern, placeholder);
  }
  return normal.trim();
}
