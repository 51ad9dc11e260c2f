/** Whether a call may pass is asked without words first: the answer is always that of the decision with its words. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answer, mayPass, type Question } from '../../src/core/answer.ts';
import { enter, locate } from '../../src/core/place.ts';
import { timestampOf } from '../../src/core/records/records.ts';
import { initialState } from '../../src/core/state.ts';
import { step } from '../../src/core/step.ts';
import { anySequence } from './arbitrary-records.ts';

const questions: readonly Question[] = [
  { ask: { tools: false, target: undefined }, asked: { tokenCount: 0, toolCalls: 0 } },
  { ask: { tools: true, target: 'deploy' }, asked: { tokenCount: 0, toolCalls: 1 } },
  {
    ask: { tools: false, target: undefined },
    asked: { tokenCount: 40_000, toolCalls: 0 },
    call: { tokens: 40_000, calls: 1, microUsd: null },
  },
  { ask: null, asked: null },
];

test('in any history, for any question', () => {
  const seen = { allowed: 0, refused: 0 };
  fc.assert(
    fc.property(anySequence(40), ({ constitution, records }) => {
      const { values } = constitution;
      let state = initialState(constitution);
      for (const record of records) {
        const now = Math.max(timestampOf(record), state.clock);
        const place = locate(state, record);
        const scene = enter(state, place, now, values);
        for (const question of questions) {
          const { allowed } = answer(scene, place.thread, question, now, values).safety;
          expect(mayPass(scene, question, now, values)).toBe(allowed);
          seen[allowed ? 'allowed' : 'refused'] += 1;
        }
        ({ state } = step(state, record, constitution));
      }
    }),
    { numRuns: 150, seed: 5 },
  );
  expect(Math.min(seen.allowed, seen.refused)).toBeGreaterThan(500);
});
