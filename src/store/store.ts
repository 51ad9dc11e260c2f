/**
 * The storage port: what any place that keeps the journal must be able to do.
 *
 * The operations are coarse, and nothing waits between the statements of one, so that no other
 * operation can slip into the middle. Numbers run for each agent on its own, so that no
 * implementation needs one lock over all of them.
 */

import type { SharedSpend } from './shared-spending.ts';

/** One link of an agent's chain. */
export interface JournalRow {
  readonly agent: string;
  /** 1, 2, 3 … for each agent, without gaps. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The type of the record, or `segment`. */
  readonly kind: string;
  /** Canonical JSON. */
  readonly body: string;
  /** The hash of the row before, 64 hex digits; 64 zeros in the first row. */
  readonly prev: string;
  /** 64 hex digits. */
  readonly hash: string;
}

/** The last row of an agent's chain. */
export interface AgentHead {
  readonly agent: string;
  readonly seq: number;
  readonly hash: string;
  readonly at: number;
}

/** What people look at. Derived from the journal, so it can be made anew. */
export interface NewEvent {
  readonly agent: string;
  readonly session: string | null;
  /** Of the row it comes from. */
  readonly seq: number;
  readonly eventType: string;
  readonly timestamp: number;
  readonly reason: string;
  /** JSON. */
  readonly details: string;
}

/** An event with its number. Numbers grow and are never given twice. */
export interface StoredEvent extends NewEvent {
  readonly id: number;
}

/** An agent's state after the row `seq`. Only the newest of an agent is kept. */
export interface Snapshot {
  readonly agent: string;
  readonly seq: number;
  /** Of the state, 64 hex digits. */
  readonly hash: string;
  readonly state: string;
}

/** A key that an agent shows. The key itself is not stored. */
export interface AgentKey {
  /** SHA-256, 64 hex digits. */
  readonly keyHash: string;
  readonly agent: string;
  readonly createdAt: number;
  readonly label: string;
}

/** The text that explains a stop. The chain holds its hash, so deleting it breaks nothing. */
export interface Evidence {
  readonly agent: string;
  readonly session: string | null;
  readonly seq: number;
  readonly at: number;
  readonly hash: string;
  readonly body: string;
}

/** What the control plane keeps of its own: channels, alerts, deliveries, tokens, notes. Whole, under a kind and an id. */
export interface StoredDocument {
  readonly kind: string;
  readonly id: string;
  /** What it is found by, in order: when it changed, or is due. */
  readonly at: number;
  /** JSON. */
  readonly body: string;
}

/** A document as somebody knows it. */
export interface KnownDocument extends Pick<StoredDocument, 'kind' | 'id'> {
  /** Null: there is none. */
  readonly body: string | null;
}

/** What is changed together or not at all. */
export interface DocumentChange {
  /** Only if these still are as they are known; otherwise nothing changes. Of several who know the same, one succeeds. */
  readonly expect?: readonly KnownDocument[];
  /** Added, or put in the place of those with the same kind and id. */
  readonly put?: readonly StoredDocument[];
  readonly remove?: readonly Pick<StoredDocument, 'kind' | 'id'>[];
}

/** Which documents. */
export interface DocumentQuery {
  /** Of every kind when absent. */
  readonly kind?: string;
  readonly id?: string;
  /** Only those with an `at` up to this. */
  readonly until?: number;
  readonly newestFirst?: boolean;
  /** From 1 to `READ_LIMIT_MAX`. */
  readonly limit: number;
}

/** Stands for the rows that were cut. */
export interface Anchor {
  readonly agent: string;
  /** The last row that was cut. */
  readonly seq: number;
  /** Its hash: what the first row left has as `prev`. */
  readonly hash: string;
  /** Its time. */
  readonly at: number;
}

/** What went with a part of the journal. */
export interface CutPart {
  readonly agents: number;
  readonly rows: number;
  /** Nothing older can be cut now. */
  readonly isLast: boolean;
}

/** What is kept together or not at all. */
export interface Batch {
  readonly rows: readonly JournalRow[];
  readonly events?: readonly NewEvent[];
  readonly snapshots?: readonly Snapshot[];
  /** Nobody is held up by this one: it may wait some milliseconds and share the next one's commit. */
  readonly patient?: boolean;
  /** Others that write to the same store must know of it at once: it holds, releases or sets something. */
  readonly announces?: boolean;
  /** What its rows count to in the sums that several processes share. */
  readonly spends?: readonly SharedSpend[];
}

/** What another store has kept, to be kept here as it is: for moving a journal. */
export interface Adopted {
  /** Chains whose first rows were cut there. One that has a row or another anchor here is refused. */
  readonly anchors?: readonly Anchor[];
  /** With the numbers they have; what is here already stays. */
  readonly events?: readonly StoredEvent[];
}

/** Which events, in which order. */
export interface EventQuery {
  readonly agent?: string;
  readonly session?: string;
  readonly type?: string;
  /** Not before this time. */
  readonly since?: number;
  /** Not after this time. */
  readonly until?: number;
  /** Go on after this event in the order asked for: newer ones, or with `newestFirst` older ones. */
  readonly afterId?: number;
  readonly newestFirst?: boolean;
  /** From 1 to `READ_LIMIT_MAX`. */
  readonly limit: number;
}

/** Where the journal and what is derived from it are kept. */
export interface Store {
  /**
   * Durable when it resolves. A batch that does not continue its chains is refused with
   * `STORE_CHAIN`, and nothing of it is written. After any other failure the outcome is UNKNOWN:
   * read the heads before going on.
   */
  append(batch: Batch): Promise<void>;
  heads(): Promise<readonly AgentHead[]>;
  /** Rows in order, from `fromSeq` on; fewer than `limit` only at the end of the chain. */
  read(agent: string, fromSeq: number, limit: number): Promise<readonly JournalRow[]>;
  /** The newest. */
  snapshot(agent: string): Promise<Snapshot | null>;
  anchors(): Promise<readonly Anchor[]>;
  events(query: EventQuery): Promise<readonly StoredEvent[]>;
  /** Replaces an agent's events, by whoever knows how they follow from the journal. */
  replaceEvents(agent: string, events: readonly NewEvent[]): Promise<void>;
  /** Adds a key, or replaces the one with the same hash. */
  putKey(key: AgentKey): Promise<void>;
  /** Oldest first. */
  keys(): Promise<readonly AgentKey[]>;
  /** False when there was none. */
  removeKey(keyHash: string): Promise<boolean>;
  /** Adds a text; the same text of the same agent is kept once. */
  putEvidence(one: Evidence): Promise<void>;
  /** Newest first. */
  evidence(agent: string, limit: number): Promise<readonly Evidence[]>;
  /** Durable when it resolves; all of it or nothing. False where a document is not as it was expected to be. */
  changeDocuments(change: DocumentChange): Promise<boolean>;
  /** In the order of their times. */
  documents(query: DocumentQuery): Promise<readonly StoredDocument[]>;
  /** Deletes what is older than this time; returns how many. */
  dropEvidence(before: number): Promise<number>;
  /**
   * Cuts rows up to and including `throughSeq`, and their events; the anchor stands for them. Refuses to
   * cut the head, or beyond the newest snapshot. What is already cut stays cut.
   */
  cut(agent: string, throughSeq: number): Promise<Anchor>;
  /**
   * Cuts the oldest part of the journal, of all agents, if it ends before this time; what an agent still needs of it stays.
   * Null: the journal is not kept in parts by time, so it is cut agent by agent.
   */
  cutPart(before: number): Promise<CutPart | null>;
  /** Takes over what another store has kept; all of it or nothing. Done twice it changes nothing more. */
  adopt(adopted: Adopted): Promise<void>;
  /** The room it takes, on disk or in memory. */
  sizeBytes(): Promise<number>;
  /** Waits for what is under way; afterwards every call is refused. */
  close(): Promise<void>;
}
