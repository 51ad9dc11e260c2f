/**
 * What one row of the journal says: a judged record, the opening of a segment, or the hash of evidence.
 *
 * Every body names its agent and its place, so that a row moved to another chain or another place is
 * found although its own hash is right. A body has one form only, the canonical one: a second form of
 * the same value could be read differently by another parser.
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

/** Version of the bodies. */
const BODY_VERSION = 1;

interface Placed {
  readonly agent: string;
  /** Of the row. */
  readonly seq: number;
  readonly v: typeof BODY_VERSION;
}

/** A record and what was decided on it. */
export interface RecordEntry extends Placed {
  readonly record: AgentRecord;
  readonly decision: Decision;
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

/** The body of a row: canonical JSON. Whatever could not be read back is refused here, before it is written. */
export function journalBody(entry: JournalEntry): string {
  checkEntry(entry as unknown as JsonObject);
  return canonicalJson(entry);
}

type Check = (value: unknown) => boolean;

const hashPattern = /^[0-9a-f]{64}$/;

const isName: Check = (value) => typeof value === 'string' && value !== '';
const isSeq: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 1;
const isTime: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const isHash: Check = (value) => typeof value === 'string' && hashPattern.test(value);
const isHashOrNull: Check = (value) => value === null || isHash(value);

const segmentMembers = {
  constitution: isObject,
  constitution_id: isHash,
  core: isName,
  snapshot: isHashOrNull,
};

const isSegment = hasExactly(segmentMembers);
const isSeenSegment = hasExactly({ ...segmentMembers, seen_at: isTime });

/** The members of each kind of entry, besides those that every entry has. */
const KINDS: readonly (readonly (readonly [name: string, fits: Check])[])[] = [
  Object.entries({ decision: isDecision, record: isObject }),
  Object.entries({ segment: (value: unknown) => isSegment(value) || isSeenSegment(value) }),
  Object.entries({ evidence: hasExactly({ hash: isHash, of: isSeq }) }),
];

/** The entry that a body holds; throws `RECORDING_INVALID` with the field for anything else. */
export function readJournalBody(text: string): JournalEntry {
  const value = parse(text);
  if (!isObject(value)) fail('it is not an object', null);
  checkEntry(value);
  const entry = value as unknown as JournalEntry;
  if ('record' in entry) checkOwnRecord(entry);
  if (canonicalText(value) !== text) fail('it is not canonical JSON', null);
  return entry;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return fail(`it is not valid JSON (${(error as Error).message})`, null);
  }
}

/** What an entry must be, in the same words for whoever writes it and whoever reads it. */
function checkEntry({ agent, seq, v, ...rest }: JsonObject): void {
  if (v !== BODY_VERSION) {
    const known = `(known: ${BODY_VERSION}); read it with a newer Tripwire`;
    fail(`version ${JSON.stringify(v) ?? 'none'} is not known ${known}`, 'v');
  }
  if (!isName(agent)) fail('agent must be a name', 'agent');
  if (!isSeq(seq)) fail('seq must be a whole number from 1', 'seq');
  checkKind(rest);
  const { evidence } = rest as Partial<EvidenceEntry>;
  if (evidence !== undefined && evidence.of >= Number(seq)) {
    fail(`evidence of row ${evidence.of} in row ${String(seq)}: it comes later`, 'evidence.of');
  }
}

function checkKind(members: JsonObject): void {
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
}

/** The state is folded from these records, so a stranger's or a malformed one must not get in. */
function checkOwnRecord({ agent, record }: RecordEntry): void {
  try {
    checkRecord(record);
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    fail(`record: ${error.message}`, error.field === null ? 'record' : `record.${error.field}`);
  }
  if (record.agent !== undefined && record.agent !== agent) {
    const names = `${JSON.stringify(record.agent)} in the row of ${JSON.stringify(agent)}`;
    fail(`the record is about ${names}`, 'record.agent');
  }
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
