/**
 * A looping agent: it tries nearly the same thing again and again, whatever it is told.
 *
 * It comes in rounds, each longer than a cooldown after the last, so that every fresh chance is
 * used for the same mistake. People step in at fixed times; what their acts achieve is not said
 * here.
 */
import { nearHash, unlikeHash } from './output-hashes.ts';
import type { Act, AgentScript, Intervention, Response } from './scripted-agent.ts';

const STUBBORN_OUTPUT = unlikeHash('run the tests again');
/** From the last answer of a round to the first of the next: its cooldown is over by then. */
const BETWEEN_ROUNDS_MS = 53_000;
const ANSWER_EVERY_MS = 3_000;
/** Five answers make a loop; the others knock at a closed door. */
const ANSWERS_PER_ROUND = 8;

/** An agent that loops until it is stopped for good, and works once its task was corrected. */
export function loopingAgent(startsAtMs: number): AgentScript {
  const acts: Act[] = [
    ...round(2_000, [1, 3]),
    ...round(BETWEEN_ROUNDS_MS, [2]),
    ...round(BETWEEN_ROUNDS_MS, [2]),
    person(55_000, 'resume', 'it looks harmless'),
    ...round(4_000, []),
    ...round(BETWEEN_ROUNDS_MS, []),
    ...round(BETWEEN_ROUNDS_MS, []),
    person(8_000, 'resume', 'please go on'),
    ...knocks(4_000, 3),
    person(44_000, 'restart', 'the task was corrected'),
    ...newWork(4_000, 8),
  ];
  return { name: 'looping', about: 'tries the same thing again and again', startsAtMs, acts };
}

/** One round of near-equal answers; `failing` are the answers whose action would fail. */
function round(afterMs: number, failing: readonly number[]): Response[] {
  return Array.from({ length: ANSWERS_PER_ROUND }, (_, index) => {
    const status = failing.includes(index) ? 'FAILED' : 'SUCCESS';
    const gapMs = index === 0 ? afterMs : ANSWER_EVERY_MS;
    return response(gapMs, nearHash(STUBBORN_OUTPUT, index), status);
  });
}

function knocks(afterMs: number, count: number): Response[] {
  return round(afterMs, []).slice(0, count);
}

function newWork(afterMs: number, count: number): Response[] {
  return Array.from({ length: count }, (_, index) => {
    const gapMs = index === 0 ? afterMs : ANSWER_EVERY_MS * (1 + (index % 3));
    return response(gapMs, unlikeHash(`new work ${index}`), 'SUCCESS', 900 + 350 * (index % 4));
  });
}

function response(
  afterMs: number,
  outputHash: string,
  status: Response['outcome']['status'],
  tokenCount = 1_250,
): Response {
  const outcome = { status, durationMs: 600 };
  return { kind: 'response', afterMs, tokenCount, toolCalls: 1, outputHash, outcome };
}

function person(afterMs: number, action: Intervention['action'], why: string): Intervention {
  return { kind: 'intervention', afterMs, action, by: 'ada', why };
}
