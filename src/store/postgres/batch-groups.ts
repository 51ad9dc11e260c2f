/**
 * Which batches can be sent to the database together.
 *
 * One agent's batches go together as long as each goes on where the one before ends: they are written all or none, so
 * one that forks off waits for the next round, where the database says what it has to say. What concerns several agents
 * at once, or an agent without a row of it, is sent alone.
 */
import type { ChainHead } from '../chain-check.ts';
import type { Batch, JournalRow } from '../store.ts';

/** One agent's move from a head to the next. */
export interface Move {
  readonly agent: string;
  readonly base: ChainHead;
  readonly head: ChainHead & { readonly at: number };
}

/** Batches that are sent at once, by their places in the whole. */
export interface Group {
  readonly moves: readonly Move[];
  readonly places: readonly number[];
  /** Those that have to wait for the next round. */
  readonly later: readonly number[];
}

/** The move that a batch of one agent makes; null when it is not one of that kind. */
export function moveOf({ rows, events = [], snapshots = [] }: Batch): Move | null {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return null;
  const { agent } = first;
  if ([...rows, ...events, ...snapshots].some((one) => one.agent !== agent)) return null;
  if (!rows.every((row, index) => follows(rows[index - 1], row))) return null;
  if ([...events, ...snapshots].some(({ seq }) => seq > last.seq)) return null;
  return { agent, base: { seq: first.seq - 1, hash: first.prev }, head: last };
}

/** The first group of these batches, which are all of one agent each. */
export function nextGroup(
  batches: readonly { readonly place: number; readonly move: Move }[],
): Group {
  const moves = new Map<string, Move>();
  const places: number[] = [];
  const later: number[] = [];
  const waiting = new Set<string>();
  for (const { place, move } of batches) {
    const before = moves.get(move.agent);
    const goesOn =
      before === undefined ||
      (before.head.seq === move.base.seq && before.head.hash === move.base.hash);
    // Behind one that waits everything of its agent waits, or it would overtake.
    if (!goesOn || waiting.has(move.agent)) {
      waiting.add(move.agent);
      later.push(place);
      continue;
    }
    moves.set(move.agent, { ...move, base: before?.base ?? move.base });
    places.push(place);
  }
  return { moves: [...moves.values()], places, later };
}

function follows(before: JournalRow | undefined, row: JournalRow): boolean {
  if (row.hash === row.prev) return false;
  return before === undefined || (row.seq === before.seq + 1 && row.prev === before.hash);
}
