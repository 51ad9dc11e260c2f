/**
 * A place that could not be read: which file, which line, what is wrong there.
 *
 * A reader reports it and goes on. Whoever reads decides whether a gap is tolerable; to refuse, the
 * caller throws from its callback.
 */

/** Where reading failed and why. */
export interface BrokenPlace {
  readonly file: string;
  /** Counted from 1; null when the whole file is at fault. */
  readonly line: number | null;
  readonly problem: string;
}

/** Told of every broken place. What it throws ends the reading. */
export type OnBroken = (broken: BrokenPlace) => void;
