/**
 * Broken bundles: whatever is changed in a file of a bundle is found, without a crash and within its time. The numbers of
 * changes that once passed or crashed are kept and tried first.
 */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readLogKey, verifierText } from '../../src/audit/index.ts';
import { auditVerify } from '../../src/cli/audit/verify.ts';
import { TripwireError } from '../../src/core/index.ts';
import { StoreError } from '../../src/store/index.ts';
import { chanceFrom, mutated } from '../fuzz/mutate.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AuditedLife } from './audited-life.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** Seeds of changes that are tried whatever else is: add those that once passed or crashed. */
const KEPT: readonly number[] = [2, 3];
const RUNS = 80;
const TIME_MS_MAX = 30_000;
const root = temporaryFolder();
const bundle = join(root, 'bundle');
let key = '';

beforeAll(async () => {
  const data = join(root, 'data');
  const life = new AuditedLife(data, Date.UTC(2026, 0, 5, 12));
  await life.start();
  await life.work('one', 6, 4_000);
  await life.gate.operate({ agent: 'one', action: 'deactivate', by: 'ann', why: 'it leaks' });
  await life.pass(100_000);
  await life.end();
  key = verifierText(readLogKey(join(data, 'audit/log')));
  expect(await runTripwire(['audit', 'export', bundle, '--data', data])).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  // What it says is not looked at, only what it answers.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** What is not evidence: an explanation, and a key that nobody looks at who has the right one. */
const BESIDE: ReadonlySet<string> = new Set(['README.txt', 'log/key.pub']);

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !BESIDE.has(name))
    .toSorted();
}

/** The exit code; null where the bundle was refused with an error of the package. */
async function verified(folder: string): Promise<number | null> {
  try {
    return await auditVerify([folder, '--key', key, '--json']);
  } catch (error) {
    if (TripwireError.isInstance(error) || error instanceof StoreError) return null;
    throw error;
  }
}

test('as it was handed out it verifies', async () => {
  expect(await verified(bundle)).toBe(0);
});

test('no change of a file passes, crashes or takes long', async () => {
  const names = filesOf(bundle);
  const seeds = [...KEPT, ...Array.from({ length: RUNS }, (_, run) => run + 1)];
  for (const seed of seeds) {
    const chance = chanceFrom(seed);
    const name = names[Math.floor(chance() * names.length)] ?? '';
    const before = readFileSync(join(bundle, name), 'latin1');
    const after = mutated(before, chance);
    const changed = Buffer.from(after, 'utf8');
    if (changed.equals(readFileSync(join(bundle, name)))) continue;
    const copy = join(root, `copy-${seed}`);
    cpSync(bundle, copy, { recursive: true });
    writeFileSync(join(copy, name), changed);
    const began = performance.now();
    const code = await verified(copy);
    const told = `seed ${seed}, ${name}: ${JSON.stringify(after.slice(0, 200))}`;
    expect(performance.now() - began, told).toBeLessThan(TIME_MS_MAX);
    expect(code, told).not.toBe(0);
    rmSync(copy, { recursive: true });
  }
});
