/**
 * The core and the reference model give the same answer, in every field, to every record.
 */
import fc from 'fast-check';
import { test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { initialState, step } from '../../src/core/index.ts';
import { runs } from '../kit/runs.ts';
import { anySequence, crowdedSequence, longSequence, type Sequence } from './arbitrary-records.ts';
import { modelDecision, type Search } from './reference-model.ts';
import { requireSame } from './require-same.ts';

/** Judges a sequence with both, record by record. */
function compare(sequence: Sequence, search: Search, from = 0): void {
  const { constitution, records } = sequence;
  let state = initialState(constitution);
  for (const [index, record] of records.entries()) {
    const { state: next, ...decision } = step(state, record, constitution);
    state = next;
    if (index < from) continue;
    const known = records.slice(0, index + 1);
    requireSame(sequence, index, decision, modelDecision(known, constitution.values, search));
  }
}

verifies(
  ['T6', 'T12'],
  'the core answers as the model does',
  () => {
    fc.assert(
      fc.property(anySequence(60), (sequence) => compare(sequence, 'moments')),
      runs(300),
    );
  },
  600_000,
);

test('nothing happens between the moments the model looks at', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(anySequence(12), (sequence) => compare(sequence, 'every second')),
    runs(20),
  );
});

test('the core answers as the model does when agents are crowded', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(crowdedSequence, (sequence) => compare(sequence, 'moments', 40)),
    runs(15),
  );
});

test('the core answers as the model does after many beats', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(longSequence, (sequence) => compare(sequence, 'moments', 55)),
    runs(20),
  );
});
