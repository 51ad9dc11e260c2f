/**
 * The tests that mutants are tried on: those of the room that is named.
 *
 * Child processes run the unmutated code, and the long properties would take days.
 */
import { defineConfig } from 'vitest/config';
import { mutatedRoom } from './rooms.ts';

export default defineConfig({
  test: {
    include: [...mutatedRoom(process.env['TRIPWIRE_MUTATED_ROOM'] ?? 'core').tests],
    env: { TRIPWIRE_RUNS: '0.04' },
    globalSetup: ['test/kit/run-folder.ts'],
    // Whoever waits for something waits long enough for a busy machine.
    setupFiles: ['test/kit/patient-waits.ts'],
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 60_000,
  },
});
