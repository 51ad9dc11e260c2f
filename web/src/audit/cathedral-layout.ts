/**
 * Where the parts of the cathedral stand for a given width: rows from the vault down to the foundation, 16 bays across.
 *
 * Everything is in pixels of the screen, so that lines and letters stay sharp and readable on a phone too.
 */
import { STEPS } from '../../../src/audit/verify.ts';

/** A stretch of height. */
export interface Row {
  readonly top: number;
  readonly bottom: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly bayWidth: number;
  /** The wall of a bay: from the springing of the vault to the floor. */
  readonly vault: Row;
  readonly glass: Row;
  readonly light: Row;
  readonly floor: Row;
  readonly rest: Row;
  readonly scars: Row;
}

/** The rows from top to bottom: the room above each for its name, and its height on a wide and a narrow screen. */
const ROWS = [
  ['vault', 24, 92, 84],
  ['glass', 22, 62, 54],
  ['light', 16, 168, 148],
  ['floor', 6, 58, 52],
  ['rest', 22, 34, 34],
  ['scars', 24, 26, 26],
] as const;
const NARROW_BELOW = 560;
const SIDE = 14;
const SIDE_NARROW = 6;
const FOOT = 22;

export function layoutFor(width: number): Layout {
  const isNarrow = width < NARROW_BELOW;
  const left = isNarrow ? SIDE_NARROW : SIDE;
  const rows: Partial<Record<(typeof ROWS)[number][0], Row>> = {};
  let y = 0;
  for (const [name, above, wide, narrow] of ROWS) {
    const top = y + above;
    y = top + (isNarrow ? narrow : wide);
    rows[name] = { top, bottom: y };
  }
  return {
    width,
    height: y + FOOT,
    left,
    bayWidth: (width - 2 * left) / STEPS,
    ...(rows as Required<typeof rows>),
  };
}

/** The left edge of a bay; of the one after the last, the right wall. */
export function bayLeft({ left, bayWidth }: Layout, step: number): number {
  return left + step * bayWidth;
}
