/**
 * What is said without anything being done: the same prompt again, the same answer again.
 *
 * Words between tool calls are an agent thinking aloud and prove nothing; words after words, with
 * no tool call between them, are a monologue.
 */
import { hash } from 'node:crypto';
import { findChant, type Chant } from './chant.ts';
import { hammingDistance } from './hamming-distance.ts';
import { normaliseText } from './normalise-text.ts';
import { simhash } from './simhash.ts';

const REMEMBERED = 12;
/** Two answers this close in their SimHash say the same in other words. */
const PARAPHRASE_DISTANCE = 12;

/** Points, on the scale of the progress score: the fifth identical answer in a row exceeds 10. */
const SAME_ANSWER_POINTS = 2.6;
const PARAPHRASE_POINTS = 1.3;
/** Coming back to an earlier answer is what conversations do; doing it again and again is not. */
const EARLIER_ANSWER_POINTS = 0.9;
const NEW_ANSWER_POINTS = -1.3;

/** What is kept of a text instead of the text. */
export interface TextDigest {
  readonly kind: 'prompt' | 'response';
  readonly exact: string;
  readonly simhash: string;
  readonly chant: Chant | null;
}

/** The digest of something said. */
export function digestText(kind: 'prompt' | 'response', text: string): TextDigest {
  const spaced = text.replace(/\s+/g, ' ').trim().toLowerCase();
  return {
    kind,
    exact: hash('sha256', spaced, 'hex').slice(0, 12),
    simhash: simhash(normaliseText(text)),
    chant: kind === 'response' ? findChant(text) : null,
  };
}

/** What a thread remembers of what was said. */
export interface TextState {
  /** Prompts of the thread. */
  readonly prompts: readonly string[];
  /** Answers since the last tool call or new prompt, newest last. */
  readonly answers: readonly { readonly exact: string; readonly simhash: string }[];
}

/** The state before anything is said. */
export const SILENT: TextState = Object.freeze({ prompts: [], answers: [] });

/** A new prompt resets; the same prompt again, which is a machine's, does not. */
export function judgePrompt(
  state: TextState,
  digest: TextDigest,
): { readonly state: TextState; readonly isNew: boolean } {
  const isNew = !state.prompts.includes(digest.exact);
  const prompts = [...state.prompts.filter((one) => one !== digest.exact), digest.exact];
  const kept = prompts.slice(-REMEMBERED);
  return { state: { prompts: kept, answers: isNew ? [] : state.answers }, isNew };
}

/** An answer that was given before, or nearly so, with nothing done in between. */
export function judgeAnswer(
  state: TextState,
  digest: TextDigest,
): { readonly state: TextState; readonly points: number } {
  const { exact, simhash: own } = digest;
  const answers = [...state.answers, { exact, simhash: own }].slice(-REMEMBERED);
  return { state: { ...state, answers }, points: answerPoints(state, digest) };
}

function answerPoints({ answers }: TextState, { exact, simhash: own }: TextDigest): number {
  const last = answers.at(-1);
  if (last === undefined) return 0;
  if (last.exact === exact) return SAME_ANSWER_POINTS;
  if (answers.some((one) => one.exact === exact)) return EARLIER_ANSWER_POINTS;
  const near = hammingDistance(last.simhash, own) <= PARAPHRASE_DISTANCE;
  return near ? PARAPHRASE_POINTS : NEW_ANSWER_POINTS;
}
