/**
 * A fault of ours in a call that had passed: it takes the id of the call along, by which the journal has it.
 */
import { errorWords } from '../base/error-words.ts';

export class CallFailed extends Error {
  readonly call: string;

  constructor(call: string, cause: unknown) {
    super(errorWords(cause), { cause });
    this.name = 'CallFailed';
    this.call = call;
  }
}
