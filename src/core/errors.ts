/**
 * The error that the package throws to those who use it, with a stable code.
 *
 * Refusing is fail-closed: whoever catches this has changed nothing. Rooms that may not import the core have errors of
 * their own from the same base, with codes from the same table, and `isInstance` knows them too.
 */
import { CodedError, isCodedError } from '../base/coded-error.ts';
import type { ReasonCode } from './reasons.ts';

/** An input or a use that Tripwire refuses, with the reason code and, where known, the field. */
export class TripwireError extends CodedError<ReasonCode> {
  override readonly name: string = 'TripwireError';

  static isInstance(value: unknown): value is TripwireError {
    return isCodedError(value);
  }
}
