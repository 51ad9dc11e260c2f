/**
 * The form of a golden vector, and the strict check of it.
 *
 * Vectors are read by other implementations too. A misspelt key would silently prove nothing, so
 * whatever the README of spec/vectors does not describe is refused by name.
 */
import { canonicalJson, checkRecord, type AgentRecord } from '../../src/core/index.ts';
import { expandRecords } from './expand-records.ts';

type Members = Readonly<Record<string, unknown>>;

/** A hold that must stand: every member that is given must be equal. */
export interface ExpectedHold extends Members {
  readonly hold: string;
}

/** What must be true of the decision after one step; what is not given may be anything. */
export interface Expectation {
  readonly step: number;
  readonly activity?: Members;
  readonly intent?: Members;
  readonly safety?: Members;
  readonly health?: number;
  readonly holds?: readonly ExpectedHold[];
  readonly wakeAt?: number | null;
  readonly reasonIncludes?: readonly string[];
  readonly reasonExcludes?: readonly string[];
  readonly digests?: Members;
}

/** Records, expanded, and the decisions they must give. */
export interface Vector {
  readonly id: string;
  readonly row: string;
  readonly proves: string;
  readonly arithmetic: string;
  readonly constitution: string | Members;
  readonly records: readonly AgentRecord[];
  readonly expect: readonly Expectation[];
}

const vectorKeys = ['id', 'row', 'proves', 'arithmetic', 'constitution', 'records', 'expect'];
const textKeys = ['id', 'row', 'proves', 'arithmetic'];

/** The members of an expectation that are objects, with the keys each may have. */
const partKeys: Readonly<Record<string, readonly string[]>> = {
  activity: ['mode', 'intensity', 'since', 'reason'],
  intent: ['intent', 'confidence', 'reason'],
  safety: ['allowed', 'vetoReason', 'remainingBudget', 'reason'],
  digests: ['eventsHash', 'decisionsHash'],
};
const listKeys = ['reasonIncludes', 'reasonExcludes'];
const expectKeys = ['step', ...Object.keys(partKeys), 'health', 'holds', 'wakeAt', ...listKeys];
const holdKeys = [
  'hold',
  'level',
  'scope',
  'since',
  'by',
  'why',
  'liftedBy',
  'target',
  'refused',
] as const;

/** Returns the vectors of one file, or throws naming the vector and the fault. */
export function parseVectors(topic: string, value: unknown): readonly Vector[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${topic}: not a list`);
  return value.map((one, index) => parseVector(topic, index, one));
}

function parseVector(topic: string, index: number, value: unknown): Vector {
  const members = membersOf(value, `${topic}[${index}]`);
  requireKeys(members, vectorKeys, `${topic}[${index}]`);
  for (const key of vectorKeys) {
    if (!Object.hasOwn(members, key)) throw new Error(`${topic}[${index}]: ${key} is missing`);
  }
  for (const key of textKeys) requireText(members[key], `${topic}[${index}].${key}`);
  const id = String(members['id']);
  const wanted = `${topic}-${String(index + 1).padStart(2, '0')}`;
  if (id !== wanted) throw new Error(`${id}: the id must be ${wanted}`);
  const { constitution } = members;
  if (typeof constitution !== 'string') membersOf(constitution, `${id}.constitution`);
  const records = expandRecords(members['records'], id).map(checkRecord);
  const expect = parseExpectations(members['expect'], records.length, id);
  return { ...(members as unknown as Vector), records, expect };
}

function parseExpectations(value: unknown, steps: number, id: string): readonly Expectation[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${id}: expect is empty`);
  let before = 0;
  return value.map((one, index) => {
    const where = `${id}.expect[${index}]`;
    const expectation = parseExpectation(membersOf(one, where), where);
    if (!Number.isInteger(expectation.step) || expectation.step > steps) {
      throw new Error(`${where}: step ${expectation.step} is not one of the ${steps} steps`);
    }
    if (expectation.step <= before) throw new Error(`${where}: steps must ascend from 1`);
    before = expectation.step;
    return expectation;
  });
}

function parseExpectation(members: Members, where: string): Expectation {
  requireKeys(members, expectKeys, where);
  if (Object.keys(members).length < 2) throw new Error(`${where}: expects nothing`);
  for (const [part, keys] of Object.entries(partKeys)) {
    if (!Object.hasOwn(members, part)) continue;
    requireKeys(membersOf(members[part], `${where}.${part}`), keys, `${where}.${part}`);
  }
  for (const key of listKeys) {
    if (Object.hasOwn(members, key)) requireTexts(members[key], `${where}.${key}`);
  }
  const expectation = members as unknown as Expectation;
  return Object.hasOwn(members, 'holds')
    ? { ...expectation, holds: parseHolds(members['holds'], `${where}.holds`) }
    : expectation;
}

/** A bare name is short for an object with nothing but `hold`. */
function parseHolds(value: unknown, where: string): readonly ExpectedHold[] {
  if (!Array.isArray(value)) throw new Error(`${where}: not a list`);
  return value.map((one: unknown, index) => {
    if (typeof one === 'string') return { hold: one };
    const hold = membersOf(one, `${where}[${index}]`);
    requireKeys(hold, holdKeys, `${where}[${index}]`);
    requireText(hold['hold'], `${where}[${index}].hold`);
    return hold as ExpectedHold;
  });
}

function membersOf(value: unknown, where: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${where}: not an object`);
  }
  if (Object.keys(value).length === 0) throw new Error(`${where}: is empty`);
  return value as Members;
}

function requireKeys(members: Members, known: readonly string[], where: string): void {
  for (const key of Object.keys(members)) {
    if (!known.includes(key)) throw new Error(`${where}: unknown key ${key}`);
  }
}

function requireText(value: unknown, where: string): void {
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${where}: not a text`);
}

function requireTexts(value: unknown, where: string): void {
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${where}: not a list`);
  for (const one of value) requireText(one, where);
  if (new Set(value.map(canonicalJson)).size !== value.length) throw new Error(`${where}: repeats`);
}
