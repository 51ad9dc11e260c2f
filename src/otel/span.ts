/**
 * A span of a trace, as far as it is looked at: whichever encoding it came in.
 */
import type { JsonObject } from '../base/json-values.ts';

/** One finished operation of a program that traces itself. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether it is part of a larger operation. */
  readonly hasParent: boolean;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Attribute values as plain JSON, under their flat names. */
  readonly attributes: JsonObject;
  readonly isError: boolean;
  /** What the program said of the error; empty when it said nothing. */
  readonly statusMessage: string;
}

/** Bytes that are no traces: the sender must not send them again. */
export class UnreadableTraces extends Error {
  constructor(words: string) {
    super(words);
    this.name = 'UnreadableTraces';
  }
}

/** Values in a body; reading many times as many would keep a server from everybody else. */
export const VALUES_MAX = 500_000;

/** Values inside each other; what is deeper reads as null. */
export const DEPTH_MAX = 16;

/** The members of the list that an attribute is spread over: `prefix.0.role`, `prefix.0.content`, `prefix.1.role`. */
export function spreadList(attributes: JsonObject, prefix: string): readonly JsonObject[] {
  const members = new Map<number, Record<string, unknown>>();
  const start = `${prefix}.`;
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(start)) continue;
    const [, index, name] = /^(\d{1,5})\.(.+)$/.exec(key.slice(start.length)) ?? [];
    if (index === undefined || name === undefined) continue;
    const member = members.get(Number(index)) ?? (Object.create(null) as Record<string, unknown>);
    member[name] = value;
    members.set(Number(index), member);
  }
  return [...members].toSorted(([one], [other]) => one - other).map(([, member]) => member);
}
