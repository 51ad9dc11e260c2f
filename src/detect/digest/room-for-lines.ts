/**
 * How many lines of a result a digest has room for: fewer where all else in it is long, too.
 */
import type { StepDigest } from './step-digest.ts';

/** At most this many lines are kept, those with the smallest hashes. */
const LINES_KEPT = 30;
/** What the rest takes as a text, in characters. */
const LINE_CHARACTERS = 9;
const WORD_CHARACTERS = 6;
const KIND_CHARACTERS = 13;
const ABOUT_CHARACTERS = 17;
const SYMPTOM_CHARACTERS = 86;
const BESIDE_LINES_MAX = 282;

/** How many lines there is room for beside the rest. */
export function roomForLines({
  slots,
  words,
  ids,
  names,
  kind,
  about,
  symptom,
}: Pick<StepDigest, 'about' | 'kind' | 'symptom' | 'slots' | 'words' | 'ids' | 'names'>): number {
  const beside =
    WORD_CHARACTERS * (slots.length + words.length + ids.length) +
    LINE_CHARACTERS * names.length +
    (kind === undefined ? 0 : KIND_CHARACTERS) +
    (about === undefined ? 0 : ABOUT_CHARACTERS) +
    (symptom === undefined ? 0 : SYMPTOM_CHARACTERS);
  const over = Math.max(0, beside - BESIDE_LINES_MAX);
  return LINES_KEPT - Math.ceil(over / LINE_CHARACTERS);
}
