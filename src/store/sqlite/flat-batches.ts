/**
 * Batches on their way to the thread: one flat list of texts and numbers.
 *
 * A message between threads is copied value by value, and an object costs about as much as all its members. A list of
 * primitives takes half of the time.
 */
import { assert } from '../../base/assert.ts';
import type { Batch, JournalRow, NewEvent, Snapshot } from '../store.ts';

/** For each batch the numbers of its rows, events and snapshots, then the members of each. */
export type FlatBatches = readonly (string | number | null)[];

/** Some batches as a list. */
export function flattened(batches: readonly Batch[]): FlatBatches {
  const flat: (string | number | null)[] = [];
  for (const { rows, events = [], snapshots = [] } of batches) {
    flat.push(rows.length, events.length, snapshots.length);
    for (const { agent, seq, at, kind, body, prev, hash } of rows) {
      flat.push(agent, seq, at, kind, body, prev, hash);
    }
    for (const { agent, session, seq, eventType, timestamp, reason, details } of events) {
      flat.push(agent, session, seq, eventType, timestamp, reason, details);
    }
    for (const { agent, seq, hash, state } of snapshots) flat.push(agent, seq, hash, state);
  }
  return flat;
}

/** The batches of a list. */
export function unflattened(flat: FlatBatches): readonly Batch[] {
  let place = 0;
  const text = () => flat[place++] as string;
  const number = () => flat[place++] as number;
  const many = <T>(count: number, one: () => T): T[] => Array.from({ length: count }, one);
  // The order of the members is that of the calls.
  const row = (): JournalRow => ({
    agent: text(),
    seq: number(),
    at: number(),
    kind: text(),
    body: text(),
    prev: text(),
    hash: text(),
  });
  const event = (): NewEvent => ({
    agent: text(),
    session: flat[place++] as string | null,
    seq: number(),
    eventType: text(),
    timestamp: number(),
    reason: text(),
    details: text(),
  });
  const snapshot = (): Snapshot => ({
    agent: text(),
    seq: number(),
    hash: text(),
    state: text(),
  });
  const batches: Batch[] = [];
  while (place < flat.length) {
    const [rows, events, snapshots] = [number(), number(), number()];
    batches.push({
      rows: many(rows, row),
      events: many(events, event),
      snapshots: many(snapshots, snapshot),
    });
  }
  assert(place === flat.length, 'a list of batches that ends in the middle of one');
  return batches;
}
