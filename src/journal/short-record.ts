/**
 * A record as a row of version 3 writes it: what nearly every record says the same is left out, and lists of small hashes are
 * one text each.
 *
 * Nothing is lost: a reader puts back what is not there. So a record that never had such a member, as those of version 0.1
 * may, has no short form, and is written in a row of version 2. A record has one short form: whatever could have
 * been left out must have been.
 */
import { isObject, type JsonObject } from '../base/json-values.ts';

/** What a member nearly always is: a value, an empty list, the time of its row, or small hashes, whose list may be empty. */
type Usual = 0 | false | null | 'nothing' | 'time' | 'hashes';
type Usuals = ReadonlyMap<string, Usual>;

const COUNTED: Usuals = new Map([['toolCalls', 0]]);
const ANSWERED: Usuals = new Map([['calls', 'nothing']]);
const SAID: Usuals = new Map<string, Usual>([
  ['atMs', 'time'],
  ['chant', null],
  ['items', 'hashes'],
  ['numbers', 'hashes'],
  ['words', 'hashes'],
]);
const STEP: Usuals = new Map<string, Usual>([
  ['atMs', 'time'],
  ['error', null],
  ['errorText', null],
  ...['ids', 'lines', 'names', 'slots', 'words'].map((name) => [name, 'hashes'] as const),
  ...['bare', 'content', 'infrastructure', 'negative', 'picture', 'poll'].map(no),
  ...['red', 'sentence', 'terminal', 'unfinished'].map(no),
]);

function no(name: string) {
  return [name, false] as const;
}

/** One part of a record with its usual members left out, or put back; null where that cannot be. */
type Change = (part: JsonObject, usual: Usuals, at: number) => JsonObject | null;

/** The short form of what a row of version 2 writes; null where there is none. */
export function shortRecord(written: JsonObject, at: number): JsonObject | null {
  return changed(written, at, withoutUsual);
}

/** What a row of version 2 would write, from its short form; null where it is not the short form of any. */
export function longRecord(short: JsonObject, at: number): JsonObject | null {
  return changed(short, at, withUsual);
}

function changed(record: JsonObject, at: number, change: Change): JsonObject | null {
  const made: Record<string, unknown> = {};
  for (const name in record) {
    const part = record[name];
    const isCounted = name === 'event' || name === 'estimate' || name === 'settles';
    if (!isObject(part) || !(isCounted || name === 'observed')) made[name] = part;
    else {
      const other = isCounted ? change(part, COUNTED, at) : changedObservation(part, at, change);
      if (other === null) return null;
      made[name] = other;
    }
  }
  return made;
}

function changedObservation(observed: JsonObject, at: number, change: Change): JsonObject | null {
  const made = Object.hasOwn(observed, 'response') ? change(observed, ANSWERED, at) : observed;
  const digests: unknown = made?.['digests'];
  if (made === null || !Array.isArray(digests)) return made;
  const others: unknown[] = [];
  for (const digest of digests as readonly unknown[]) {
    const other: unknown = isObject(digest) ? changedDigest(digest, at, change) : digest;
    if (other === null) return null;
    others.push(other);
  }
  return { ...made, digests: others };
}

function changedDigest(digest: JsonObject, at: number, change: Change): JsonObject | null {
  const { kind, step } = digest;
  if (kind === 'prompt' || kind === 'response') return change(digest, SAID, at);
  if (kind !== 'tool' || !isObject(step)) return digest;
  const other = change(step, STEP, at);
  return other === null ? null : { ...digest, step: other };
}

function withoutUsual(part: JsonObject, usual: Usuals, at: number): JsonObject | null {
  const short: Record<string, unknown> = {};
  let found = 0;
  for (const name in part) {
    const value = part[name];
    const how = usual.get(name);
    if (how === undefined) {
      short[name] = value;
      continue;
    }
    found += 1;
    if (isUsual(value, how, at)) continue;
    const kept = how === 'hashes' ? packed(value) : value;
    if (kept === null) return null;
    short[name] = kept;
  }
  return found === usual.size ? short : null;
}

function withUsual(part: JsonObject, usual: Usuals, at: number): JsonObject | null {
  const members: Record<string, unknown> = { ...part };
  for (const [name, how] of usual) {
    if (!Object.hasOwn(part, name)) {
      members[name] = how === 'time' ? at : how === 'hashes' || how === 'nothing' ? [] : how;
      continue;
    }
    const value = how === 'hashes' ? unpacked(part[name]) : part[name];
    if (value === null ? how === null || how === 'hashes' : isUsual(value, how, at)) return null;
    members[name] = value;
  }
  return members;
}

function isUsual(value: unknown, how: Usual, at: number): boolean {
  if (how === 'hashes' || how === 'nothing') return Array.isArray(value) && value.length === 0;
  return Object.is(value, how === 'time' ? at : how);
}

/** Six bits each. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const SMALL = 0x10000;
const LARGE = 0x1000000;

/**
 * Small hashes as a text: how many digits each has, and then each. Three digits where all have 16 bits, else four; null
 * where one has more than 24, or the list is none.
 */
function packed(list: unknown): string | null {
  if (!Array.isArray(list)) return null;
  let isSmall = true;
  for (const hash of list) {
    if (!Number.isInteger(hash) || (hash as number) < 0 || (hash as number) >= LARGE) return null;
    // Equal to 0, and written otherwise.
    if (Object.is(hash, -0)) return null;
    isSmall &&= (hash as number) < SMALL;
  }
  let text = isSmall ? '3' : '4';
  for (const hash of list as readonly number[]) {
    if (!isSmall) text += digit(hash >>> 18);
    text += digit((hash >>> 12) & 63) + digit((hash >>> 6) & 63) + digit(hash & 63);
  }
  return text;
}

function digit(value: number): string {
  return DIGITS[value] ?? '';
}

/** The list of such a text; null for any other. */
function unpacked(text: unknown): readonly number[] | null {
  if (typeof text !== 'string') return null;
  const size = Number(text[0]);
  if ((size !== 3 && size !== 4) || (text.length - 1) % size !== 0) return null;
  const list: number[] = [];
  let isSmall = true;
  for (let place = 1; place < text.length; place += size) {
    let hash = 0;
    for (let index = place; index < place + size; index += 1) {
      const value = valueOf(text.charCodeAt(index));
      if (value === -1) return null;
      hash = hash * 64 + value;
    }
    if (size === 3 && hash >= SMALL) return null;
    isSmall &&= hash < SMALL;
    list.push(hash);
  }
  return isSmall === (size === 3) ? list : null;
}

/** By character; -1 for what is no digit. */
const VALUES: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  DIGITS.indexOf(String.fromCharCode(code)),
);

function valueOf(code: number): number {
  return VALUES[code] ?? -1;
}
