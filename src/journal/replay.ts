/**
 * Replays an agent's journal: every record judged again, every decision compared byte for byte, every snapshot
 * compared with the fold.
 *
 * Parity is promised within a segment, because a newer core begins a new one. The state is carried over all the
 * same, so a replay also shows that a snapshot is nothing but its records.
 */
import { hash } from 'node:crypto';
import { errorWords } from '../base/error-words.ts';
import { canonicalJson, FROZEN_V0_2 } from '../core/index.ts';
import type { Store } from '../store/index.ts';
import { differenceFrom } from './body.ts';
import { atBeginning, atSnapshot, foldJournal, type FoldedRow } from './fold.ts';

/** How a replay ended. */
export type JournalReplay =
  | { readonly parity: true; readonly rows: number; readonly records: number }
  | { readonly parity: false; readonly seq: number; readonly problem: string };

/** Replays all rows of an agent from the first, or from the newest snapshot where the first are cut. */
export async function replayJournal(store: Store, agent: string): Promise<JournalReplay> {
  const isCut = (await store.anchors()).some((anchor) => anchor.agent === agent);
  const start = (isCut ? await atSnapshot(store, agent) : null) ?? atBeginning(FROZEN_V0_2);
  let { seq } = start;
  let [rows, records] = [0, 0];
  try {
    for await (const folded of foldJournal(store, agent, start)) {
      ({ seq } = folded.row);
      const problem = differenceOf(folded);
      if (problem !== null) return { parity: false, seq, problem };
      rows += 1;
      if (folded.judged !== null) records += 1;
    }
  } catch (error) {
    const problem = errorWords(error);
    return { parity: false, seq: seq + 1, problem };
  }
  return { parity: true, rows, records };
}

function differenceOf({ judged, segment, point, isJudgedOtherwise }: FoldedRow): string | null {
  if (segment !== null) {
    // It holds what the older detectors remembered.
    if (isJudgedOtherwise) return null;
    const folded = hash('sha256', JSON.stringify(point.state), 'hex');
    const isFold = segment.snapshot === folded;
    return isFold ? null : 'the snapshot is not the fold of the records before';
  }
  if (judged === null) return null;
  const was = differenceFrom(judged.kept, judged.decision);
  return was === null ? null : `decided ${was}, replayed ${canonicalJson(judged.decision)}`;
}
