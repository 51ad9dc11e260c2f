/**
 * Whether a prompt begins a new run.
 *
 * New words of a person do. The same words again are a machine's: a clock's after the agent had answered and rested, which
 * begin a new run at any period, or a hook's at once, which do not. Words that say nothing new, one prompt after
 * the other with nothing done between them, are another agent's, and two agents that thank each other make no
 * progress.
 */
import type { TextDigest } from '../digest/text-digest.ts';
import type { ProgressState } from '../memory/progress-state.ts';
import { withLast } from '../text/with-last.ts';
import { isParaphrase, REMEMBERED, type TextState } from './text-score.ts';
import { usualPause } from './waiting.ts';

/** After its own answer an agent has rested when so much time went by before the same prompt came again. */
const REST_MS = 5_000;
/** A rest is longer than the agent's own thinking: so many of its usual pauses. */
const REST_TEMPI = 2;
const UNKNOWN_TEMPO_MS = 15_000;
/** For words that are repeated to the letter: a hook comes soon, whatever the tempo, and a clock after a while. */
const CLOCK_REST_MS = 45_000;
/** Without an answer it has to be longer: the agent may have been at work. */
const LONG_REST_MS = 300_000;
/** Prompts that are compared with each other. */
const ASKED_KEPT = 6;
/** Answers to earlier prompts that are remembered. */
const EARLIER_KEPT = 5;
/** So many prompts with nothing done between them make a talk. */
const TALK_PROMPTS = 2;
/** Shorter prompts and answers are compared by nobody: "Yes." is an answer to many questions. */
const TALK_WORDS = 5;
/** A longer prompt with old numbers in it may ask for something else. */
const TOLD_WORDS_MAX = 12;
const TOLD_KEPT = 8;

/** Whether the agent had answered when the prompt came. */
export function hasAnswered(text: TextState): boolean {
  return text.answers.length > 0;
}

/** When the thread was last heard of, and how long it usually pauses. */
export type Tempo = Pick<ProgressState, 'lastAtMs' | 'pausesMs'>;

/** Whether a prompt begins a new run. */
export function beginsRun(text: TextState, prompt: TextDigest, thread: Tempo): boolean {
  const { lastAtMs, pausesMs } = thread;
  const idleMs = prompt.atMs === null || lastAtMs === null ? 0 : prompt.atMs - lastAtMs;
  const isKnown = text.prompts.includes(prompt.exact);
  // A clock repeats its prompt to the letter.
  const isClock = text.prompts.at(-1) === prompt.exact;
  if (!isClock && isSmallTalk(text, prompt)) return idleMs >= LONG_REST_MS;
  if (!isClock && isToldAgain(text, prompt)) return idleMs >= LONG_REST_MS;
  if (!isClock && isKnown && repeatsItself(text)) return idleMs >= LONG_REST_MS;
  const restMs = hasAnswered(text) ? REST_MS : LONG_REST_MS;
  const tempoMs = usualPause(pausesMs) ?? UNKNOWN_TEMPO_MS;
  const clockMs = isClock ? CLOCK_REST_MS : Infinity;
  if (idleMs >= Math.max(restMs, Math.min(REST_TEMPI * tempoMs, clockMs))) return true;
  return !isKnown;
}

/** Whether a prompt says what those before it said, with nothing done since: a person would have asked for something. */
function isSmallTalk({ asked, answers, earlier }: TextState, prompt: TextDigest): boolean {
  const answered = answers.at(-1)?.words.length ?? 0;
  if (asked.length < TALK_PROMPTS || answered < TALK_WORDS) return false;
  if (prompt.words.length < TALK_WORDS) return false;
  const known = new Set(asked.flatMap(({ numbers }) => numbers));
  if (prompt.numbers.some((number) => !known.has(number))) return false;
  // Who says to somebody what he was told says nothing new, either.
  return isParaphrase([...asked, ...earlier, ...answers], prompt.words);
}

/** Whether a short prompt gives the agent the numbers once more that it was given before: an answer, and no other request. */
function isToldAgain({ told }: TextState, { numbers, words }: TextDigest): boolean {
  if (numbers.length === 0 || words.length > TOLD_WORDS_MAX) return false;
  return numbers.every((number) => told.includes(number));
}

/** Whether the last answer was given before to the letter, with nothing done since: the prompt brought nothing about. */
function repeatsItself({ answers, earlier }: TextState): boolean {
  const last = answers.at(-1);
  if (last === undefined || last.words.length < TALK_WORDS) return false;
  return [...earlier, ...answers.slice(0, -1)].some(({ exact }) => exact === last.exact);
}

/** What is remembered after a prompt. */
export function takePrompt(text: TextState, prompt: TextDigest, begins: boolean): TextState {
  const { exact, numbers, words } = prompt;
  const prompts = [...text.prompts.filter((one) => one !== exact), exact].slice(-REMEMBERED);
  const asked = withLast(text.asked, { exact, numbers, words }, ASKED_KEPT);
  const told = [...text.told.filter((one) => !numbers.includes(one)), ...numbers].slice(-TOLD_KEPT);
  if (!begins) return { ...text, prompts, asked, told, pressed: true };
  // What was said in a talk is remembered from one prompt to the next, as long as nothing is done.
  const earlier = [...text.earlier, ...text.answers].slice(-EARLIER_KEPT);
  return { prompts, asked, told, answers: [], earlier, pressed: false };
}
