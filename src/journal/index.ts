/**
 * The journal: its rows and chain, the fold over them, what is derived from them, replay and retention.
 *
 * @module
 */
export {
  journalBody,
  readRow,
  type JournalEntry,
  type NewEntry,
  type RecordEntry,
  type RowPlace,
} from './body.ts';
export { checkedEvents, isMismatch } from './check-events.ts';
export { evidenceProblem } from './check-evidence.ts';
export { compareEvents } from './compare-events.ts';
export { CallTally, type Tally } from './call-tally.ts';
export { GENESIS_HASH, isIntact, rowHash, verifyChain } from './chain.ts';
export { deriveEvents, type EventType, type DerivedEvent } from './derive-events.ts';
export {
  atBeginning,
  atSnapshot,
  foldJournal,
  migrated,
  seenAfter,
  type ChainPoint,
  type FoldedRow,
} from './fold.ts';
export { JournalFollower } from './follower.ts';
export { added, HourlySpend } from './hourly-spend.ts';
export {
  budgetsBegan,
  takeRows,
  spentBefore,
  type PeriodsAsked,
  type RowRange,
} from './period-spend.ts';
export { rebuildEvents } from './rebuild-events.ts';
export { recordedEnvelope } from './recorded-envelope.ts';
export { replayJournal, type JournalReplay } from './replay.ts';
export { cutOld } from './retention.ts';
