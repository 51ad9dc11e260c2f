/**
 * What the picture of a window says, without a browser: every stance, mask, veto and bound has the shape that it must.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import {
  GENESIS_CARRY,
  judgeWindow,
  readTrace,
  REST_VALUES,
  STANCE_VALUES,
  violatedFlags,
  windowNumbers,
  type AuditWindow,
} from '../../src/audit/verify.ts';
import { cathedralOf, type Cathedral } from '../../web/src/audit/cathedral-shape.ts';
import { randomWindow } from '../audit/random-windows.ts';
import { goodWindow } from '../kit/audit-windows.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';

const WIDTH = 960;
const RANDOM_WINDOWS = 400;
const file = new URL('../../fixtures/patient_zero_autoloop16_v0.1.1.json', import.meta.url);
const patientZero = readTrace(readFileSync(file, 'utf8')).windows as readonly AuditWindow[];

const draw = (window: AuditWindow, before: readonly AuditWindow[] = []): Cathedral =>
  cathedralOf(window, before, WIDTH);

/** Sixteen times a value, with others at some steps. */
function steps<Value>(value: Value, others: Readonly<Record<number, Value>> = {}): Value[] {
  return Array.from({ length: 16 }, (_, step) => others[step] ?? value);
}

function governed(change: Partial<AuditWindow['governance']>): AuditWindow {
  return goodWindow({ governance: change });
}

/** The first bay under a stance and a mask. */
function firstBay(stance: string, mask = 'ACTIVE') {
  const window = governed({ stance: steps(stance), rest_mask: steps(mask) });
  const [bay] = draw(window).bays;
  if (bay === undefined) throw new Error('a window has 16 bays');
  return bay;
}

verifies('A13', 'each stance lets its own light in; no two of them look alike', () => {
  const kinds = Object.fromEntries(
    [...STANCE_VALUES, 'SOMETHING'].map((stance) => [stance, firstBay(stance).light.kind]),
  );
  expect(kinds).toEqual({
    CONSENT: 'flow',
    DISSENT: 'chapel',
    SUSPEND: 'chapel',
    ABSTAIN: 'fog',
    LISTEN: 'fog',
    SOMETHING: 'unknown',
  });
  const strokes = STANCE_VALUES.map((stance) => firstBay(stance).light.strokes);
  expect(new Set(strokes).size).toBe(STANCE_VALUES.length);
});

verifies(
  'A13',
  'a silent step is a void under every stance: there is no bay, not a dim one',
  () => {
    for (const stance of STANCE_VALUES) {
      const { kind, opening } = firstBay(stance, 'SILENT').light;
      expect({ stance, kind, opening }).toEqual({ stance, kind: 'void', opening: null });
      expect(firstBay(stance).light.opening).not.toBeNull();
    }
  },
);

verifies('A13', 'the rest mask is seen: each of its words has its own sign', () => {
  const signs = REST_VALUES.map((mask) => firstBay('CONSENT', mask).mark);
  expect(new Set(signs).size).toBe(REST_VALUES.length);
  expect(firstBay('CONSENT', 'SILENT').mark, 'nothing where nobody saw').toBe('');
});

verifies('A13', 'a pillar stands at each VETO, and its chapel is as long as the cooldown', () => {
  const rest_mask = steps('REST', { 3: 'VETO', 9: 'VETO', 12: 'ACTIVE' });
  const { pillars, chapels } = draw(governed({ rest_mask, min_pause_ms: 9_000 }));
  expect(pillars).toEqual([3, 9]);
  expect(chapels).toEqual([
    { pillar: 3, from: 4, length: 3, isCut: false, breaches: [] },
    { pillar: 9, from: 10, length: 3, isCut: false, breaches: [12] },
  ]);
  expect(draw(goodWindow()).pillars, 'no VETO, no pillar').toEqual([]);
  expect(draw(goodWindow()).chapels).toEqual([]);
});

verifies('A13', 'a chapel is cut at the edge of the window and goes on in the next', () => {
  const last = governed({ rest_mask: steps('REST', { 14: 'VETO' }), min_pause_ms: 12_000 });
  expect(draw(last).chapels).toEqual([
    { pillar: 14, from: 15, length: 1, isCut: true, breaches: [] },
  ]);
  const next = governed({ rest_mask: steps('REST', { 1: 'ACTIVE' }) });
  expect(draw(next, [last]).chapels).toEqual([
    { pillar: null, from: 0, length: 3, isCut: false, breaches: [1] },
  ]);
  const long = governed({ rest_mask: steps('REST', { 15: 'VETO' }), min_pause_ms: 20 * 3_000 });
  const between = governed({ rest_mask: steps('REST') });
  expect(draw(between, [long]).chapels[0]).toMatchObject({ length: 16, isCut: true });
  expect(draw(next, [long, between]).chapels[0]).toMatchObject({ from: 0, length: 4 });
});

verifies('A13', 'the vault lies inside its corridor exactly when the flag says so', () => {
  const random = new SeededRandom('the vault and its corridor');
  const seen = new Set<boolean>();
  for (let round = 0; round < RANDOM_WINDOWS; round += 1) {
    const { window } = randomWindow(random);
    const { flags } = judgeWindow(windowNumbers(window), GENESIS_CARRY);
    const down = violatedFlags(flags);
    const { bays, corridor, glassAverage } = draw(window);
    const isInside = !down.includes('beta1_in_corridor');
    seen.add(isInside);
    expect(bays.every(({ apex }) => apex.isInside)).toBe(isInside);
    expect(bays.every(({ apex }) => apex.y >= corridor.top && apex.y <= corridor.bottom)).toBe(
      isInside,
    );
    expect(bays.some(({ apex }) => apex.isJump)).toBe(down.includes('beta1_jerk_within_bound'));
    expect(bays.some(({ floor }) => floor.isOver)).toBe(down.includes('E_acute_under_cap'));
    expect(glassAverage.isOver).toBe(down.includes('E_systemic_avg_under_cap'));
  }
  expect(seen.size, 'windows on both sides').toBe(2);
});

verifies('A13', 'a high-impact step without a word stands out from one that was heard', () => {
  const stance = steps<string>('LISTEN', { 1: 'CONSENT', 2: 'SUSPEND', 3: 'CONSENT' });
  const rest_mask = steps('ACTIVE', { 3: 'SILENT', 4: 'VETO' });
  const high_impact = steps(0, { 0: 1, 1: 1, 2: 1, 3: 1, 4: 1 });
  const { bays } = draw(governed({ stance, rest_mask, high_impact }));
  expect(bays.slice(0, 6).map(({ impact }) => impact)).toEqual([
    'unheard',
    'heard',
    'heard',
    'unheard',
    'heard',
    'none',
  ]);
});

verifies(
  'A13',
  'patient zero: the good window flows, the spike jumps, the veto has its chapel',
  () => {
    const [good, spike, veto] = patientZero.map((window) => draw(window));
    expect(good?.pillars).toEqual([]);
    expect(spike?.bays.filter(({ apex }) => apex.isJump).map(({ step }) => step)).toEqual([7]);
    expect(veto?.bays.filter(({ apex }) => apex.isJump)).toEqual([]);
    expect(veto?.pillars).toEqual([7]);
    expect(veto?.chapels).toEqual([{ pillar: 7, from: 8, length: 1, isCut: false, breaches: [] }]);
    expect(veto?.bays.filter(({ light }) => light.kind === 'void').map(({ step }) => step)).toEqual(
      [11],
    );
    expect(veto?.hasScars).toBe(true);
  },
);

test('the drawing fits its width, wide and narrow, with bays that touch', () => {
  for (const width of [1_200, 358]) {
    const { bays, layout } = cathedralOf(goodWindow(), [], width);
    expect(bays.at(-1)?.right).toBeCloseTo(width - layout.left, 6);
    for (const [step, bay] of bays.entries()) {
      expect(bay.right).toBeCloseTo(bays[step + 1]?.left ?? bay.right, 6);
    }
  }
});

test('what is not measured is neither inside nor under a cap', () => {
  const beta1 = steps<number | string>(0.9, { 5: 'no number' });
  const window = goodWindow({ metrics: { beta1, E_ext_acute: steps(0.1, { 2: -1 }) } });
  const { bays } = draw(window);
  expect(bays[5]?.apex).toMatchObject({ isMeasured: false, isInside: false, isJump: true });
  expect(bays[2]?.floor).toMatchObject({ isMeasured: false, isOver: true });
});
