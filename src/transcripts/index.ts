/**
 * Readers of what agents left behind; every one ends in the threads that `detect` judges.
 *
 * @module
 */
export type { BrokenPlace } from './broken-place.ts';
export type { CorpusRun, CorpusThread } from './corpus-run.ts';
export { findTranscripts, transcriptPlaces } from './find-transcripts.ts';
export type { TranscriptPlace } from './find-transcripts.ts';
export { givenTranscripts } from './given-transcripts.ts';
export { costOfCall, LIST_PRICES, loadPrices, spentOn } from './prices.ts';
export type { Prices, Spent } from './prices.ts';
export { readCorpus } from './read-corpus.ts';
export { readRuns } from './read-runs.ts';
export type { ClientName, JudgedEvent, ModelCall, Run } from './run.ts';
export type { TranscriptFile } from './transcript-file.ts';
