/**
 * An error with a stable code, which programs read; its message is for people.
 *
 * Every error that leaves Tripwire is one. The marker symbol is known across duplicated copies of the package, where
 * `instanceof` fails. It is in the leaf because a hook must start quickly and may not load the core for an error.
 */

const marker = Symbol.for('agent-tripwire.error');

/** An error with a code and, where known, the field that is at fault. */
export class CodedError<Code extends string> extends Error {
  readonly [marker] = true;
  readonly code: Code;
  /** Dotted path of the offending field, or null when the whole input is at fault. */
  readonly field: string | null;

  constructor(code: Code, message: string, field: string | null = null) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** Whether a value is such an error, made by this copy of the package or by another. */
export function isCodedError(value: unknown): value is CodedError<string> {
  return typeof value === 'object' && value !== null && marker in value;
}
