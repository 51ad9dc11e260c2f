/**
 * The one error of every store.
 *
 * It does not tell what was kept: only `STORE_CHAIN` and `STORE_STALE` promise that nothing was written.
 */
import { CodedError } from '../base/coded-error.ts';

/** What kind of failure, for programs; the message is for people. */
export type StoreErrorCode =
  /** The batch does not continue its chains, or is not well formed. Nothing was written. */
  | 'STORE_CHAIN'
  /** Something changed elsewhere that this process has not heard of yet. Nothing was written. */
  | 'STORE_STALE'
  /** Not now: the disk, a lock, a closed store. Whether it was written is unknown. */
  | 'STORE_UNAVAILABLE'
  /** What is stored cannot be what was written. */
  | 'STORE_CORRUPT'
  /** The journal is older than it was: restored, cut or deleted. */
  | 'STORE_WENT_BACK'
  /** Written by a newer Tripwire. */
  | 'STORE_NEWER';

/** A failure of the store, with what to do about it. */
export class StoreError extends CodedError<StoreErrorCode> {
  override readonly name = 'StoreError';
}
