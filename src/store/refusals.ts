/** The refusals that every store words alike, each with what to do. */
import { StoreError } from './store-error.ts';
import type { Anchor } from './store.ts';

/** A batch that may not be written. */
export function batchRefused(problem: string): StoreError {
  return new StoreError(
    'STORE_CHAIN',
    `the batch is refused and nothing of it is written: ${problem}. ` +
      'Read the heads, fold the state anew and make the batch again.',
  );
}

/** An append on what another node has changed since. */
export function changedMeanwhile(): StoreError {
  return new StoreError(
    'STORE_STALE',
    'nothing is written: something changed on another node that this one has not heard of. It is read, and tried again.',
  );
}

/** A call after `close`. */
export function storeClosed(): StoreError {
  return new StoreError('STORE_UNAVAILABLE', 'the store is closed: open it again to use it');
}

/** An anchor for a chain that has begun here, or begins elsewhere. */
export function anchorRefused({ agent, seq }: Pick<Anchor, 'agent' | 'seq'>): StoreError {
  return new StoreError(
    'STORE_CHAIN',
    `nothing is taken over: ${JSON.stringify(agent)} has rows here, or was cut elsewhere than after row ${seq}.`,
  );
}

/** What a store knows of an agent when it is asked to cut. */
export interface CutBounds {
  readonly headSeq: number;
  /** 0 when there is none. */
  readonly snapshotSeq: number;
}

/** Refuses a cut that would take what a restart needs: the head to go on from, the rows since the snapshot. */
export function requireCut(agent: string, throughSeq: number, bounds: CutBounds): void {
  const { headSeq, snapshotSeq } = bounds;
  const last = Math.min(headSeq - 1, snapshotSeq);
  if (Number.isSafeInteger(throughSeq) && throughSeq >= 1 && throughSeq <= last) return;
  const allowed = last < 1 ? 'nothing can be cut yet' : `cut at most through row ${last}`;
  throw new StoreError(
    'STORE_CHAIN',
    `rows through ${throughSeq} of ${JSON.stringify(agent)} are not cut, nothing has changed: ` +
      `the newest snapshot is of row ${snapshotSeq}, the head is row ${headSeq}; ${allowed}.`,
  );
}
