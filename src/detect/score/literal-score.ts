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
  return window.map((entry) =>
    entry.request === request ? { ...entry, response, calls: calls.slice(0, CALLS_KEPT) } : entry,
  );
}

/** The score of a window: its newest prompt and newest answer against the earlier ones. */
export function literalScore(window: LiteralWindow): LiteralScore {
  const newest = window.at(-1);
  const answeredAt = window.findLastIndex(({ response }) => response !== null);
  const answered = window[answeredAt];
  const answer = answered?.response ?? null;
  let [similarPrompts, similarResponses, repeatedToolCalls] = [0, 0, 0];
  let index = 0;
  for (const { prompt, response, calls } of window) {
    const isBeforeAnswered = index < answeredAt && answered !== undefined;
    index += 1;
    if (index < window.length && newest !== undefined && isSimilar(prompt, newest.prompt)) {
      similarPrompts += 1;
    }
    if (!isBeforeAnswered) continue;
    if (response !== null && answer !== null && isSimilar(response, answer)) similarResponses += 1;
    if (calls.some((call) => answered.calls.includes(call))) repeatedToolCalls += 1;
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
