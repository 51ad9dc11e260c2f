/** Where the tests are, in which projects, and how their result is told. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { PlainSummaryReporter } from './test/plain-summary-reporter.ts';
import { TEST_PROJECTS } from './test/projects.ts';

export default defineConfig({
  test: {
    projects: TEST_PROJECTS.map(({ include, exclude = [], globalSetup = [], name, isolate }) => ({
      test: {
        name,
        isolate,
        include: [...include],
        exclude: [...exclude],
        globalSetup: [...globalSetup],
        // Whoever waits for something waits long enough for a busy machine.
        setupFiles: ['test/kit/patient-waits.ts'],
        expect: { poll: { timeout: 60_000 } },
      },
    })),
    globalSetup: ['test/kit/run-folder.ts'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new PlainSummaryReporter()],
    // One more than there are cores: servers, commands and browsers are waited for most of the time. Left alone, the
    // runner would leave a core idle, which on two cores is half of them.
    maxWorkers: availableParallelism() + 1,
    // Long enough for a busy machine: a test fails by what it finds, not by how long it takes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A promise that nobody awaits must not hide: an unhandled rejection fails the run.
    dangerouslyIgnoreUnhandledErrors: false,
  },
});
