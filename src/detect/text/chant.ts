/**
 * Text that repeats itself to its end: a short piece over and over, so that a chant can be cut
 * while it is still being streamed.
 */

/** Only the tail is looked at: what has recovered is no chant. */
const TAIL_CHARACTERS = 6_000;
const PERIOD_WORDS_MAX = 80;
const REPEATS_MIN = 6;
const CHARACTERS_MIN = 100;
/** Code repeats itself by its nature: tables, fixtures, generated lines. */
const CODE_CHARACTERS_MAX = 4_000;

/** A chant at the end of a text. */
export interface Chant {
  readonly periodWords: number;
  readonly repeats: number;
}

/** The chant a text ends in, or null. Rulers and tables are made of signs, not words. */
export function findChant(text: string): Chant | null {
  if (text.length < CHARACTERS_MIN) return null;
  const words =
    withoutCode(text)
      .slice(-TAIL_CHARACTERS)
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  const periods = Math.min(PERIOD_WORDS_MAX, Math.floor(words.length / REPEATS_MIN));
  for (let period = 1; period <= periods; period += 1) {
    const run = periodicRun(words, period);
    const characters = words.slice(words.length - run).join(' ').length;
    if (run >= period * REPEATS_MIN && characters >= CHARACTERS_MIN) {
      return { periodWords: period, repeats: Math.floor(run / period) };
    }
  }
  return null;
}

/** The text without its code blocks; one that goes on and on is no code. */
function withoutCode(text: string): string {
  if (!text.includes('```')) return text;
  return text.replace(/```[^]*?(?:```|$)/g, (block) =>
    block.length <= CODE_CHARACTERS_MAX ? ' ' : block,
  );
}

/** How many words at the end equal those one period earlier, that first period included. */
function periodicRun(words: readonly string[], period: number): number {
  let index = words.length - 1;
  while (index - period >= 0 && words[index] === words[index - period]) index -= 1;
  const repeated = words.length - 1 - index;
  return repeated === 0 ? 0 : repeated + period;
}
