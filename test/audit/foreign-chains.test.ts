/** Chains of 60 windows from elsewhere, in every form a trace may have: what the command says of them, and of damage. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { AuditWindow } from '../../src/audit/index.ts';
import { goodWindow } from '../kit/audit-windows.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { foreignChain, type ForeignChain } from './foreign-chain.ts';

vi.setConfig({ testTimeout: 60_000 });

const LENGTH = 60;
const ZERO_ROOT = `0x${'0'.repeat(64)}`;
const chainOf = (
  seed: string,
  shape: (window: AuditWindow, index: number) => AuditWindow,
  firstPrev: string | null = null,
  length = LENGTH,
) => foreignChain(new SeededRandom(seed), { length, shape, firstPrev });

const jsonLines = (windows: readonly unknown[]) =>
  windows.map((one) => `${JSON.stringify(one)}\n`).join('');

/** A window without anything that may be left out. */
function bare({ governance, witness, ...window }: AuditWindow): AuditWindow {
  const { rho_min: _rho, high_impact: _high, ...rule } = governance;
  return { ...window, governance: rule, witness: { asc_root: witness.asc_root } };
}

/** A good window whose metrics move, with a VETO at the end of every fifth. */
function lively(_: AuditWindow, index: number): AuditWindow {
  const wave = (step: number) => (800_000 + ((index * 16 + step) % 40) * 9_973) / 1e6;
  const steps = Array.from({ length: 16 }, (__, step) => step);
  const { rest_mask: rest } = goodWindow().governance;
  return goodWindow({
    metrics: { beta1: steps.map(wave) },
    governance: {
      rest_mask: index % 5 === 4 ? [...rest.slice(0, 15), 'VETO'] : rest,
      min_pause_ms: index % 10 === 4 ? 7_000 : 800,
    },
  });
}

async function verified(text: string | Buffer, ...flags: readonly string[]) {
  const file = join(temporaryFolder('chain'), 'trace');
  writeFileSync(file, text);
  const { code, stdout, stderr } = await runTripwire(['audit', 'verify', file, ...flags]);
  return { code, stderr, lines: stdout.split('\n').filter((line) => line !== '') };
}

const FORMS: readonly (readonly [string, ForeignChain, (chain: ForeignChain) => string])[] = [
  ['JSON lines', chainOf('lines', (window) => window), ({ windows }) => jsonLines(windows)],
  [
    'JSON lines as Windows writes them, without what may be left out',
    chainOf('windows', bare),
    ({ windows }) => `\uFEFF${jsonLines(windows).replaceAll('\n', '\r\n')}\r\n`,
  ],
  [
    'JSON lines without a last line feed',
    chainOf('last', (window) => window),
    ({ windows }) => jsonLines(windows).trimEnd(),
  ],
  ['an array', chainOf('array', lively), ({ windows }) => JSON.stringify(windows, null, 2)],
  [
    'an array whose first window names no root as zeros',
    chainOf('zeros', (window) => window, ZERO_ROOT),
    ({ windows }) => JSON.stringify(windows),
  ],
  [
    'the form of the fixture, with floors',
    chainOf('fixture', lively, ZERO_ROOT),
    ({ windows }) => {
      const floors = { MIN_PAUSE_MS_FLOOR: 500, MIN_FORGIVENESS_HALF_LIFE_S: 600 };
      return JSON.stringify({ floors, windows }, null, 1);
    },
  ],
  [
    'the form of the fixture, with windows alone',
    chainOf('alone', bare),
    ({ windows }) => JSON.stringify({ windows }),
  ],
];

describe.each(FORMS)('a chain as %s', (_, chain, written) => {
  verifies(
    ['A10', 'A14'],
    'is intact, one line a window, roots and verdicts as elsewhere',
    async () => {
      const { code, stderr, lines } = await verified(written(chain), '--json');
      expect(stderr).toBe('');
      expect(lines).toEqual(chain.expected.map((one) => JSON.stringify(one)));
      expect(code).toBe(0);
    },
  );
});

describe('damage', () => {
  const { windows, expected } = chainOf('damage', lively, null, 12);
  const at = (index: number): AuditWindow => {
    const window = windows[index];
    if (window === undefined) throw new Error(`there is no window ${index}`);
    return window;
  };
  const withWindow = (index: number, change: object) =>
    jsonLines(windows.toSpliced(index, 1, { ...at(index), ...change } as AuditWindow));
  const header = (index: number, change: object) =>
    withWindow(index, { window: { ...at(index).window, ...change } });
  const witness = (index: number, change: object) =>
    withWindow(index, { witness: { ...at(index).witness, ...change } });
  const metrics = (index: number, change: object) =>
    withWindow(index, { metrics: { ...at(index).metrics, ...change } });
  const lines = jsonLines(windows).trimEnd().split('\n');

  test.each<readonly [string, string, string]>([
    [
      'a metric',
      metrics(6, { beta1: [...at(6).metrics.beta1.slice(0, 15), 0.8] }),
      'window 6 (loop_000129): witness.asc_root is',
    ],
    ['a root', witness(6, { asc_root: ZERO_ROOT }), 'window 6 (loop_000129): witness.asc_root is'],
    [
      'a link',
      header(6, { prev_window_root: at(2).witness.asc_root }),
      'window 6 (loop_000129): window.prev_window_root is',
    ],
    ['a link that is taken away', header(6, { prev_window_root: null }), 'window 6'],
    [
      'a time',
      header(6, { t_start_ms: at(6).window.t_start_ms + 1 }),
      'window 6 (loop_000129): window.t_start_ms is',
    ],
    ['a name', header(6, { window_id: 'other' }), 'window 6 (other): witness.asc_root is'],
    [
      'a ledger',
      witness(6, { scar_root: `0x${'1'.repeat(64)}` }),
      'window 6 (loop_000129): witness.asc_root is',
    ],
    [
      'a dropped window',
      jsonLines(windows.toSpliced(6, 1)),
      'window 6 (loop_000130): window.prev_window_root is',
    ],
    [
      'a repeated window',
      jsonLines(windows.toSpliced(6, 0, at(5))),
      'window 6 (loop_000128): window.prev_window_root is',
    ],
    [
      'swapped windows',
      jsonLines(windows.toSpliced(6, 2, at(7), at(6))),
      'window 6 (loop_000130): window.prev_window_root is',
    ],
    [
      'a beginning in the middle',
      jsonLines(windows.slice(4)),
      'window 0 (loop_000127): window.prev_window_root is',
    ],
    ['a field too many', withWindow(6, { note: 1 }), 'window 6 (loop_000129): field note is not'],
    [
      'a step too few',
      metrics(6, { beta1: at(6).metrics.beta1.slice(1) }),
      'window 6 (loop_000129): field metrics.beta1 must have 16 entries',
    ],
    [
      'numbers in another unit',
      withWindow(6, {
        governance: { ...at(6).governance, beta1_corridor: { min: 700_000, max: 1_200_000 } },
      }),
      'window 6 (loop_000129): field governance.beta1_corridor.min must be from 0 to 16.777214',
    ],
    [
      'a line that is cut off',
      [...lines.slice(0, 11), lines[11]?.slice(0, 100)].join('\n'),
      'window 11 (without id): the window must be object',
    ],
    [
      'a line that is no JSON',
      [...lines.slice(0, 6), '}', ...lines.slice(7)].join('\n'),
      'window 6 (without id): the window must be object, not "}"',
    ],
    [
      'an array that is cut off',
      JSON.stringify(windows).slice(0, -1),
      'it is not JSON, or not all of it',
    ],
    ['something else', 'PNG\n\u0000', 'it is not JSON, or not all of it'],
  ])('%s is found and named first', async (_, text, named) => {
    const { code, stderr } = await verified(text, '--json');
    expect(stderr).toContain(named);
    expect(code).toBe(1);
  });

  test('is told to people too, and violated windows are findings unless asked', async () => {
    const told = await verified(header(6, { window_id: 'other' }));
    expect(told.code).toBe(1);
    expect(told.lines.at(-1)).toMatch(
      /^BROKEN: 12 windows, \d+ violated; first: window 6 \(other\)/,
    );
    expect(expected.some(({ ok_chain: ok }) => !ok)).toBe(true);
    expect((await verified(jsonLines(windows))).lines.at(-1)).toMatch(/^intact: 12 windows/);
    expect((await verified(jsonLines(windows), '--strict')).code).toBe(1);
    expect((await verified(jsonLines(windows.slice(0, 1)), '--strict')).code).toBe(0);
  });

  test('of one window leaves the verdicts of the others as they were', async () => {
    const broken = metrics(6, { E_ext_acute: at(6).metrics.E_ext_acute.map(() => 0.2) });
    const found = (await verified(broken, '--json')).lines.map(
      (line) => JSON.parse(line) as (typeof expected)[number] & { problems?: readonly string[] },
    );
    expect(found.map(({ flags, ok, ok_chain }) => ({ flags, ok, ok_chain }))).toEqual(
      expected.map(({ flags, ok, ok_chain }) => ({ flags, ok, ok_chain })),
    );
    // The window itself, and the link of the one after it, which names the root that was.
    expect(found.flatMap(({ problems }, index) => (problems === undefined ? [] : [index]))).toEqual(
      [6, 7],
    );
    expect(
      found.map(({ asc_root }, index) => index === 6 || asc_root === expected[index]?.asc_root),
    ).not.toContain(false);
  });
});
