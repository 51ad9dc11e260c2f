/**
 * What calls used over time: by the minute for all agents together, by the hour for each agent, model and label, and for
 * subagents.
 *
 * It is a fold over the journal that is kept in memory, of bounded size whatever the number of agents: of the names of
 * an hour the first thousand are told apart, the others are counted together.
 */
import type { Amount } from './spend-ledger.ts';

/** What was used. */
export interface Used extends Amount {
  calls: number;
  refused: number;
  stops: number;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
const KEPT_MS = 7 * 24 * HOUR_MS;
const NAMES_MAX = 1_000;
/** Under which the names beyond that are counted. */
const OTHERS = 'others';

type Names = Map<string, Used>;
interface Hour {
  readonly agents: Names;
  readonly models: Names;
  /** By what a call was made for, such as `tag:ABC-12`. */
  readonly labels: Names;
  readonly subagents: Names;
}

/** Who used something, and for what. */
export interface UsedBy {
  readonly agent: string;
  readonly model: string;
  readonly labels: readonly string[];
  readonly isSubagent: boolean;
}

/** The one name under which subagents are counted. */
export const SUBAGENTS = 'subagents';

function noHour(): Hour {
  return { agents: new Map(), models: new Map(), labels: new Map(), subagents: new Map() };
}

/** Nothing used. */
export function unused(): Used {
  return { answers: 0, tokens: 0, microUsd: 0, unpriced: 0, calls: 0, refused: 0, stops: 0 };
}

/** Adds one amount to another, in place. */
export function addUsed(sum: Used, more: Partial<Used>): void {
  sum.answers += more.answers ?? 0;
  sum.tokens += more.tokens ?? 0;
  sum.microUsd += more.microUsd ?? 0;
  sum.unpriced += more.unpriced ?? 0;
  sum.calls += more.calls ?? 0;
  sum.refused += more.refused ?? 0;
  sum.stops += more.stops ?? 0;
}

/** The series of a server. */
export class UsageSeries {
  readonly #minutes = new Map<number, Used>();
  readonly #hours = new Map<number, Hour>();
  #sweptHour = 0;

  add(at: number, { agent, model, labels, isSubagent }: UsedBy, used: Partial<Used>): void {
    const minute = Math.floor(at / MINUTE_MS);
    addUsed(entry(this.#minutes, minute, unused), used);
    const number = Math.floor(at / HOUR_MS);
    const hour = entry(this.#hours, number, noHour);
    addUsed(named(hour.agents, agent), used);
    addUsed(named(hour.models, model), used);
    for (const label of labels) addUsed(named(hour.labels, label), used);
    if (isSubagent) addUsed(named(hour.subagents, SUBAGENTS), used);
    if (number > this.#sweptHour) this.#sweep(number);
  }

  /** All agents together, from a time on, in steps of this length. */
  buckets(since: number, until: number, stepMs: number): readonly (Used & { at: number })[] {
    const buckets = empty(since, until, stepMs);
    for (const [minute, used] of this.#minutes) {
      const at = minute * MINUTE_MS;
      const bucket = at < since ? undefined : buckets[Math.floor((at - since) / stepMs)];
      if (bucket !== undefined) addUsed(bucket, used);
    }
    return buckets;
  }

  /** One agent by the hour. */
  bucketsOf(agent: string, since: number, until: number): readonly (Used & { at: number })[] {
    const buckets = empty(since, until, HOUR_MS);
    for (const bucket of buckets) {
      const used = this.#hours.get(bucket.at / HOUR_MS)?.agents.get(agent);
      if (used !== undefined) addUsed(bucket, used);
    }
    return buckets;
  }

  /** What each used since the beginning of an hour. */
  sums(since: number, what: keyof Hour): ReadonlyMap<string, Used> {
    const sums: Names = new Map();
    for (const [number, hour] of this.#hours) {
      if (number * HOUR_MS < since) continue;
      for (const [name, used] of hour[what]) addUsed(entry(sums, name, unused), used);
    }
    return sums;
  }

  #sweep(now: number): void {
    this.#sweptHour = now;
    const oldest = now * HOUR_MS - KEPT_MS;
    for (const minute of this.#minutes.keys()) {
      if (minute * MINUTE_MS < oldest) this.#minutes.delete(minute);
    }
    for (const hour of this.#hours.keys()) if (hour * HOUR_MS < oldest) this.#hours.delete(hour);
  }
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function named(names: Names, name: string): Used {
  return entry(names, names.has(name) || names.size < NAMES_MAX ? name : OTHERS, unused);
}

function empty(since: number, until: number, stepMs: number): (Used & { at: number })[] {
  const count = Math.ceil((until - since) / stepMs);
  return Array.from({ length: count }, (_, index) => ({ at: since + index * stepMs, ...unused() }));
}
