/**
 * Work in the order in which it arrived: each piece begins when the one before it has ended.
 *
 * A model that calls several tools at once gets the same verdicts every time, and a quota goes to the call that came
 * first. A piece that takes long waits for a person; it keeps its place no longer than `TURN_MS_MAX`, because a client
 * gives up on the calls behind it after a minute.
 */
import { withDeadline } from '../../base/node/deadline.ts';

const TURN_MS_MAX = 3_000;

/** A line in which work waits. */
export class Turns {
  #before: Promise<void> = Promise.resolve();

  /** Does the work when its turn has come; rejects as the work does. */
  take(work: () => Promise<void>): Promise<void> {
    const before = this.#before;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#before = promise;
    return this.#inTurn(before, work, resolve);
  }

  async #inTurn(before: Promise<void>, work: () => Promise<void>, next: () => void): Promise<void> {
    await before;
    const working = work();
    const isOver = Promise.allSettled([working]);
    void withDeadline(isOver, TURN_MS_MAX, () => undefined).finally(next);
    await working;
  }
}
