/**
 * How a kind of window looks in the strip: a colour, and a height and a form that tell it without one.
 */
import type { Kind } from './trace-window.ts';

export interface Look {
  readonly label: string;
  readonly meaning: string;
  /** A colour of the page. */
  readonly colour: string;
  /** From its lower to its upper edge, as shares of the strip. */
  readonly from: number;
  readonly to: number;
  /** The least it is drawn as, so that one of 3,600 is still seen. */
  readonly widthMin: number;
}

export const KIND_LOOKS: Readonly<Record<Kind, Look>> = {
  ok: {
    label: 'ok',
    meaning: 'every invariant held',
    colour: 'var(--good)',
    from: 0,
    to: 0.5,
    widthMin: 0.4,
  },
  rest: {
    label: 'rest',
    meaning: 'the agent only rested',
    colour: 'var(--line-strong)',
    from: 0,
    to: 0.18,
    widthMin: 0.4,
  },
  silent: {
    label: 'down',
    meaning: 'Tripwire wasn’t running',
    colour: 'var(--muted)',
    from: 0.4,
    to: 0.5,
    widthMin: 1,
  },
  edge: {
    label: 'edge violated',
    meaning: 'correct alone, but doesn’t follow from the window before',
    colour: 'var(--warn)',
    from: 0,
    to: 0.75,
    widthMin: 2,
  },
  violated: {
    label: 'violated',
    meaning: 'an invariant did not hold',
    colour: 'var(--danger)',
    from: 0,
    to: 1,
    widthMin: 2.5,
  },
  broken: {
    label: 'chain broken',
    meaning: 'the record doesn’t match its hashes',
    colour: 'var(--hold)',
    from: 0,
    to: 1,
    widthMin: 2.5,
  },
};
