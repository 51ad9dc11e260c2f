/**
 * The literal loop score of the kill switch: similar prompts × 1.0 + similar responses × 2.0 +
 * repeated tool calls × 1.5 in a sliding window of requests.
 *
 * It counts an unchanged last user message again and again, so it would kill every agent that works
 * through tools. It is kept to the letter because some agents have no tools, and so that its verdict
 * can be shown beside the progress score's.
 */
import { isNear } from '../text/hamming-distance.ts';
import { withLast } from '../text/with-last.ts';

/** Similar is a Hamming distance below this. */
const SIMILAR_BELOW = 3;
const PROMPT_POINTS = 1.0;
const RESPONSE_POINTS = 2.0;
const CALL_POINTS = 1.5;
/** Signatures kept of one answer; further ones are left out, which keeps the window within 8 KiB. */
const CALLS_KEPT = 3;

/** One request of an agent, and its answer once it has come. */
export interface WindowEntry {
  readonly request: string;
  /** SimHash of the normalised prompt. */
  readonly prompt: string;
  /** SimHash of the normalised response; null until it arrives. */
  readonly response: string | null;
  /** Signatures of the tool calls the model made. */
  readonly calls: readonly string[];
}

/** The last requests, oldest first. */
export type LiteralWindow = readonly WindowEntry[];

/** The score with its parts. */
export interface LiteralScore {
  readonly score: number;
  readonly similarPrompts: number;
  readonly similarResponses: number;
  readonly repeatedToolCalls: number;
}

const NO_CALLS: readonly string[] = Object.freeze([]);
/** In the place of an entry that is not there. */
const NOTHING_ASKED: WindowEntry = Object.freeze({
  request: '',
  prompt: '',
  response: null,
  calls: NO_CALLS,
});

/** The window with a new request; the oldest goes when it is full. */
export function addRequest(
  window: LiteralWindow,
  request: string,
  prompt: string,
  size: number,
): LiteralWindow {
  const entry: WindowEntry = { request, prompt, response: null, calls: NO_CALLS };
  return withLast(window, entry, size);
}

/** The window with the answer to one of its requests, whichever answer comes first. */
export function addResponse(
  window: LiteralWindow,
  request: string,
  response: string,
  calls: readonly string[],
): LiteralWindow {
  const next = window.slice();
  for (let index = 0; index < next.length; index += 1) {
    const { request: own, prompt } = next[index] ?? NOTHING_ASKED;
    if (own !== request) continue;
    next[index] = { request, prompt, response, calls: calls.slice(0, CALLS_KEPT) };
  }
  return next;
}

/** The score of a window: its newest prompt and newest answer against the earlier ones. */
export function literalScore(window: LiteralWindow): LiteralScore {
  const last = window.length - 1;
  const newest = window[last] ?? NOTHING_ASKED;
  let answeredAt = last;
  while (answeredAt >= 0 && window[answeredAt]?.response === null) answeredAt -= 1;
  const { response: answer, calls: made } = window[answeredAt] ?? NOTHING_ASKED;
  let similarPrompts = 0;
  let similarResponses = 0;
  let repeatedToolCalls = 0;
  // By hand: both detectors look back with each thing that is said.
  for (let index = 0; index < last; index += 1) {
    const { prompt, response, calls } = window[index] ?? NOTHING_ASKED;
    if (isSimilar(prompt, newest.prompt)) similarPrompts += 1;
    if (index >= answeredAt) continue;
    if (response !== null && answer !== null && isSimilar(response, answer)) similarResponses += 1;
    if (calls.some((call) => made.includes(call))) repeatedToolCalls += 1;
  }
  const score =
    similarPrompts * PROMPT_POINTS +
    similarResponses * RESPONSE_POINTS +
    repeatedToolCalls * CALL_POINTS;
  return { repeatedToolCalls, score, similarPrompts, similarResponses };
}

function isSimilar(a: string, b: string): boolean {
  return isNear(a, b, SIMILAR_BELOW);
}
