/**
 * Compares an agent's events with those that its journal gives: changed, added and missing ones.
 *
 * It folds the whole journal, as making the events anew does, so it is for `doctor` and not for every reading.
 */
import { FROZEN_V0_2 } from '../core/index.ts';
import type { Store, StoredEvent } from '../store/index.ts';
import { saysTheSame } from './check-events.ts';
import { deriveEvents, NOTHING_TOLD, type DerivedEvent } from './derive-events.ts';
import { atBeginning, atSnapshot, foldJournal, type FoldedRow } from './fold.ts';

/** How many events of an agent are not what the fold gives, and the first of them. */
export interface EventComparison {
  readonly compared: number;
  readonly wrong: number;
  readonly first: string | null;
}

const EVENTS_AT_ONCE = 1_000;
/** Whether they are derived depends on what was said before, and a process that starts says them once more. */
const SAID_AGAIN: ReadonlySet<string> = new Set(['veto', 'warning', 'kill_switch_shadow']);

/** Compares the events of an agent, up to a row, with those that its journal gives. */
export async function compareEvents(
  store: Store,
  agent: string,
  throughSeq: number,
): Promise<EventComparison> {
  const isCut = (await store.anchors()).some((anchor) => anchor.agent === agent);
  const start = (isCut ? await atSnapshot(store, agent) : null) ?? atBeginning(FROZEN_V0_2);
  const kept = await keptBySeq(store, agent, start.seq, throughSeq);
  let before = start.state;
  let [compared, wrong] = [0, 0];
  let first: string | null = null;
  const note = (count: number, problem: string) => {
    wrong += count;
    if (count > 0) first ??= problem;
  };
  for await (const folded of foldJournal(store, agent, start)) {
    const { seq } = folded.row;
    if (seq > throughSeq) break;
    const own = kept.get(seq) ?? [];
    kept.delete(seq);
    compared += own.length;
    const { must, may } = derivable(folded, before);
    const fits = (event: StoredEvent) => (one: DerivedEvent) => saysTheSame(event, one);
    const changed = own.filter((event) => !may.some(fits(event)));
    const missing = must.filter((one) => !own.some((event) => saysTheSame(event, one)));
    note(changed.length, `one of row ${seq} says something else`);
    note(Math.max(0, own.length - changed.length - may.length), `one of row ${seq} is there twice`);
    note(missing.length - Math.min(missing.length, changed.length), `one of row ${seq} is missing`);
    before = folded.point.state;
  }
  for (const [seq, events] of kept) note(events.length, `one of row ${seq} belongs to no record`);
  return { compared, wrong, first };
}

/** The events that a row must have, and those that it may have. */
function derivable(
  { judged, events, point }: FoldedRow,
  before: FoldedRow['point']['state'],
): { readonly must: readonly DerivedEvent[]; readonly may: readonly DerivedEvent[] } {
  if (judged === null) return { must: [], may: [] };
  const { record, decision } = judged;
  const fresh = deriveEvents(NOTHING_TOLD, { record, decision, before, after: point.state }).events;
  return { must: events.filter(({ eventType }) => !SAID_AGAIN.has(eventType)), may: fresh };
}

async function keptBySeq(
  store: Store,
  agent: string,
  afterSeq: number,
  throughSeq: number,
): Promise<Map<number, StoredEvent[]>> {
  const kept = new Map<number, StoredEvent[]>();
  let afterId = 0;
  for (;;) {
    const some = await store.events({ agent, afterId, limit: EVENTS_AT_ONCE });
    for (const event of some) {
      afterId = event.id;
      if (event.seq <= afterSeq || event.seq > throughSeq) continue;
      const own = kept.get(event.seq);
      if (own === undefined) kept.set(event.seq, [event]);
      else own.push(event);
    }
    if (some.length < EVENTS_AT_ONCE) return kept;
  }
}
