/**
 * The strip of a trace and the words of a window's flags, without a browser.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  FLAG_NAMES,
  GENESIS_CARRY,
  judgeWindow,
  readTrace,
  windowNumbers,
  type AuditWindow,
} from '../../src/audit/verify.ts';
import { cathedralOf } from '../../web/src/audit/cathedral-shape.ts';
import { flagFacts } from '../../web/src/audit/flag-facts.ts';
import { spanOf, stripShape, windowAt, xOf } from '../../web/src/audit/strip-shape.ts';
import { fileWindows, serverWindow, type TraceWindow } from '../../web/src/audit/trace-window.ts';
import { chainWindows, goodWindow } from '../kit/audit-windows.ts';

const WIDTH = 1_000;
const WINDOW_MS = 48_000;
const HOUR_MS = 3_600_000;
const utc = (): number => 0;
const file = new URL('../../fixtures/patient_zero_autoloop16_v0.1.1.json', import.meta.url);
const patientZero = readTrace(readFileSync(file, 'utf8')).windows as readonly AuditWindow[];

/** So many good windows, one after the other. */
function windows(count: number, change: (index: number) => Partial<TraceWindow> = () => ({})) {
  return Array.from({ length: count }, (_, index): TraceWindow => ({
    index,
    id: `w_${index}`,
    tStartMs: index * WINDOW_MS,
    lengthMs: WINDOW_MS,
    kind: 'ok',
    ok: true,
    okChain: true,
    violated: [],
    isReadable: true,
    problems: [],
    logIndex: index,
    ...change(index),
  }));
}

test('two days are 3,600 windows; the one that is violated is wide enough to be seen', () => {
  const trace = windows(3_600, (index) => (index === 1_800 ? { kind: 'violated' } : {}));
  const span = spanOf(trace, WIDTH);
  expect(span.toMs - span.fromMs).toBe(48 * HOUR_MS);
  const { paths, gaps } = stripShape(trace, span, 44, utc);
  expect(
    paths.map(({ kind }) => kind),
    'what matters is drawn last',
  ).toEqual(['ok', 'violated']);
  expect(paths[1]?.d).toBe('M500.00 0.0h2.50v44.0h-2.50z');
  expect(gaps).toEqual([]);
});

test('time in which nothing was measured is a gap as wide as it was long', () => {
  const trace = windows(100, (index) =>
    index < 50 ? {} : { tStartMs: (index + 100) * WINDOW_MS },
  );
  const { gaps } = stripShape(trace, spanOf(trace, WIDTH), 44, utc);
  expect(gaps).toEqual([{ x: 250, width: 500 }]);
});

test('ticks stand at round hours of the reader, far enough apart to be read', () => {
  const trace = windows(3_600);
  const span = spanOf(trace, WIDTH);
  const kolkata = (): number => -330;
  const { ticks } = stripShape(trace, span, 44, kolkata);
  expect(ticks.length).toBeGreaterThan(4);
  for (const [place, { x, atMs }] of ticks.entries()) {
    expect((atMs + 330 * 60_000) % HOUR_MS, 'a full hour there').toBe(0);
    expect(x - (ticks[place - 1]?.x ?? -64)).toBeGreaterThanOrEqual(64);
  }
});

test('each place of the strip is a window, also when there is none', () => {
  const trace = windows(200, (index) =>
    index < 100 ? {} : { tStartMs: (index + 50) * WINDOW_MS },
  );
  const span = spanOf(trace, WIDTH);
  for (const window of trace) {
    const middle = xOf(span, window.tStartMs + WINDOW_MS / 2);
    expect(windowAt(trace, span, middle)).toBe(window);
  }
  expect(windowAt(trace, span, -5)?.index).toBe(0);
  expect(windowAt(trace, span, WIDTH + 5)?.index).toBe(199);
  expect(windowAt(trace, span, xOf(span, 120 * WINDOW_MS))?.index, 'in the gap').toBe(99);
});

test('the kind of a window is the worst that can be said of it', () => {
  const view = (change: Partial<Parameters<typeof serverWindow>[0]>) =>
    serverWindow({
      index: 0,
      window_id: 'a/0',
      t_start_ms: 0,
      asc_root: '0x0',
      flags: 0x7ff,
      violated: [],
      ok: true,
      ok_chain: true,
      rest_mask: 'AAAAAAAAAAAARRRR',
      log_index: 0,
      ...change,
    }).kind;
  expect(view({})).toBe('ok');
  expect(view({ rest_mask: 'R'.repeat(16) })).toBe('rest');
  expect(view({ rest_mask: 'S'.repeat(16), ok: false, ok_chain: false })).toBe('silent');
  expect(view({ ok: false, ok_chain: false })).toBe('violated');
  expect(view({ ok_chain: false })).toBe('edge');
  expect(view({ rest_mask: 'R'.repeat(16), ok: false }), 'rest excuses nothing').toBe('violated');
});

test('the windows of a file are judged here; a broken link and a gap are named', () => {
  expect(fileWindows(patientZero).map(({ kind }) => kind)).toEqual(['ok', 'violated', 'ok']);
  const chain = chainWindows([goodWindow(), goodWindow(), goodWindow()]);
  expect(fileWindows(chain).every(({ kind }) => kind === 'ok')).toBe(true);
  const [first, , last] = chain;
  if (first === undefined || last === undefined) throw new Error('a chain of three');
  const broken = fileWindows([first, last]);
  expect(broken.map(({ kind }) => kind)).toEqual(['ok', 'broken']);
  expect(broken[1]?.problems.join()).toContain('48000 ms are missing');
});

test('every flag says what was measured and what is allowed', () => {
  let carry = GENESIS_CARRY;
  const told = patientZero.map((window, index) => {
    const numbers = windowNumbers(window);
    const facts = flagFacts({
      numbers,
      carry,
      ...cathedralOf(window, patientZero.slice(0, index), 1),
    });
    carry = judgeWindow(numbers, carry).carryOut;
    return facts;
  });
  const [good, spike, veto] = told;
  expect(Object.keys(good ?? {}).toSorted()).toEqual(FLAG_NAMES.toSorted());
  expect(good?.edge_jerk_ok.measured).toBe('no window before');
  expect(spike?.beta1_jerk_within_bound).toMatchObject({
    measured: '0.055 at step 8',
    bound: 'at most 0.05',
  });
  expect(veto?.beta1_jerk_within_bound.measured).toBe('0.05 at step 8');
  expect(veto?.E_acute_under_cap).toMatchObject({
    measured: '0.499 at step 8',
    bound: 'at most 0.5',
  });
  expect(veto?.E_systemic_avg_under_cap.measured).toBe('0.251875');
  expect(veto?.veto_cooldown_ok.measured).toBe('1 VETO, 0 without its rest');
  expect(veto?.edge_jerk_ok.measured).toBe('0');
  expect(veto?.edge_cooldown_ok.measured).toBe('nothing owed');
});
