/**
 * What a value of the manifest may be: a check for each kind, with the words for what would be right.
 */
import { isObject } from '../../base/json-values.ts';

/** A kind of value. */
export interface ValueKind<Value> {
  /** To be put after "must be". */
  readonly words: string;
  /** The value as the program uses it; undefined when it is not one of this kind. */
  readonly read: (written: unknown) => Value | undefined;
  /** A value that was read, as it is written; absent where that is the same. */
  readonly write?: (value: unknown) => unknown;
}

const COUNT_MAX = 1_000_000_000;
const TEXT_LENGTH_MAX = 2_000;
const NAMES_MAX = 1_000;

/** A whole number within bounds. */
export function wholeNumber(from: number, to: number = COUNT_MAX): ValueKind<number> {
  return {
    words:
      to === COUNT_MAX ? `a whole number from ${from}` : `a whole number from ${from} to ${to}`,
    read: (written) =>
      typeof written === 'number' && Number.isInteger(written) && written >= from && written <= to
        ? written
        : undefined,
  };
}

/** A percentage, where fractions are welcome. */
export const percent: ValueKind<number> = {
  words: 'a number from 0 to 100',
  read: (written) =>
    typeof written === 'number' && written >= 0 && written <= 100 ? written : undefined,
};

/** True or false. */
export const flag: ValueKind<boolean> = {
  words: 'true or false',
  read: (written) => (typeof written === 'boolean' ? written : undefined),
};

/** Texts; one alone counts as a list of one. */
export const texts: ValueKind<readonly string[]> = {
  words: `a text or a list of at most ${NAMES_MAX} texts`,
  read: (written) => {
    const list: unknown[] = Array.isArray(written) ? written : [written];
    return list.length <= NAMES_MAX && list.every(isText) ? list : undefined;
  },
};

/** Lists of texts by name, such as the roles. */
export const textLists: ValueKind<Readonly<Record<string, readonly string[]>>> = {
  words: 'names, each with a list of texts',
  read: (written) => {
    if (!isObject(written)) return undefined;
    const entries = Object.entries(written).map(
      ([name, list]) => [name, texts.read(list)] as const,
    );
    return entries.length <= NAMES_MAX && entries.every(([, list]) => list !== undefined)
      ? (Object.fromEntries(entries) as Record<string, readonly string[]>)
      : undefined;
  },
};

/** A text. A mapping with `current` in it, as the original's phases and tasks are written, is read as that. */
export const title: ValueKind<string> = {
  words: 'a text',
  read: (written) => {
    if (typeof written !== 'object' || written === null) return textOrNumber(written);
    const { current, name, description } = written as Readonly<Record<string, unknown>>;
    const parts = [current, name ?? description]
      .map(textOrNumber)
      .filter((part) => part !== undefined);
    return parts.join(' - ');
  },
};

/** The kind, or nothing at all. */
export function orNull<Value>(kind: ValueKind<Value>): ValueKind<Value | null> {
  return {
    words: `${kind.words}, or null`,
    read: (written) => (written === null ? null : kind.read(written)),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_LENGTH_MAX;
}

function textOrNumber(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return isText(value) ? value : undefined;
}
