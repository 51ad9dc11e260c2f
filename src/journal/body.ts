/**
 * What one row of the journal says: a judged record, the opening of a segment, or the hash of evidence.
 *
 * A body has one form only, the canonical one: a second form of the same value could be read differently by another
 * parser. What the columns of a row say is not repeated in its body, because the row's hash covers both. Bodies of
 * version 2 leave nothing else out. Those of version 1, which older programs wrote, name their agent and their place and
 * hold every decision whole.
 */
import { isObject, type JsonObject } from '../base/json-values.ts';
import {
  canonicalJson,
  checkRecord,
  TripwireError,
  type AgentRecord,
  type ConstitutionValues,
  type Decision,
} from '../core/index.ts';
import {
  decisionDigest,
  fromShort,
  isShortDecision,
  shortDecision,
  type RecordedDecision,
  type ShortDecision,
} from '../core/records/short-decision.ts';
import type { JournalRow } from '../store/index.ts';
import { longRecord, shortRecord } from './short-record.ts';
import { wholeRecord, writtenRecord } from './written-record.ts';

/** The version that is written, and the newest that can be read. */
export const BODY_VERSION = 3;
/** The version that keeps records as they are; written where a record has no short form. */
const LONG_VERSION = 2;
/** The version that names agent and place in the body. */
const FIRST_VERSION = 1;

/** What of a row is beside its body. */
export type RowPlace = Pick<JournalRow, 'agent' | 'seq' | 'at' | 'kind'>;

interface Placed {
  readonly agent: string;
  /** Of the row. */
  readonly seq: number;
}

/** A decision as a row keeps it: whole, or for a plain one its digest and its short form. */
export type KeptDecision =
  | { readonly whole: Decision }
  | { readonly digest: string; readonly short: ShortDecision };

/** A record and what was decided on it. */
export interface RecordEntry extends Placed {
  readonly record: AgentRecord;
  /** What is known of the decision without judging again. */
  readonly decision: RecordedDecision;
  readonly kept: KeptDecision;
}

/** From here on, replay has parity with this core under this constitution. */
export interface SegmentEntry extends Placed {
  readonly segment: {
    /** Version of the core. */
    readonly core: string;
    readonly constitution_id: string;
    /** Its values, so that the journal can be judged again by itself. */
    readonly constitution: ConstitutionValues;
    /** SHA-256 of the state that the segment goes on from; null when it begins with none. */
    readonly snapshot: string | null;
    /** When the agent itself last did something before; absent when it never did. Shown, not judged. */
    readonly seen_at?: number;
  };
}

/** Text was kept because of a row. */
export interface EvidenceEntry extends Placed {
  readonly evidence: {
    /** SHA-256 of the text. */
    readonly hash: string;
    /** The row that it explains. */
    readonly of: number;
  };
}

/** What a row may say. */
export type JournalEntry = RecordEntry | SegmentEntry | EvidenceEntry;

/** What is written into a row. */
export type NewEntry =
  | { readonly record: AgentRecord; readonly decision: Decision }
  | Pick<SegmentEntry, 'segment'>
  | Pick<EvidenceEntry, 'evidence'>;

/** Records whose plain decisions are kept short. What people and policies did is kept with the whole of what followed. */
const SHORTENED: ReadonlySet<AgentRecord['type']> = new Set(['admit', 'event', 'result', 'tick']);

/** Whether people are told of a record, whatever was decided: then all of it is kept. */
function isTold(record: AgentRecord): boolean {
  return !SHORTENED.has(record.type) || (record.type === 'admit' && record.repeats !== undefined);
}

/** The decision as a row of such a record keeps it. */
function kept(record: AgentRecord, decision: Decision): KeptDecision {
  const short = isTold(record) ? null : shortDecision(decision);
  return short === null ? { whole: decision } : { digest: decisionDigest(decision), short };
}

/** Whether a row keeps this decision; null when it does, else what it keeps. */
export function differenceFrom(was: KeptDecision, decision: Decision): string | null {
  if ('whole' in was) {
    const text = canonicalJson(was.whole);
    return canonicalJson(decision) === text ? null : text;
  }
  const short = shortDecision(decision);
  const isSame =
    short !== null && isEqual(short, was.short) && decisionDigest(decision) === was.digest;
  return isSame ? null : `a decision with the digest ${was.digest} (${was.short.join(' ')})`;
}

function isEqual(one: ShortDecision, other: ShortDecision): boolean {
  return one.length === other.length && one.every((number, index) => number === other[index]);
}

/** The body of a row: canonical JSON. Whatever could not be read back is refused here, before it is written. */
export function journalBody(place: RowPlace, entry: NewEntry): string {
  requirePlace(place);
  if (!('record' in entry)) {
    const members = entry as unknown as JsonObject;
    checkKind(members, place);
    return canonicalJson({ ...members, v: BODY_VERSION });
  }
  const { decision } = entry;
  requireOwn(entry.record, place);
  const written = writtenRecord(entry.record, place) as JsonObject;
  const brief = shortRecord(written, place.at);
  const record = brief ?? written;
  const v = brief === null ? LONG_VERSION : BODY_VERSION;
  const keeps = kept(entry.record, decision);
  if ('digest' in keeps) {
    const { digest, short } = keeps;
    return canonicalJson({ decided: digest, record, short, v });
  }
  if (!isDecision(decision)) fail('decision does not have its form', 'decision');
  return canonicalJson({ decision, record, v });
}

type Check = (value: unknown) => boolean;

const hashPattern = /^[0-9a-f]{64}$/;
const digestPattern = /^[\w-]{43}$/;

const isName: Check = (value) => typeof value === 'string' && value !== '';
const isSeq: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 1;
const isTime: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isHash: Check = (value) => typeof value === 'string' && hashPattern.test(value);
const isHashOrNull: Check = (value) => value === null || isHash(value);
const isDigest: Check = (value) => typeof value === 'string' && digestPattern.test(value);

const segmentMembers = {
  constitution: isObject,
  constitution_id: isHash,
  core: isName,
  snapshot: isHashOrNull,
};

const isSegment = hasExactly(segmentMembers);
const isSeenSegment = hasExactly({ ...segmentMembers, seen_at: isTime });

/** The members of each kind of entry, besides those that every entry has; the last is new in version 2. */
const KINDS: readonly (readonly (readonly [name: string, fits: Check])[])[] = [
  Object.entries({ decision: isDecision, record: isObject }),
  Object.entries({ segment: (value: unknown) => isSegment(value) || isSeenSegment(value) }),
  Object.entries({ evidence: hasExactly({ hash: isHash, of: isSeq }) }),
  Object.entries({ decided: isDigest, record: isObject, short: isShortDecision }),
];

/** The entry that a row holds; throws `RECORDING_INVALID` with the field for anything else. */
export function readRow(row: RowPlace & Pick<JournalRow, 'body'>): JournalEntry {
  const value = parse(row.body);
  if (!isObject(value)) fail('it is not an object', null);
  const entry = value['v'] === FIRST_VERSION ? firstEntry(value) : entryOf(value, row);
  if (canonicalText(value) !== row.body) fail('it is not canonical JSON', null);
  return entry;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail(`it is not valid JSON (${(error as Error).message})`, null);
  }
}

/** A body of version 1. */
function firstEntry(value: JsonObject): JournalEntry {
  const { agent, seq, v: _, ...members } = value;
  const place = { agent, seq } as Placed;
  requirePlace(place);
  if ('decided' in members) fail('decided is of version 2', 'decided');
  checkKind(members, place);
  const entry = { ...place, ...members } as Placed & NewEntry;
  if (!('record' in entry)) return entry;
  const { record, decision } = entry;
  requireRecord(record);
  requireOwn(record, place);
  return { ...place, record, decision, kept: { whole: decision } };
}

function entryOf({ v, ...members }: JsonObject, row: RowPlace): JournalEntry {
  if (v !== BODY_VERSION && v !== LONG_VERSION) {
    const versions = [FIRST_VERSION, LONG_VERSION, BODY_VERSION].join(', ');
    const known = `(known: ${versions}); read it with a newer Tripwire`;
    fail(`version ${JSON.stringify(v) ?? 'none'} is not known ${known}`, 'v');
  }
  requirePlace(row);
  checkKind(members, row);
  const place = { agent: row.agent, seq: row.seq };
  const written = members['record'];
  if (written === undefined) return { ...place, ...members } as SegmentEntry | EvidenceEntry;
  const long =
    v === LONG_VERSION ? (written as JsonObject) : longRecord(written as JsonObject, row.at);
  if (long === null) fail('record says what rows of its version leave out', 'record');
  const record = wholeRecord(long, row);
  if (record === null) fail('record repeats what its row says', 'record');
  requireRecord(record);
  const { decided, decision, short } = members;
  if (decided === undefined) {
    const whole = decision as Decision;
    return { ...place, record, decision: whole, kept: { whole } };
  }
  const numbers = short as ShortDecision;
  const keeps = { digest: decided as string, short: numbers };
  return { ...place, record, decision: fromShort(numbers), kept: keeps };
}

function requirePlace({ agent, seq }: Placed): void {
  if (!isName(agent)) fail('agent must be a name', 'agent');
  if (!isSeq(seq)) fail('seq must be a whole number from 1', 'seq');
}

/** What an entry must be, in the same words for whoever writes it and whoever reads it. */
function checkKind(members: JsonObject, { seq }: Placed): void {
  const count = Object.keys(members).length;
  const kind = KINDS.find(
    (one) => one.length === count && one.every(([name]) => Object.hasOwn(members, name)),
  );
  if (kind === undefined) {
    const names = Object.keys(members).toSorted().join(', ');
    const known = KINDS.map((one) => one.map(([name]) => name).join(' and ')).join('; ');
    fail(`besides agent, seq and v it has ${names || 'nothing'} (known: ${known})`, null);
  }
  for (const [name, fits] of kind) {
    if (!fits(members[name])) fail(`${name} does not have its form`, name);
  }
  const { evidence } = members as Partial<EvidenceEntry>;
  if (evidence !== undefined && evidence.of >= seq) {
    fail(`evidence of row ${evidence.of} in row ${seq}: it comes later`, 'evidence.of');
  }
}

/** The state is folded from these records, so a malformed one must not get in. */
function requireRecord(record: AgentRecord): void {
  try {
    checkRecord(record);
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    fail(`record: ${error.message}`, error.field === null ? 'record' : `record.${error.field}`);
  }
}

/** Nor a stranger's. */
function requireOwn(record: AgentRecord, { agent }: Placed): void {
  if (record.agent === undefined || record.agent === agent) return;
  const names = `${JSON.stringify(record.agent)} in the row of ${JSON.stringify(agent)}`;
  fail(`the record is about ${names}`, 'record.agent');
}

/** Only what every decision has: replay is what compares the rest. */
function isDecision(value: unknown): boolean {
  return isObject(value) && isObject(value['intent']) && isObject(value['safety']);
}

function hasExactly(members: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(members);
  return (value) =>
    isObject(value) &&
    Object.keys(value).length === names.length &&
    names.every((name) => members[name]?.(value[name]) === true);
}

/** Null for a value that has no canonical form, such as an unsafe integer. */
function canonicalText(value: unknown): string | null {
  try {
    return canonicalJson(value);
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    return null;
  }
}

function fail(problem: string, field: string | null): never {
  throw new TripwireError('RECORDING_INVALID', `not a row of a journal: ${problem}`, field);
}
