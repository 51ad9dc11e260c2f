/** The storage room's door: the port and what implements it. */
export { storeWith } from './checked-store.ts';
export { createMemoryStore } from './memory/store.ts';
export type { NodeView } from './postgres/all-nodes.ts';
export type { FleetChange } from './postgres/fleet-changes.ts';
export { openFleetStore, type FleetStore } from './postgres/fleet-store.ts';
export { prepareDatabase } from './postgres/roles.ts';
export { openPostgresStore, openServedStore, type ServedStore } from './postgres/store.ts';
export type { Turn } from './postgres/turn.ts';
export { READ_LIMIT_MAX } from './shape-check.ts';
export {
  journalWentBack,
  loadSqliteHere,
  openSqliteStore,
  openSqliteStoreHere,
  type SqliteStoreOptions,
} from './sqlite/store.ts';
export { LABEL_SETS_MAX, REST_KEY } from './shared-spending.ts';
export type {
  SharedSpend,
  SharedSums,
  SpendClaim,
  SpendShares,
  SpentAmounts,
  SumAsked,
  SumLimit,
} from './shared-spending.ts';
export { StoreError, type StoreErrorCode } from './store-error.ts';
export type {
  AgentHead,
  AgentKey,
  Anchor,
  CutPart,
  Batch,
  DocumentChange,
  KnownDocument,
  EventQuery,
  Evidence,
  JournalRow,
  NewEvent,
  Snapshot,
  Store,
  StoredDocument,
  StoredEvent,
} from './store.ts';
