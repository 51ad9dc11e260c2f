/**
 * Brings stops that are in force into the journal, as soon as it can be written, and lets go of them when a release
 * is.
 *
 * What people do counts in the order in which they did it, also where the disk mixes it up: a release lifts the stops
 * before it and none that came while it was under way, and a stop that is on its way again is not recorded after the
 * release that lifted it.
 */
import type { Log } from '../../base/log.ts';
import type { RecordedAt, StopMark, StopMarks } from './stop-marks.ts';

/** Writes a mark into the journal, unless it is no longer owed by then: the row, when it is durable there. */
export type WriteMark = (mark: StopMark, isOwed: () => boolean) => Promise<RecordedAt | null>;

/** How long after a failure it is tried again. */
const AGAIN_MS = 500;

/** Stops on their way into the journal. */
export class StopRecorder {
  readonly #marks: StopMarks;
  readonly #write: WriteMark;
  readonly #log: Log;
  readonly #underWay = new Set<StopMark>();
  /** A release of these is on its way to the disk. */
  readonly #lifting = new Set<StopMark>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(marks: StopMarks, write: WriteMark, log: Log) {
    this.#marks = marks;
    this.#write = write;
    this.#log = log;
  }

  /** Records a mark; from then on the journal holds the stop. False when that has to wait; it is tried again. */
  async bring(mark: StopMark): Promise<boolean> {
    this.#underWay.add(mark);
    let written = false;
    try {
      const row = await this.#write(mark, () => this.#isOwed(mark));
      written = row !== null;
      if (row !== null) this.#marks.settle(mark, row);
    } catch (error) {
      // The mark stays in force, and the journal is asked again below.
      this.#log.warn('store', 'recording a stop', error, { agent: mark.agent });
    } finally {
      this.#underWay.delete(mark);
    }
    if (!written) this.#againSoon();
    return written;
  }

  /** Records a release of these marks, and takes them away when it is durable. */
  async lift<T>(marks: readonly StopMark[], release: () => Promise<T>): Promise<T> {
    for (const mark of marks) this.#lifting.add(mark);
    try {
      const released = await release();
      for (const mark of marks) this.#marks.remove(mark);
      return released;
    } finally {
      for (const mark of marks) this.#lifting.delete(mark);
      this.#againSoon();
    }
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #isOwed(mark: StopMark): boolean {
    return this.#marks.has(mark) && !this.#lifting.has(mark);
  }

  #againSoon(): void {
    if (this.#closed || this.#timer !== null || this.#waiting().length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      for (const mark of this.#waiting()) void this.bring(mark);
    }, AGAIN_MS).unref();
  }

  #waiting(): readonly StopMark[] {
    return this.#marks.all().filter((mark) => this.#isOwed(mark) && !this.#underWay.has(mark));
  }
}
