/** What the loop cannot do, with a stable code: nothing was changed, and whoever asked is refused. */
import { CodedError } from '../base/coded-error.ts';

/** What kind of refusal, for programs. */
export type LoopErrorCode = 'LOOP_UNAVAILABLE' | 'NOTHING_TO_LIFT' | 'CANNOT_PIN' | 'NIGHT_REFUSED';

/** A refusal of the loop. */
export class LoopError extends CodedError<LoopErrorCode> {
  override readonly name = 'LoopError';
}
