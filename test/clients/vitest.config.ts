/**
 * The trials of real coding agents. They are no part of `npm test`: the programs weigh more than a gigabyte, and a
 * run takes minutes. One after the other, because each of them takes all the processor it can get.
 */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/clients/*.client.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
