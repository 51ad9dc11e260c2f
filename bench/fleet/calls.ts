/** Agents that ask through a fleet for a while, and how long each call took. */
import { chat } from '../../test/crash/server-client.ts';

/** Each agent always on one node, or each call on the next. */
export type Routing = 'sticky' | 'any';

/** What was asked, and how long it took. */
export interface Calls {
  readonly calls: number;
  readonly failed: number;
  readonly perSecond: number;
  readonly timesMs: readonly number[];
}

/** How it is asked. */
export interface Asking {
  readonly clients: number;
  readonly routing: Routing;
  readonly seconds?: number;
  /** Ends it; without it the seconds do. */
  readonly until?: AbortSignal;
}

/** Few enough that agents meet themselves on other nodes. */
const AGENTS = 16;
const SECOND_MS = 1_000;

/** Asks until the time is over. */
export async function callsFor(urls: readonly string[], asking: Asking): Promise<Calls> {
  const { clients, routing, seconds = 0, until } = asking;
  const began = performance.now();
  const isOver = () => until?.aborted ?? performance.now() - began > seconds * SECOND_MS;
  const timesMs: number[] = [];
  let asked = 0;
  let failed = 0;
  const client = async () => {
    while (!isOver()) {
      asked += 1;
      const agent = asked % AGENTS;
      const at = routing === 'sticky' ? agent : asked + Math.floor(asked / AGENTS);
      const from = performance.now();
      // A node that lost its lease meanwhile cuts its connections: that call failed, too.
      const answer = await chat(urls[at % urls.length] ?? '', `bench-${agent}`).catch(() => null);
      if (answer?.status === 200) timesMs.push(performance.now() - from);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const tookSeconds = (performance.now() - began) / SECOND_MS;
  return { calls: timesMs.length, failed, perSecond: timesMs.length / tookSeconds, timesMs };
}

/** The value below which this share of all lies. */
export function part(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
