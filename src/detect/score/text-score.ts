/**
 * What is said without anything being done: the same prompt again, the same answer again.
 *
 * Words between tool calls are an agent thinking aloud and prove nothing; words after words, with
 * no tool call between them, are a monologue.
 */
import type { TextDigest } from '../digest/text-digest.ts';
import { overlap } from '../text/overlap.ts';
import { withLast } from '../text/with-last.ts';

/** Answers that are remembered. */
export const REMEMBERED = 10;
/** Two answers that share this much of their words say the same in other words. */
const PARAPHRASE_SIMILARITY = 0.6;
/** An answer of whose words less than this share was not said before says nothing new. */
const NEW_WORDS_MIN = 0.34;
/** Fewer words than this have nothing to be measured by. */
const MEASURED_WORDS_MIN = 3;

/** Points, on the scale of the progress score: the fifth identical answer in a row exceeds 10. */
const SAME_ANSWER_POINTS = 2.6;
const PARAPHRASE_POINTS = 1.3;
/** Coming back to an earlier answer is what conversations do; doing it again and again is not. */
const EARLIER_ANSWER_POINTS = 0.9;
/** Asked for nothing new, the agent says again what it said: a machine or another agent asks. */
const PRESSED_POINTS = 1.6;
const NEW_ANSWER_POINTS = -1.3;
const CONVERSATION_ANSWERS = 2;
const REMARK_WORDS = 16;
/** So many words that were never said may be the answer to what was asked. */
const NEWS_WORDS = 2;
const NEWS_POINTS = 0.3;
/** Where most of the words are not new, it is more likely another way of saying what was said. */
const NEWS_SHARE = 0.5;
/** A prompt of so many words says something. */
const MESSAGE_WORDS = 6;
const HARDLY_NEWS_POINTS = 1.1;

/** Something said, for comparing. */
export interface Said {
  readonly exact: string;
  readonly numbers: readonly number[];
  readonly words: readonly number[];
}

/** What a thread remembers of what was said. */
export interface TextState {
  /** Prompts of the thread. */
  readonly prompts: readonly string[];
  /** Prompts since the last tool call, newest last. */
  readonly asked: readonly Said[];
  /** The last numbers that prompts gave, whatever was done since. */
  readonly told: readonly number[];
  /** Answers since the last tool call or new prompt, newest last. */
  readonly answers: readonly Said[];
  /** Answers to prompts before that, since the last tool call. */
  readonly earlier: readonly Said[];
  /** The last prompt asked for nothing new. */
  readonly pressed: boolean;
}

/** The state before anything is said. */
export const SILENT: TextState = Object.freeze({
  prompts: [],
  asked: [],
  told: [],
  answers: [],
  earlier: [],
  pressed: false,
});

/** An answer that was given before, or nearly so, with nothing done in between. */
export function judgeAnswer(
  state: TextState,
  digest: TextDigest,
): { readonly state: TextState; readonly points: number } {
  const { exact, numbers, words } = digest;
  const answers = withLast(state.answers, { exact, numbers, words }, REMEMBERED);
  return { state: { ...state, answers }, points: answerPoints(state, digest) };
}

function answerPoints(
  { answers, asked, earlier, pressed }: TextState,
  { exact, words }: TextDigest,
): number {
  const said = pressed ? [...earlier, ...answers] : answers;
  const last = said.at(-1);
  if (last === undefined) return 0;
  if (last.exact === exact) return SAME_ANSWER_POINTS;
  const isEarlier = said.some((one) => one.exact === exact);
  if (isEarlier) return pressed ? PRESSED_POINTS : EARLIER_ANSWER_POINTS;
  const fresh = newWords(said, words);
  if (pressed && fresh >= NEWS_WORDS)
    return isNews(asked, fresh, words.length) ? NEWS_POINTS : HARDLY_NEWS_POINTS;
  if (isParaphrase(said, words)) return pressed ? PRESSED_POINTS : PARAPHRASE_POINTS;
  // A word or two says nothing about the work, between calls or to somebody who asks for nothing new.
  const isRemark = pressed && words.length < REMARK_WORDS;
  return said.length >= CONVERSATION_ANSWERS && !isRemark ? NEW_ANSWER_POINTS : 0;
}

/** Whether an answer has enough new words for what was asked: "next" asks for one more of the same kind, in its words. */
function isNews(asked: readonly Said[], fresh: number, all: number): boolean {
  const isNext = (asked.at(-1)?.words.length ?? 0) < MESSAGE_WORDS;
  return isNext || fresh >= NEWS_SHARE * all;
}

/** Whether two texts share most of their words. */
function isAlike(a: readonly number[], b: readonly number[]): boolean {
  return overlap(a, b) >= PARAPHRASE_SIMILARITY;
}

/** Whether something was said before in other words. */
export function isParaphrase(said: readonly Said[], words: readonly number[]): boolean {
  return said.some((one) => isAlike(one.words, words)) || saysNothingNew(said, words);
}

/** Whether all of it was said before, if in several answers: "I will fix it now", "let me fix it". */
function saysNothingNew(said: readonly Said[], words: readonly number[]): boolean {
  if (words.length < MEASURED_WORDS_MIN) return false;
  return newWords(said, words) < NEW_WORDS_MIN * words.length;
}

/** How many words nobody said before. */
function newWords(said: readonly Said[], words: readonly number[]): number {
  let fresh = 0;
  // Of the few words that are kept of the few answers that are, a search is quicker than a set.
  for (const word of words) if (!said.some((one) => one.words.includes(word))) fresh += 1;
  return fresh;
}
