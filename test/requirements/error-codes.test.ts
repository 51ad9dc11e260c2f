/** Every error that a caller can meet is one of the package, with a code that docs/reasons.md explains. */
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.ts';
import { REASONS, TripwireError } from '../../src/core/index.ts';
import { LoopError, type LoopErrorCode } from '../../src/loop/loop-error.ts';
import { createMemoryStore } from '../../src/store/index.ts';
import type { StoreErrorCode } from '../../src/store/store-error.ts';

const known: ReadonlySet<string> = new Set(REASONS.map(({ code }) => code));
const loopCodes = {
  LOOP_UNAVAILABLE: true,
  NOTHING_TO_LIFT: true,
  CANNOT_PIN: true,
  NIGHT_REFUSED: true,
} satisfies Readonly<Record<LoopErrorCode, true>>;
const storeCodes = {
  STORE_CHAIN: true,
  STORE_STALE: true,
  STORE_UNAVAILABLE: true,
  STORE_CORRUPT: true,
  STORE_WENT_BACK: true,
  STORE_NEWER: true,
} satisfies Readonly<Record<StoreErrorCode, true>>;

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not throw');
}

test('a store that refuses, a configuration with problems and the loop throw errors of the package', async () => {
  const store = createMemoryStore();
  await store.close();
  const errors = [
    await thrownBy(() => store.heads()),
    await thrownBy(() => loadConfig({ file: 'no/such/tripwire.yaml', env: {}, home: '/' })),
    new LoopError('LOOP_UNAVAILABLE', 'the folder cannot be read'),
  ];
  const seen = errors.map((one) => (TripwireError.isInstance(one) ? [one.code, one.field] : one));
  expect(seen).toEqual([
    ['STORE_UNAVAILABLE', null],
    ['CONFIG_INVALID', null],
    ['LOOP_UNAVAILABLE', null],
  ]);
  expect(errors.map((one) => (one as Error).name)).toEqual([
    'StoreError',
    'ConfigError',
    'LoopError',
  ]);
});

test('every code of theirs is explained', () => {
  const codes = [...Object.keys(loopCodes), ...Object.keys(storeCodes), 'CONFIG_INVALID'];
  expect(codes.filter((code) => !known.has(code))).toEqual([]);
});
