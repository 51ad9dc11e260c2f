/** Where the tests are and how their result is told. */
import { defineConfig } from 'vitest/config';
import { PlainSummaryReporter } from './test/plain-summary-reporter.ts';

export default defineConfig({
  test: {
    include: ['{src,test,spec,bench}/**/*.test.ts'],
    reporters: ['default', new PlainSummaryReporter()],
    // Long enough for a busy machine: a test fails by what it finds, not by how long it takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A promise that nobody awaits must not hide: an unhandled rejection fails the run.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
