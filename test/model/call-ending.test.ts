/**
 * A call that ends with its response is one record. It means what two records mean: the response, and then a result at
 * the same time.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import {
  endOf,
  initialState,
  type AgentRecord,
  type AgentState,
  type CallEnding,
} from '../../src/core/index.ts';
import { runs } from '../kit/runs.ts';
import { anySequence, type Sequence } from './arbitrary-records.ts';
import { taken } from './core-run.ts';
import { requireSame } from './require-same.ts';

const anyEnding: fc.Arbitrary<CallEnding> = fc.record(
  {
    cachedTokens: fc.nat(1_000),
    costMicroUsd: fc.nat(2_000_000),
    estimated: fc.constant(true),
    lost: fc.constant(true),
    plan: fc.record({
      windows: fc.constant([{ name: 'five hours', resetAt: 86_400_000, used: 9_000 }]),
    }),
    reserved: fc.constant({ timestamp: 0, costMicroUsd: 500 }),
    status: fc.constantFrom(...Array<'FAILED'>(3).fill('FAILED'), 'SUCCESS', 'PARTIAL', 'BLOCKED'),
  },
  { requiredKeys: ['status'] },
);

/** A state without the numbers of its records, of which there is one less for each call that ended with its response. */
function unnumbered(state: AgentState): unknown {
  const without = (key: string, value: unknown) =>
    key === 'sequence' || key === 'seen' ? undefined : value;
  return JSON.parse(JSON.stringify(state, without)) as unknown;
}

test(
  'a call that ends with its response is judged as response and result',
  { timeout: 600_000 },
  () => {
    const seen = { ended: 0, held: 0 };
    const compare = (sequence: Sequence, endings: readonly CallEnding[]): void => {
      const { constitution, records } = sequence;
      let joint = initialState(constitution);
      let split = initialState(constitution);
      for (const [index, record] of records.entries()) {
        const ended = record.type === 'event' ? endings[index % (2 * endings.length)] : undefined;
        if (ended === undefined) {
          joint = taken(joint, record, constitution).state;
          split = taken(split, record, constitution).state;
          continue;
        }
        const whole = { ...record, ended } as AgentRecord;
        const end = endOf(whole);
        ok(end !== null);
        const one = taken(joint, whole, constitution);
        const response = taken(split, record, constitution);
        const last = taken(response.state, end, constitution);
        const { safety, killSwitch, ...rest } = one.decision;
        const { safety: safetyApart, killSwitch: _, ...restApart } = last.decision;
        requireSame(sequence, index, rest, restApart, ['as one', 'as two']);
        // Only what asks to pass differs: a response may be bound by what does not bind a mere result.
        deepStrictEqual(
          [safety.vetoReason, safety.remainingBudget],
          [safetyApart.vetoReason, safetyApart.remainingBudget],
        );
        deepStrictEqual(killSwitch, response.decision.killSwitch);
        deepStrictEqual(unnumbered(one.state), unnumbered(last.state));
        seen.ended += 1;
        if (rest.holds.length > 0) seen.held += 1;
        joint = one.state;
        split = last.state;
      }
    };
    const endings = fc.array(anyEnding, { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(anySequence(60), endings, compare), runs(200));
    // There were such calls, also of agents on which something stands.
    ok(seen.ended > 0 && seen.held > 0);
  },
);
