/**
 * What is kept of something said instead of its text.
 */
import { hash } from 'node:crypto';
import { findChant, type Chant } from '../text/chant.ts';
import { normaliseText, singleSpaced } from '../text/normalise-text.ts';
import { wordHashes } from '../text/word-hashes.ts';
import { askedCount } from './asked-count.ts';
import { latinIds } from './opaque-text.ts';
import { lineHash, normalName } from './result-lines.ts';

const WORDS_KEPT = 24;
const WORD_HASH_MASK = 0xffff;
const NUMBERS_KEPT = 4;
const NUMBERS_CHARACTERS = 2_000;
const ITEMS_CHARACTERS = 4_000;
const ITEMS_KEPT = 40;
const ITEM_LENGTH_MAX = 60;
/** Prompts of fewer words are compared to the digit: "tick 1" and "tick 2" are two. */
const LONG_PROMPT_WORDS = 6;
/**
 * Request ids and the like, which an error message repeats with every answer. Tried where such a word may begin, not again at
 * each joint inside: "-e-e-e…" has one for each letter.
 */
const hexId = /\b(?<!\b[0-9a-f-]+?)(?=[0-9a-f-]*\d)(?=[0-9a-f-]*[a-f])[0-9a-f-]{8,}\b/gi;

/** What is kept of a text instead of the text. */
export interface TextDigest {
  readonly kind: 'prompt' | 'response';
  readonly exact: string;
  /** Its first numbers, hashed: what one customer's message has and the next one's has not. */
  readonly numbers: readonly number[];
  /** The entries of a list in it, hashed as lines are; only a prompt gives lists. */
  readonly items: readonly number[];
  /** A sample of its words. */
  readonly words: readonly number[];
  readonly chant: Chant | null;
  /** The largest number of things or times that a prompt asks for; absent where it names none. */
  readonly count?: number;
  readonly atMs: number | null;
}

/** The digest of something said. */
export function digestText(
  kind: 'prompt' | 'response',
  given: string,
  atMs: number | null,
): TextDigest {
  const text = latinIds(given);
  const hashes = wordHashes(text);
  const long = kind === 'prompt' && hashes.length >= LONG_PROMPT_WORDS;
  const named = text.replace(hexId, '<id>');
  const spaced = singleSpaced(long ? normaliseText(named) : named)
    .trim()
    .toLowerCase();
  const count = kind === 'prompt' ? askedCount(text) : 0;
  // Keys in canonical order, as the journal writes them.
  return {
    atMs,
    chant: kind === 'response' ? findChant(text) : null,
    ...(count === 0 ? {} : { count }),
    exact: hash('sha256', spaced, 'hex').slice(0, 12),
    items: kind === 'prompt' ? itemsOf(text) : [],
    kind,
    numbers: numbersOf(text),
    words: smallest(hashes),
  };
}

/** The smallest of the words' hashes, each once. */
function smallest(hashes: readonly number[]): readonly number[] {
  const sorted = new Uint16Array(hashes.length);
  for (let index = 0; index < hashes.length; index += 1) {
    const word = hashes[index] ?? 0;
    sorted[index] = word ^ (word >>> 16);
  }
  sorted.sort();
  const kept: number[] = [];
  for (const word of sorted) {
    if (kept.at(-1) !== word) kept.push(word);
    if (kept.length === WORDS_KEPT) break;
  }
  return kept;
}

/** What stands between commas and line ends. */
function itemsOf(text: string): readonly number[] {
  const parts = text.slice(0, ITEMS_CHARACTERS).split(/[\n,;:]|\band\b/);
  const items = parts
    .map((part) =>
      normalName(part.replace(/^(?:[-*•]|\d{1,3}[.)])?\s+|^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '')),
    )
    .filter((item) => item !== '' && item.length <= ITEM_LENGTH_MAX);
  return [...new Set(items.slice(0, ITEMS_KEPT).map(lineHash))];
}

function numbersOf(text: string): readonly number[] {
  const found = text.slice(0, NUMBERS_CHARACTERS).match(/\d{2,}/g) ?? [];
  const hashes = found.slice(0, NUMBERS_KEPT).flatMap((digits) => wordHashes(digits));
  return [...new Set(hashes.map((number) => (number ^ (number >>> 16)) & WORD_HASH_MASK))];
}
