/**
 * What is said without anything being done: the same prompt again, the same answer again.
 *
 * Words between tool calls are an agent thinking aloud and prove nothing; words after words, with
 * no tool call between them, are a monologue.
 */
import { hash } from 'node:crypto';
import { findChant, type Chant } from '../text/chant.ts';
import { normaliseText } from '../text/normalise-text.ts';
import { overlap } from '../text/overlap.ts';
import { wordHashes } from '../text/word-hashes.ts';

const REMEMBERED = 12;
/** Two answers that share this much of their words say the same in other words. */
const PARAPHRASE_SIMILARITY = 0.6;
/** An answer of whose words less than this share was not said before says nothing new. */
const NEW_WORDS_MIN = 0.34;
/** Fewer words than this have nothing to be measured by. */
const MEASURED_WORDS_MIN = 3;
const WORDS_KEPT = 24;
const WORD_HASH_MASK = 0xffff;
/** Prompts of fewer words are compared to the digit: "tick 1" and "tick 2" are two. */
const LONG_PROMPT_WORDS = 6;
/** Request ids and the like, which an error message repeats with every answer. */
const hexId = /\b(?=[0-9a-f-]*\d)(?=[0-9a-f-]*[a-f])[0-9a-f-]{8,}\b/gi;

/** Points, on the scale of the progress score: the fifth identical answer in a row exceeds 10. */
const SAME_ANSWER_POINTS = 2.6;
const PARAPHRASE_POINTS = 1.3;
/** Coming back to an earlier answer is what conversations do; doing it again and again is not. */
const EARLIER_ANSWER_POINTS = 0.9;
const NEW_ANSWER_POINTS = -1.3;
const CONVERSATION_ANSWERS = 2;

/** What is kept of a text instead of the text. */
export interface TextDigest {
  readonly kind: 'prompt' | 'response';
  readonly exact: string;
  /** A sample of its words. */
  readonly words: readonly number[];
  readonly chant: Chant | null;
  readonly atMs: number | null;
}

/** The digest of something said. */
export function digestText(
  kind: 'prompt' | 'response',
  text: string,
  atMs: number | null,
): TextDigest {
  const hashes = wordHashes(text);
  const long = kind === 'prompt' && hashes.length >= LONG_PROMPT_WORDS;
  const comparable = long ? normaliseText(text) : text.replace(hexId, '<id>');
  const spaced = comparable.replace(/\s+/g, ' ').trim().toLowerCase();
  const words = [...new Set(hashes.map((word) => (word ^ (word >>> 16)) & WORD_HASH_MASK))];
  // Keys in canonical order, as the journal writes them.
  return {
    atMs,
    chant: kind === 'response' ? findChant(text) : null,
    exact: hash('sha256', spaced, 'hex').slice(0, 12),
    kind,
    words: words.toSorted((a, b) => a - b).slice(0, WORDS_KEPT),
  };
}

/** What a thread remembers of what was said. */
export interface TextState {
  /** Prompts of the thread. */
  readonly prompts: readonly string[];
  /** Answers since the last tool call or new prompt, newest last. */
  readonly answers: readonly { readonly exact: string; readonly words: readonly number[] }[];
}

/** The state before anything is said. */
export const SILENT: TextState = Object.freeze({ prompts: [], answers: [] });

/** A new prompt resets; the same one at once, which is a machine's, does not. */
export function judgePrompt(
  state: TextState,
  digest: TextDigest,
  rested: boolean,
): { readonly state: TextState; readonly isNew: boolean } {
  const isNew = rested || !state.prompts.includes(digest.exact);
  const prompts = [...state.prompts.filter((one) => one !== digest.exact), digest.exact];
  const kept = prompts.slice(-REMEMBERED);
  return { state: { prompts: kept, answers: isNew ? [] : state.answers }, isNew };
}

/** An answer that was given before, or nearly so, with nothing done in between. */
export function judgeAnswer(
  state: TextState,
  digest: TextDigest,
): { readonly state: TextState; readonly points: number } {
  const { exact, words } = digest;
  const answers = [...state.answers, { exact, words }].slice(-REMEMBERED);
  return { state: { ...state, answers }, points: answerPoints(state, digest) };
}

function answerPoints({ answers }: TextState, { exact, words }: TextDigest): number {
  const last = answers.at(-1);
  if (last === undefined) return 0;
  if (last.exact === exact) return SAME_ANSWER_POINTS;
  if (answers.some((one) => one.exact === exact)) return EARLIER_ANSWER_POINTS;
  const near = answers.some((one) => overlap(one.words, words) >= PARAPHRASE_SIMILARITY);
  if (near || saysNothingNew(answers, words)) return PARAPHRASE_POINTS;
  // A word or two between calls says nothing about the calls; a conversation is longer.
  return answers.length >= CONVERSATION_ANSWERS ? NEW_ANSWER_POINTS : 0;
}

/** Whether all of it was said before, if in several answers: "I will fix it now", "let me fix it". */
function saysNothingNew(answers: TextState['answers'], words: readonly number[]): boolean {
  if (words.length < MEASURED_WORDS_MIN) return false;
  const said = new Set(answers.flatMap((one) => one.words));
  return words.filter((word) => !said.has(word)).length < NEW_WORDS_MIN * words.length;
}
