/**
 * Threads, asked about a conversation that was read once. The package's public functions take a body instead
 * (`of-body.ts`); inside, nobody reads a body twice.
 *
 * @module
 */
export { historyOf, historyUpTo, type History } from './history.ts';
export type { KnownThread } from './known-thread.ts';
export { allEvents, newEvents, type Rebuilt } from './rebuild-transcript.ts';
export { opensWithSummary, threadKeyOf } from './thread-key.ts';
