/**
 * Makes an agent's events anew from its journal: they are a fold over its rows, so nothing is lost with them.
 *
 * The fold begins at the first row. Where that was cut off, it begins at the newest snapshot, and the events before
 * it stay as they are: the state that they followed from is gone.
 */
import { FROZEN_V0_2 } from '../core/index.ts';
import type { NewEvent, Store } from '../store/index.ts';
import { atBeginning, atSnapshot, foldJournal } from './fold.ts';

/** What became of the events of an agent. */
export interface RebuiltEvents {
  readonly rows: number;
  readonly events: number;
  /** Events of before the fold begins, left as they were. */
  readonly kept: number;
}

const EVENTS_AT_ONCE = 1_000;

/** Rebuilds the events of one agent. Nobody else may write to the store meanwhile. */
export async function rebuildEvents(store: Store, agent: string): Promise<RebuiltEvents> {
  const isCut = (await store.anchors()).some((anchor) => anchor.agent === agent);
  // The first segment brings its own constitution.
  const start = (isCut ? await atSnapshot(store, agent) : null) ?? atBeginning(FROZEN_V0_2);
  const kept = await eventsThrough(store, agent, start.seq);
  const made: NewEvent[] = [];
  let rows = 0;
  for await (const { row, events } of foldJournal(store, agent, start)) {
    rows += 1;
    for (const event of events) {
      made.push({ ...event, agent, seq: row.seq, details: JSON.stringify(event.details) });
    }
  }
  await store.replaceEvents(agent, [...kept, ...made]);
  return { rows, events: made.length, kept: kept.length };
}

async function eventsThrough(store: Store, agent: string, seq: number): Promise<NewEvent[]> {
  const kept: NewEvent[] = [];
  if (seq === 0) return kept;
  let afterId = 0;
  for (;;) {
    const some = await store.events({ agent, afterId, limit: EVENTS_AT_ONCE });
    for (const { id, ...event } of some) {
      afterId = id;
      if (event.seq <= seq) kept.push(event);
    }
    if (some.length < EVENTS_AT_ONCE) return kept;
  }
}
