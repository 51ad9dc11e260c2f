/**
 * The tests that mutants of the core are tried on: its own, the golden vectors, and a short run of
 * the comparison with the reference model.
 *
 * Child processes run the unmutated code, and the long properties would take days.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/core/**/*.test.ts', 'test/vectors/vectors.test.ts', 'test/model/model.test.ts'],
    env: { TRIPWIRE_RUNS: '0.04' },
    testTimeout: 60_000,
  },
});
