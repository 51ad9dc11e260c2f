/** Each flag: a window one micro-unit, millisecond or step outside the bound, and its twin on the bound. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { goodWindow, type WindowChange } from '../../../test/kit/audit-windows.ts';
import {
  FLAG_NAMES,
  GENESIS_CARRY,
  judgeWindow,
  violatedFlags,
  windowNumbers,
  type Carry,
  type FlagName,
} from '../verify.ts';

const fill = <Value>(value: Value) => new Array<Value>(16).fill(value);
const at = <Value>(values: readonly Value[], ...changes: readonly (readonly [number, Value])[]) => {
  const copy = [...values];
  for (const [index, value] of changes) copy[index] = value;
  return copy;
};
const rest = [...fill('ACTIVE').slice(4), ...fill('REST').slice(12)];

function judged(change: WindowChange, carry: Carry = GENESIS_CARRY) {
  return judgeWindow(windowNumbers(goodWindow(change)), carry);
}

interface Pair {
  readonly row: 'A2' | 'A3' | 'A4' | 'A5' | 'A6' | 'A7';
  readonly flag: FlagName;
  readonly what: string;
  readonly on: WindowChange;
  readonly outside: WindowChange;
  readonly carry?: Carry;
}

const beta = (...changes: readonly (readonly [number, number])[]) => ({
  metrics: { beta1: at(fill(0.9), ...changes) },
});
const corridor = (first: number) => ({
  metrics: { beta1: fill(first) },
});
const governed = (governance: WindowChange['governance']) => ({ governance }) as WindowChange;
const carried: Carry = { beta: 900_000, cool: 0, hasPrev: true };

const pairs: readonly Pair[] = [
  {
    row: 'A2',
    flag: 'beta1_in_corridor',
    what: 'from below',
    on: corridor(0.7),
    outside: corridor(0.699999),
  },
  {
    row: 'A2',
    flag: 'beta1_in_corridor',
    what: 'from above',
    on: corridor(1.2),
    outside: corridor(1.200001),
  },
  {
    row: 'A2',
    flag: 'beta1_jerk_within_bound',
    what: 'up',
    on: beta([15, 0.95]),
    outside: beta([15, 0.950001]),
  },
  {
    row: 'A2',
    flag: 'beta1_jerk_within_bound',
    what: 'down',
    on: beta([15, 0.85]),
    outside: beta([15, 0.849999]),
  },
  {
    row: 'A3',
    flag: 'E_acute_under_cap',
    what: 'on one step',
    on: { metrics: { E_ext_acute: at(fill(0.1), [5, 0.5]) } },
    outside: { metrics: { E_ext_acute: at(fill(0.1), [5, 0.500001]) } },
  },
  {
    row: 'A3',
    flag: 'E_systemic_avg_under_cap',
    what: 'on average, with single steps above it',
    on: { metrics: { E_ext_systemic: at(fill(0.3), [0, 0.4], [1, 0.2]) } },
    outside: { metrics: { E_ext_systemic: at(fill(0.3), [0, 0.400001], [1, 0.2]) } },
  },
  {
    row: 'A4',
    flag: 'rest_fraction_ok',
    what: 'by one step',
    on: governed({ rest_mask: rest }),
    outside: governed({ rest_mask: at(rest, [12, 'ACTIVE']) }),
  },
  {
    row: 'A4',
    flag: 'rest_fraction_ok',
    what: 'by a millionth, VETO counting as rest',
    on: governed({ rest_mask: at(rest, [15, 'VETO']) }),
    outside: governed({ rest_mask: at(rest, [15, 'VETO']), rho_min: 0.250001 }),
  },
  {
    row: 'A5',
    flag: 'min_pause_floor_ok',
    what: 'by a millisecond',
    on: governed({ min_pause_ms: 500 }),
    outside: governed({ min_pause_ms: 499 }),
  },
  {
    row: 'A5',
    flag: 'veto_cooldown_ok',
    what: 'by one step of two',
    on: governed({
      min_pause_ms: 6_000,
      rest_mask: at(rest, [3, 'VETO'], [4, 'REST'], [5, 'REST']),
    }),
    outside: governed({ min_pause_ms: 6_000, rest_mask: at(rest, [3, 'VETO'], [4, 'REST']) }),
  },
  {
    row: 'A5',
    flag: 'veto_cooldown_ok',
    what: 'by a millisecond more than two steps',
    on: governed({
      min_pause_ms: 6_000,
      rest_mask: at(rest, [3, 'VETO'], [4, 'REST'], [5, 'REST']),
    }),
    outside: governed({
      min_pause_ms: 6_001,
      rest_mask: at(rest, [3, 'VETO'], [4, 'REST'], [5, 'REST']),
    }),
  },
  {
    row: 'A6',
    flag: 'silence_not_consent',
    what: 'by the stance of a high-impact step',
    on: governed({ high_impact: at(fill(0), [2, 1]), stance: at(fill('LISTEN'), [2, 'SUSPEND']) }),
    outside: governed({ high_impact: at(fill(0), [2, 1]), stance: fill('LISTEN') }),
  },
  {
    row: 'A6',
    flag: 'silence_not_consent',
    what: 'by a gap under a standing consent',
    on: governed({ high_impact: at(fill(0), [2, 1]) }),
    outside: governed({ high_impact: at(fill(0), [2, 1]), rest_mask: at(rest, [2, 'SILENT']) }),
  },
  {
    row: 'A6',
    flag: 'silence_not_consent',
    what: 'by a stance that is none',
    on: governed({ stance: fill('ABSTAIN') }),
    outside: governed({ stance: at(fill('ABSTAIN'), [0, 'SILENT']) }),
  },
  {
    row: 'A7',
    flag: 'forgiveness_floor_ok',
    what: 'by a second',
    on: governed({ forgiveness_half_life_s: 600 }),
    outside: governed({ forgiveness_half_life_s: 599 }),
  },
  {
    row: 'A2',
    flag: 'edge_jerk_ok',
    what: 'over the edge',
    on: corridor(0.95),
    outside: corridor(0.950001),
    carry: carried,
  },
  {
    row: 'A5',
    flag: 'edge_cooldown_ok',
    what: 'over the edge',
    on: governed({ rest_mask: at(rest, [0, 'REST'], [1, 'REST']) }),
    outside: governed({ rest_mask: at(rest, [0, 'REST']) }),
    carry: { ...carried, cool: 2 },
  },
];

function checkPair({ flag, on, outside, carry }: Pair): void {
  expect(violatedFlags(judged(on, carry).flags)).toEqual([]);
  expect(violatedFlags(judged(outside, carry).flags)).toEqual([flag]);
  const isEdge = flag.startsWith('edge_');
  expect(judged(outside, carry)).toMatchObject({ ok: isEdge, okChain: false });
}

describe('one outside, its twin on the bound', () => {
  const of = (row: Pair['row']) => pairs.filter((pair) => pair.row === row);
  for (const pair of of('A2'))
    verifies(['A2', 'A10'], `${pair.flag} ${pair.what}`, () => checkPair(pair));
  for (const pair of of('A3'))
    verifies(['A3', 'A10'], `${pair.flag} ${pair.what}`, () => checkPair(pair));
  for (const pair of of('A4'))
    verifies(['A4', 'A10'], `${pair.flag} ${pair.what}`, () => checkPair(pair));
  for (const pair of of('A5'))
    verifies(['A5', 'A10'], `${pair.flag} ${pair.what}`, () => checkPair(pair));
  for (const pair of of('A6'))
    verifies(['A6', 'A10'], `${pair.flag} ${pair.what}`, () => checkPair(pair));
  for (const pair of of('A7'))
    verifies(['A7', 'A10'], `${pair.flag} ${pair.what}`, () => checkPair(pair));
  test('covers every flag', () => {
    expect([...new Set(pairs.map(({ flag }) => flag))].toSorted()).toEqual(
      [...FLAG_NAMES].toSorted(),
    );
  });
});

describe('a step that was not measured', () => {
  for (const value of [null, -0.1, 0.1234567, 17, 'NaN', true, -0]) {
    verifies(['A2', 'A3'], `${JSON.stringify(value)} fails what it belongs to`, () => {
      const one = at<number | string | boolean | null>(fill(0.1), [3, value]);
      const acute = judged({ metrics: { E_ext_acute: one } });
      const loose = { E_ext_caps: { acute_max: 0.5, systemic_max: 16.777214 } };
      const systemic = judged({ metrics: { E_ext_systemic: one }, governance: loose });
      const beta1 = judged({ metrics: { beta1: at<typeof value>(fill(0.9), [3, value]) } });
      expect(violatedFlags(acute.flags)).toEqual(['E_acute_under_cap']);
      expect(violatedFlags(systemic.flags)).toEqual(['E_systemic_avg_under_cap']);
      expect(violatedFlags(beta1.flags)).toContain('beta1_in_corridor');
    });
  }
});

test('every number of millionths is exactly itself', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xfffffe }), (micro) => {
      const acute = fill(micro / 1_000_000);
      expect(windowNumbers(goodWindow({ metrics: { E_ext_acute: acute } })).acute[0]).toBe(micro);
    }),
    { numRuns: 2_000 },
  );
});

verifies('A6', 'without high_impact every step counts as high-impact', () => {
  const { high_impact: _, ...governance } = goodWindow({
    governance: { stance: fill('LISTEN') },
  }).governance;
  const window = { ...goodWindow(), governance };
  expect(violatedFlags(judgeWindow(windowNumbers(window), GENESIS_CARRY).flags)).toEqual([
    'silence_not_consent',
  ]);
});

verifies('A5', 'the debt of a cooldown is carried as long as it lasts', () => {
  const veto = governed({ min_pause_ms: 60_000, rest_mask: at(fill('REST'), [15, 'VETO']) });
  const first = judged(veto).carryOut;
  expect(first).toEqual({ beta: 900_000, cool: 20, hasPrev: true });
  const second = judged(governed({ rest_mask: fill('REST') }), first);
  expect(second.carryOut.cool).toBe(4);
  expect(violatedFlags(judged({}, second.carryOut).flags)).toEqual(['edge_cooldown_ok']);
});
