/**
 * The shapes of what is stored, as data, and the checks that apply them.
 *
 * Every store makes the same checks before it writes. Otherwise one accepts what another cannot give
 * back: a text with a NUL or half a character does not survive a database, and then its hash is
 * wrong for ever.
 */
import { storableText } from '../base/storable-text.ts';
import { batchRefused } from './refusals.ts';
import type {
  Adopted,
  AgentKey,
  Anchor,
  Batch,
  DocumentChange,
  Evidence,
  JournalRow,
  KnownDocument,
  NewEvent,
  Snapshot,
  StoredDocument,
  StoredEvent,
} from './store.ts';

/** The most rows, events or texts that one call returns: a longer answer would hold up the writing. */
export const READ_LIMIT_MAX = 10_000;

const hashPattern = /^[0-9a-f]{64}$/;

type FieldKind = keyof typeof FIELD_KINDS;
type Shape<T> = Readonly<Record<keyof T, FieldKind>>;
type Fields<T> = readonly (readonly [keyof T & string, FieldKind])[];

const FIELD_KINDS = {
  hash: {
    words: '64 hex digits in lower case',
    fits: (value: unknown) => typeof value === 'string' && hashPattern.test(value),
  },
  name: {
    words: 'a text of at least one character, without NUL and half characters',
    fits: (value: unknown) => isStorableText(value) && value !== '',
  },
  nameOrNull: {
    words: 'null, or a text without NUL and half characters',
    fits: (value: unknown) => value === null || isStorableText(value),
  },
  seq: { words: 'a whole number from 1', fits: (value: unknown) => isWhole(value, 1) },
  text: { words: 'a text without NUL and half characters', fits: isStorableText },
  time: {
    words: 'a whole number of milliseconds from 0',
    fits: (value: unknown) => isWhole(value, 0),
  },
} as const;

const ROW = listedFields<JournalRow>({
  agent: 'name',
  seq: 'seq',
  at: 'time',
  kind: 'name',
  body: 'text',
  prev: 'hash',
  hash: 'hash',
});
const EVENT = listedFields<NewEvent>({
  agent: 'name',
  session: 'nameOrNull',
  seq: 'seq',
  eventType: 'name',
  timestamp: 'time',
  reason: 'text',
  details: 'text',
});
const ADOPTED_EVENT = [...EVENT, ['id', 'seq']] as Fields<StoredEvent>;
const ANCHOR = listedFields<Anchor>({ agent: 'name', seq: 'seq', hash: 'hash', at: 'time' });
const SNAPSHOT = listedFields<Snapshot>({ agent: 'name', seq: 'seq', hash: 'hash', state: 'text' });
const KEY = listedFields<AgentKey>({
  keyHash: 'hash',
  agent: 'name',
  createdAt: 'time',
  label: 'text',
});
const EVIDENCE = listedFields<Evidence>({
  agent: 'name',
  session: 'nameOrNull',
  seq: 'seq',
  at: 'time',
  hash: 'hash',
  body: 'text',
});
const EXPECTED = listedFields<KnownDocument>({ kind: 'name', id: 'name', body: 'nameOrNull' });
const DOCUMENT = listedFields<StoredDocument>({
  kind: 'name',
  id: 'name',
  at: 'time',
  body: 'text',
});

/** Throws `STORE_CHAIN` when something in a batch cannot be stored. */
export function requireBatch({ rows, events = [], snapshots = [] }: Batch): void {
  const problem =
    firstProblem('row', rows, ROW) ??
    firstProblem('event', events, EVENT) ??
    firstProblem('snapshot', snapshots, SNAPSHOT);
  if (problem !== null) throw batchRefused(problem);
}

/** Throws a TypeError when an event cannot be stored. */
export function requireEvents(agent: string, events: readonly NewEvent[]): void {
  require(firstProblem('event', events, EVENT));
  const stranger = events.find((event) => event.agent !== agent);
  if (stranger !== undefined) {
    throw new TypeError(`an event of ${stranger.agent} is among those for ${agent}`);
  }
}

/** Throws a TypeError when something that is taken over cannot be stored. */
export function requireAdopted({ anchors = [], events = [] }: Adopted): void {
  require(firstProblem('anchor', anchors, ANCHOR) ?? firstProblem('event', events, ADOPTED_EVENT));
}

/** Throws a TypeError when a key cannot be stored. */
export function requireKey(key: AgentKey): void {
  require(firstProblem('key', [key], KEY));
}

/** Throws a TypeError when a text cannot be stored. */
export function requireEvidence(one: Evidence): void {
  require(firstProblem('evidence', [one], EVIDENCE));
}

/** Throws a TypeError when one of the documents cannot be stored. */
export function requireDocuments({ put = [], expect = [] }: DocumentChange): void {
  require(firstProblem('document', put, DOCUMENT) ?? firstProblem('expected', expect, EXPECTED));
}

/** Throws a RangeError when a call asks for nothing, or for more than one answer may hold. */
export function requireLimit(limit: number): void {
  if (isWhole(limit, 1) && limit <= READ_LIMIT_MAX) return;
  throw new RangeError(`limit must be a whole number from 1 to ${READ_LIMIT_MAX}, not ${limit}`);
}

function firstProblem<T extends object>(
  what: string,
  values: readonly T[],
  fields: Fields<T>,
): string | null {
  for (const [index, value] of values.entries()) {
    for (const [field, kind] of fields) {
      if (FIELD_KINDS[kind].fits(value[field])) continue;
      return `${what} ${index + 1}: ${field} must be ${FIELD_KINDS[kind].words}`;
    }
  }
  return null;
}

function listedFields<T>(shape: Shape<T>): Fields<T> {
  return Object.entries(shape) as [keyof T & string, FieldKind][];
}

function require(problem: string | null): void {
  if (problem !== null) throw new TypeError(problem);
}

function isStorableText(value: unknown): boolean {
  return typeof value === 'string' && value === storableText(value);
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least;
}
