/**
 * The error that the package throws to those who use it, with a stable code.
 *
 * Refusing is fail-closed: whoever catches this has changed nothing. The marker symbol keeps
 * `isInstance` true across duplicated copies of the package, where `instanceof` is not.
 */
import type { ReasonCode } from './reasons.ts';

const marker = Symbol.for('agent-tripwire.error');

/** An input or a use that Tripwire refuses, with the reason code and, where known, the field. */
export class TripwireError extends Error {
  readonly [marker] = true;
  readonly code: ReasonCode;
  /** Dotted path of the offending field, or null when the whole input is at fault. */
  readonly field: string | null;

  constructor(code: ReasonCode, message: string, field: string | null = null) {
    super(message);
    this.name = 'TripwireError';
    this.code = code;
    this.field = field;
  }

  static isInstance(value: unknown): value is TripwireError {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
