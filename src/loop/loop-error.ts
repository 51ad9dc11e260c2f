/**
 * What the loop cannot do, with a stable code: nothing was changed, and whoever asked is refused.
 *
 * A class of its own, because the core's brings the whole core along and a hook has to start quickly.
 */
export class LoopError extends Error {
  readonly code: 'LOOP_UNAVAILABLE' | 'NOTHING_TO_LIFT' | 'CANNOT_PIN';

  constructor(code: LoopError['code'], message: string) {
    super(message);
    this.name = 'LoopError';
    this.code = code;
  }
}
