/** Random and damaged requests of every format: nothing throws, work is bounded, and little is never judged a loop. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import {
  answerText,
  detectLiterally,
  detectThread,
  isSideRequest,
  lastUserMessage,
  madeToolCalls,
  rebuildNew,
  rebuildTranscript,
  startsWithSummary,
  threadKey,
  wireFormat,
} from '../../src/detect/index.ts';
import { runs } from '../kit/runs.ts';
import { anyTurns, bodyOf, formats } from './conversations.ts';
import { counted, valuesIn } from './counted-reads.ts';

/** With `npm run test:full` the two properties together read 100,000 requests. */
const RANDOM_REQUESTS = 2_000;
const DAMAGED_REQUESTS = 3_000;
const FEW_STEPS = 3;
const TIME_MS = 600_000;
/** Looks into a body for each of its values, over all readers together; and what an empty one takes. */
const READS_PER_VALUE = 120;
const READS_AT_LEAST = 600;

/** Every reader of a body, one after the other; `known` is the thread as it was before. */
function readEverything(body: unknown, known: ReturnType<typeof rebuildNew>['known']): void {
  const first = rebuildNew(null, body);
  rebuildNew(first.known, body);
  rebuildNew(known, body);
  rebuildTranscript(body, '/v1/messages');
  for (const path of [
    '/v1/chat/completions',
    '/v1/responses',
    '/v1beta/models/m:generateContent',
  ]) {
    rebuildNew(first.known, body, { path });
  }
  wireFormat(body);
  lastUserMessage(body);
  threadKey(body);
  startsWithSummary(body);
  isSideRequest(body, { headers: { 'x-codex-turn-metadata': '{' } });
  madeToolCalls(body);
  answerText(body);
}

/** Reads a request in every way, and judges the conversation it holds. */
function check(body: unknown, known: ReturnType<typeof rebuildNew>['known'] = null): void {
  let reads = 0;
  const isObject = typeof body === 'object' && body !== null;
  readEverything(isObject ? counted(body, () => (reads += 1)) : body, known);
  expect(reads).toBeLessThan(READS_AT_LEAST + READS_PER_VALUE * valuesIn(body));
  const events = rebuildTranscript(body);
  const steps = events.filter(({ kind }) => kind === 'tool' || kind === 'response').length;
  const verdicts = [
    detectThread({ id: 'fuzz', events }),
    detectLiterally({ id: 'fuzz', events }),
  ].map(({ firedAt }) => firedAt);
  if (steps < FEW_STEPS) expect(verdicts).toEqual([null, null]);
}

/** A body with one value somewhere replaced by another. */
function mutated(body: unknown, at: number, value: unknown): unknown {
  let left = at;
  const walk = (one: unknown): unknown => {
    left -= 1;
    if (left === 0) return value;
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, member]) => [key, walk(member)]));
  };
  return walk(body);
}

const words =
  'messages input contents role user assistant content parts choices type text tool_use tool_result tool_calls function functionCall function_call function_call_output call_id id name arguments tool output'.split(
    ' ',
  );
const anyWord = fc.constantFrom(...words);
const anyBody = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(anyWord, fc.jsonValue({ maxDepth: 1 })),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(anyWord, tie('value'), { maxKeys: 6 }),
  ),
})).value;

describe('any request', () => {
  verifies(
    'X1',
    'of random JSON is read and judged without harm',
    () => {
      fc.assert(
        fc.property(anyBody, (body) => {
          check(body);
        }),
        runs(RANDOM_REQUESTS),
      );
    },
    TIME_MS,
  );

  verifies(
    'X1',
    'that is a damaged conversation is read and judged without harm',
    () => {
      fc.assert(
        fc.property(
          fc.constantFrom(...formats),
          anyTurns,
          fc.nat(80),
          anyBody,
          (format, turns, at, value) => {
            const body = bodyOf(format, turns);
            const { known } = rebuildNew(null, body);
            check(mutated(body, at + 1, value), known);
          },
        ),
        runs(DAMAGED_REQUESTS),
      );
    },
    TIME_MS,
  );
});
