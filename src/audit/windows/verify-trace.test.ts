/** A trace: whatever is changed in it is found at its window and named. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { chainWindows, goodWindow } from '../../../test/kit/audit-windows.ts';
import {
  commitWindow,
  GENESIS_CARRY,
  judgeWindow,
  openingProblem,
  openLeaves,
  randomSalts,
  readTrace,
  rootText,
  textProblems,
  TraceVerifier,
  windowNumbers,
  type AuditWindow,
  type WindowReport,
} from '../index.ts';

const file = join(import.meta.dirname, '../../../fixtures/patient_zero_autoloop16_v0.1.1.json');
const fixture = readFileSync(file, 'utf8');

/** Everything that is found in a trace as it is written. */
function verify(text: string): readonly WindowReport[] {
  const trace = readTrace(text);
  const verifier = new TraceVerifier(undefined, { floors: trace.floors });
  return trace.windows.map((window) => {
    const report = verifier.take(window);
    return { ...report, problems: [...report.problems, ...textProblems(trace, window)] };
  });
}

const problemsOf = (text: string) => verify(text).flatMap(({ problems }) => problems);

/** Every scalar in a value, by its path. */
function leavesOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return Object.entries(value).flatMap(([key, inside]) => leavesOf(inside, [...path, key]));
}

function changedAt(value: unknown, path: readonly (string | number)[], next: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  let inside = copy;
  for (const key of path.slice(0, -1)) inside = inside[key] as Record<string, unknown>;
  inside[path.at(-1) ?? ''] = next;
  return copy;
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce((inside, key) => (inside as Record<string, unknown>)[key], value);
}

/** A value of the same kind that is another one. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value === 0 ? 1 : value / 2;
  if (value === null) return `0x${'1'.repeat(64)}`;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, -1) + (text.endsWith('0') ? '1' : '0');
}

describe('patient zero', () => {
  verifies(['A11', 'A10'], 'is intact, with the verdicts true, false, true', () => {
    const reports = verify(fixture);
    expect(reports.flatMap(({ problems }) => problems)).toEqual([]);
    expect(reports.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(reports.map(({ flags }) => flags)).toEqual([2_047, 2_045, 2_047]);
  });

  test('any changed value is found and named', () => {
    const whole: unknown = JSON.parse(fixture);
    for (const path of leavesOf(whole)) {
      // An opening that says nothing is no part of the record.
      if (path.at(-1) === 'asc_witness') continue;
      const changed = changedAt(whole, path, otherThan(valueAt(whole, path)));
      let found: readonly string[];
      try {
        found = problemsOf(JSON.stringify(changed));
      } catch (error) {
        found = [(error as Error).message];
      }
      expect(found.join('; '), path.join('.')).not.toBe('');
    }
  });

  test('any changed byte that changes a value is found', () => {
    const compact = JSON.stringify(JSON.parse(fixture));
    fc.assert(
      fc.property(
        fc.nat({ max: compact.length - 1 }),
        fc.integer({ min: 32, max: 126 }),
        (place, code) => {
          const text =
            compact.slice(0, place) + String.fromCharCode(code) + compact.slice(place + 1);
          let said: unknown;
          try {
            said = JSON.parse(text);
          } catch {
            said = null;
          }
          fc.pre(JSON.stringify(said) !== compact);
          expect(() => {
            if (problemsOf(text).length > 0) throw new Error('found');
          }).toThrow();
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('a chain', () => {
  const chain = chainWindows(Array.from({ length: 6 }, () => goodWindow()));
  const found = (windows: readonly unknown[]) =>
    verify(JSON.stringify(windows)).flatMap(({ index, problems }) =>
      problems.map((one) => `${index} ${one}`),
    );

  verifies('A14', 'that is whole has no problem, in each of its forms', () => {
    expect(found(chain)).toEqual([]);
    const lines = chain.map((one) => JSON.stringify(one)).join('\n');
    expect(problemsOf(`${lines}\n`)).toEqual([]);
    expect(problemsOf(JSON.stringify({ windows: chain }))).toEqual([]);
  });

  verifies(
    'A14',
    'misses a window that was dropped, swapped, repeated or cut off at the start',
    () => {
      const [a, b, c, d] = chain;
      const said = (windows: readonly unknown[]) => found(windows).join('\n');
      expect(said([a, b, d])).toMatch(/^2 window\.prev_window_root is 0x/);
      expect(said([a, b, d])).toMatch(/^2 window\.t_start_ms is \d+, .*: 48000 ms are missing$/m);
      expect(said([a, c, b])).toMatch(/^1 window\.prev_window_root/);
      expect(said([a, a])).toMatch(/time goes back$/m);
      expect(said([b, c])).toMatch(/^0 window\.prev_window_root .* the trace begins here$/m);
    },
  );

  test('may not be governed by less than the constitution asks', () => {
    const loose = chainWindows([goodWindow({ governance: { rho_min: 0.1 } })]);
    expect(found(loose)[0]).toContain('governance.rho_min is 100000 millionths, below');
    const floors = { MIN_PAUSE_MS_FLOOR: 0, MIN_FORGIVENESS_HALF_LIFE_S: 0 };
    expect(problemsOf(JSON.stringify({ windows: chain, floors }))[0]).toContain('floors are below');
  });

  verifies('A1', 'names the field of what has not the shape of a window', () => {
    const [one] = chain;
    const { metrics } = one as AuditWindow;
    const wrong: readonly (readonly [unknown, string])[] = [
      [7, 'the window must be object, not 7'],
      [
        { ...one, metrics: { ...metrics, beta1: metrics.beta1.slice(1) } },
        'field metrics.beta1 must have 16 entries, not 15',
      ],
      [{ ...one, note: 1 }, 'field note is not a known field'],
      [
        { ...one, window: { ...one?.window, num_steps: 15 } },
        'field window.num_steps must be 16, not 15',
      ],
      [
        { ...one, governance: { ...one?.governance, min_pause_ms: 1.5 } },
        'field governance.min_pause_ms must be integer',
      ],
      [
        { ...one, governance: { ...one?.governance, beta1_jerk_bound: 0.0000005 } },
        'field governance.beta1_jerk_bound must be a number of millionths',
      ],
      [{ ...one, window: { ...one?.window, step_ms: 0 } }, 'field window.step_ms must be from 1'],
      [
        { ...one, window: { ...one?.window, prev_window_root: `0x${'f'.repeat(64)}` } },
        'field window.prev_window_root is no element of the field',
      ],
      [{ ...one, witness: {} }, 'field witness.asc_root is missing'],
    ];
    for (const [value, words] of wrong)
      expect(new TraceVerifier().take(value).problems[0]).toContain(words);
  });
});

describe('an opening', () => {
  const window = goodWindow();
  const commitment = commitWindow(window, windowNumbers(window), GENESIS_CARRY, randomSalts());
  const root = rootText(commitment.root);

  verifies('A8', 'shows single leaves of a root and leads to it', () => {
    const opened = openLeaves(commitment, [0, 3, 7]);
    expect(opened.leaves.map(({ index }) => index)).toEqual([0, 3, 7]);
    expect(openingProblem(opened, root)).toBe(null);
    expect(JSON.stringify(opened)).not.toContain(rootText(commitment.preimages[1]?.at(-1) ?? 0n));
  });

  verifies('A8', 'is refused when anything in it is changed', () => {
    const opened = openLeaves(commitment, [3]);
    for (const path of leavesOf(opened)) {
      const value = valueAt(opened, path);
      const other = typeof value === 'number' ? value ^ 1 : otherThan(value);
      const changed = changedAt(opened, path, other) as typeof opened;
      expect(openingProblem(changed, root), path.join('.')).not.toBe(null);
    }
    expect(openingProblem(opened, rootText(1n))).toContain('not to the root');
  });

  test('salts make equal windows look different', () => {
    const other = commitWindow(window, windowNumbers(window), GENESIS_CARRY, randomSalts());
    expect(other.leaves.some((leaf, index) => leaf === commitment.leaves[index])).toBe(false);
  });

  test('in a window must be one of its root', () => {
    const [plain] = chainWindows([window]);
    const asc_witness = openLeaves(commitWindow(window, windowNumbers(window), GENESIS_CARRY), [5]);
    const opened = { ...plain, witness: { ...plain?.witness, asc_witness } };
    expect(new TraceVerifier().take(opened).problems).toEqual([]);
    const { leaves } = openLeaves(commitment, [5]);
    const foreign = { ...plain, witness: { ...plain?.witness, asc_witness: { leaves } } };
    expect(new TraceVerifier().take(foreign).problems[0]).toContain(
      'witness.asc_witness: leaf 5 leads to',
    );
  });
});

test('lights that say otherwise are found', () => {
  const [one] = chainWindows([goodWindow()]);
  const { flags } = judgeWindow(windowNumbers(goodWindow()), GENESIS_CARRY);
  expect(flags).toBe(2_047);
  const lights = {
    beta1_in_corridor: true,
    beta1_jerk_within_bound: true,
    E_ext_under_caps: true,
    min_pause_respected: true,
    rest_fraction_ok: false,
    silence_not_treated_as_consent: true,
  };
  expect(new TraceVerifier().take({ ...one, invariants_satisfied: lights }).problems).toEqual([
    'invariants_satisfied.rest_fraction_ok is false, the data give true',
  ]);
});
