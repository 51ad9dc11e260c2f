/**
 * Readers of what agents left behind; every one ends in the threads that `detect` judges.
 *
 * @module
 */
export type { BrokenPlace } from './broken-place.ts';
export type { CorpusRun, CorpusThread } from './corpus-run.ts';
export { readCorpus } from './read-corpus.ts';
