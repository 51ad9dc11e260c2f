/**
 * What proves afterwards what happened: the chain of the journal.
 *
 * @module
 */
export { journalBody, readJournalBody } from './journal-body.ts';
export type { EvidenceEntry, JournalEntry, RecordEntry, SegmentEntry } from './journal-body.ts';
export { chainHash, GENESIS_HASH, verifyChain } from './journal-chain.ts';
export type { ChainPlace, ChainReport, ChainRow } from './journal-chain.ts';
