/** `tripwire tune`, as a person runs it on what they marked. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

interface Tuned {
  readonly healthy: number;
  readonly stuck: number;
  readonly tightest: number | null;
  readonly curve: readonly {
    readonly threshold: number;
    readonly healthyStopped: number;
    readonly stuckCaught: number;
    readonly journalStops: number | null;
  }[];
  readonly alternatives: readonly {
    readonly setting: string;
    readonly tightest: number | null;
    readonly stuckCaught: number;
  }[];
}

/** The same call with the same result, so often. */
const repeats = (times: number, tool = 'run_tests') =>
  Array.from({ length: times }, () => ({
    kind: 'tool',
    tool,
    args: {},
    result: '1 failed: expected 2, got 3',
  }));
const works = Array.from({ length: 12 }, (_, index) => ({
  kind: 'tool',
  tool: 'read_file',
  args: { path: `src/${index}.ts` },
  result: `export const value${index} = ${index * 7};`,
}));

const WEATHER =
  'rain sun wind fog hail thunder frost dew cloud breeze storm drizzle snow haze'.split(' ');

/** Marks runs as a person does: with `detect --as`, appended to a file of the data folder. */
async function marked(runs: readonly (readonly ['healthy' | 'stuck', readonly object[]])[]) {
  const folder = temporaryFolder('tune');
  const cases = join(folder, 'cases');
  mkdirSync(cases);
  for (const [index, [label, events]] of runs.entries()) {
    const file = join(folder, `run-${index}.json`);
    writeFileSync(file, JSON.stringify({ id: `run-${index}`, events }));
    const { stdout } = await runTripwire(['detect', '--as', label, file]);
    writeFileSync(join(cases, `${index}.jsonl`), stdout);
  }
  const run = (...args: readonly string[]) => runTripwire(['tune', '--data', folder, ...args]);
  const json = async (...args: readonly string[]) => {
    const { code, stdout } = await run('--json', ...args);
    return { code, tuned: JSON.parse(stdout) as Tuned };
  };
  return { run, json };
}

describe('what a person marked', () => {
  verifies('X4', 'gives the tightest threshold that stops nothing healthy', async () => {
    const place = await marked([
      ['healthy', [...repeats(3), ...works]],
      ['healthy', works],
      ['stuck', repeats(12)],
    ]);
    const { code, tuned } = await place.json();
    expect({ code, healthy: tuned.healthy, stuck: tuned.stuck }).toEqual({
      code: 0,
      healthy: 2,
      stuck: 1,
    });
    const { curve, tightest } = tuned;
    expect(tightest).not.toBeNull();
    // Tighter ones stop something healthy, this one nothing, and it still catches the loop.
    for (const point of curve) {
      if (point.threshold < (tightest ?? 0)) expect(point.healthyStopped).toBeGreaterThan(0);
      if (point.threshold === tightest) {
        expect(point).toMatchObject({ healthyStopped: 0, stuckCaught: 1, journalStops: null });
      }
    }
    // A looser threshold never stops more.
    const stopped = curve.map(({ healthyStopped, stuckCaught }) => healthyStopped + stuckCaught);
    expect(stopped).toEqual(stopped.toSorted((one, other) => other - one));
    expect(tuned.alternatives).toEqual([]);
    const shown = await place.run();
    expect(shown.stdout).toContain(`A threshold of ${String(tightest)} is the tightest`);
    expect(shown.stdout).toContain('healthy stopped');
  });

  verifies('X4', 'names an exception where no threshold alone spares what is healthy', async () => {
    const place = await marked([
      ['healthy', [...repeats(9, 'wait_for_build'), ...works]],
      ['stuck', repeats(6)],
    ]);
    const { code, tuned } = await place.json();
    // The guard against the same failing call stops it under every threshold.
    expect({ code, tightest: tuned.tightest }).toEqual({ code: 1, tightest: null });
    const [best] = tuned.alternatives;
    expect(best).toMatchObject({ stuckCaught: 1 });
    expect(best?.setting).toContain('tool: wait_for_build');
    expect(best?.tightest).toBeLessThanOrEqual(10);
    expect((await place.run()).stdout).toContain(best?.setting);
    // What makes nothing better is not named.
    expect(tuned.alternatives.filter(({ setting }) => setting.includes('run_tests'))).toEqual([]);
  });

  verifies('X4', 'tries other windows of the literal detector', async () => {
    const asked = (times: number) =>
      Array.from({ length: times }, (_, index) => [
        { kind: 'llm', prompt: 'What is the weather in Oslo today?' },
        { kind: 'llm', response: WEATHER.slice(index).concat(WEATHER.slice(0, index)).join(' ') },
      ]).flat();
    const place = await marked([
      ['healthy', asked(12)],
      ['stuck', repeats(6)],
    ]);
    const { tuned } = await place.json('--detector', 'literal');
    const narrow = tuned.alternatives.find(({ setting }) => setting === 'window_size: 5');
    expect(narrow?.tightest).toBeLessThan(tuned.tightest ?? 99);
  });

  verifies('X4', 'says so where nothing is marked healthy', async () => {
    const place = await marked([['stuck', repeats(12)]]);
    const { code, tuned } = await place.json();
    expect({ code, tightest: tuned.tightest }).toEqual({ code: 1, tightest: null });
    expect((await place.run()).stdout).toContain('Nothing is marked healthy');
  });
});

test('with nothing marked and no journal it says so, without a table of nothing', async () => {
  const { code, stdout } = await runTripwire(['tune'], '', { HOME: temporaryFolder() });
  expect(code).toBe(1);
  expect(stdout.trim().split('\n')).toHaveLength(2);
  expect(stdout).toContain('tripwire mark AGENT healthy');
});

test.each([
  [['--detector', 'other'], 'there is no detector other'],
  [['--hours', '0'], '--hours takes 1 to 168'],
])('%j is refused', async (args, problem) => {
  const { code, stderr } = await runTripwire(['tune', ...args]);
  expect(code).toBe(2);
  expect(stderr).toContain(problem);
});
