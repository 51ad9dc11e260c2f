/**
 * How light comes through one bay: the stance in force, as an opening and the strokes in it.
 *
 * Every stance has a form of its own, so that it is known without colour: consent is open and streams to the floor,
 * fog has no edges, a chapel is a small door in a closed wall, and what Tripwire did not see has no bay at all.
 */
import type { Stance } from '../../../src/audit/verify.ts';
import type { Row } from './cathedral-layout.ts';

/** A stance that is none of the five allows nothing. */
export type BayStance = Stance | 'UNKNOWN';
export type LightKind = 'flow' | 'chapel' | 'fog' | 'void' | 'unknown';

export interface Light {
  readonly kind: LightKind;
  /** What is filled; null where the bay is missing. */
  readonly opening: string | null;
  /** What is drawn into it. */
  readonly strokes: string;
}

interface Box extends Row {
  readonly left: number;
  readonly right: number;
}

/** Whether there is a bay on either side. */
export interface Neighbours {
  readonly before: boolean;
  readonly after: boolean;
}

/** How high the squares lie that fell from a broken edge. */
const RUBBLE = [0.03, 0.1, 0.2, 0.27, 0.36, 0.45, 0.52, 0.61, 0.7, 0.78, 0.86, 0.93];

const KINDS: Readonly<Record<BayStance, LightKind>> = {
  CONSENT: 'flow',
  DISSENT: 'chapel',
  SUSPEND: 'chapel',
  ABSTAIN: 'fog',
  LISTEN: 'fog',
  UNKNOWN: 'unknown',
};

/** Numbers of a path, to a tenth of a pixel. */
export const px = (value: number): number => Math.round(value * 10) / 10;

/** The pointed arch of a box, standing on its lower edge. */
export function lancet({ left, right, top, bottom }: Box): string {
  const middle = (left + right) / 2;
  const spring = Math.min(bottom, top + (right - left) * 1.05);
  const shoulder = top + (spring - top) * 0.38;
  return (
    `M${px(left)} ${px(bottom)}V${px(spring)}Q${px(left)} ${px(shoulder)} ${px(middle)} ${px(top)}` +
    `Q${px(right)} ${px(shoulder)} ${px(right)} ${px(spring)}V${px(bottom)}Z`
  );
}

/** The light of a bay, or that it is missing. */
export function lightOf(stance: BayStance, isSilent: boolean, box: Box, stands: Neighbours): Light {
  if (isSilent) return { kind: 'void', opening: null, strokes: rubble(box, stands) };
  const kind = KINDS[stance];
  if (kind === 'chapel') {
    const door = doorOf(box);
    return { kind, opening: lancet(door), strokes: doorSigns[stance]?.(door) ?? '' };
  }
  return { kind, opening: lancet(box), strokes: openSigns[stance]?.(box) ?? '' };
}

/** The small door of a chapel zone, low in the closed wall. */
function doorOf({ left, right, top, bottom }: Box): Box {
  const inset = (right - left) * 0.14;
  return { left: left + inset, right: right - inset, top: top + (bottom - top) * 0.42, bottom };
}

const doorSigns: Readonly<Partial<Record<BayStance, (door: Box) => string>>> = {
  // Crossed: somebody said no.
  DISSENT: ({ left, right, top, bottom }) => {
    const high = top + (bottom - top) * 0.4;
    return `M${px(left)} ${px(high)}L${px(right)} ${px(bottom)}M${px(right)} ${px(high)}L${px(left)} ${px(bottom)}`;
  },
  // Barred: it waits.
  SUSPEND: ({ left, right, top, bottom }) =>
    [0.5, 0.68, 0.86]
      .map((share) => `M${px(left)} ${px(top + (bottom - top) * share)}H${px(right)}`)
      .join(''),
};

const openSigns: Readonly<Partial<Record<BayStance, (box: Box) => string>>> = {
  // Rays, from the point of the arch to the floor.
  CONSENT: ({ left, right, top, bottom }) => {
    const middle = (left + right) / 2;
    const start = px(top + (bottom - top) * 0.2);
    const spread = (right - left) * 0.3;
    return [-1, 0, 1]
      .map(
        (side) => `M${px(middle + side * 2)} ${start}L${px(middle + side * spread)} ${px(bottom)}`,
      )
      .join('');
  },
  // Few long waves: somebody listens.
  LISTEN: (box) => waves(box, [0.5, 0.66, 0.82]),
  // Many short ones: nobody said a word.
  ABSTAIN: (box) => dashes(box),
  // Crossed out altogether.
  UNKNOWN: ({ left, right, top, bottom }) =>
    `M${px(left)} ${px(bottom)}L${px(right)} ${px((top + bottom) / 2)}M${px((left + right) / 2)} ${px(top)}V${px(bottom)}`,
};

function waves({ left, right, top, bottom }: Box, shares: readonly number[]): string {
  const inset = (right - left) * 0.12;
  const quarter = (right - left - 2 * inset) / 4;
  return shares
    .map((share) => {
      const y = top + (bottom - top) * share;
      const bend = `q${px(quarter / 2)} -3 ${px(quarter)} 0`;
      const back = `q${px(quarter / 2)} 3 ${px(quarter)} 0`;
      return `M${px(left + inset)} ${px(y)}${bend}${back}${bend}${back}`;
    })
    .join('');
}

function dashes({ left, right, top, bottom }: Box): string {
  const third = (right - left) / 3;
  return Array.from({ length: 9 }, (_, row) => {
    const y = top + (bottom - top) * (0.36 + row * 0.07);
    const x = left + third * (row % 2 === 0 ? 0.45 : 1.45);
    return `M${px(x)} ${px(y)}h${px(third * 1.1)}`;
  }).join('');
}

/** What is left of a bay that nobody saw: loose squares where it broke off from a bay that stands. */
function rubble({ left, right, top, bottom }: Box, { before, after }: Neighbours): string {
  const size = Math.max(2, (right - left) * 0.09);
  const square = `h${px(size)}v${px(size)}h${px(-size)}z`;
  return RUBBLE.flatMap((share, place) => {
    const y = top + (bottom - top) * share;
    const inwards = size * (0.2 + ((place * 7) % 3) * 0.9);
    return [
      ...(before ? [`M${px(left + inwards)} ${px(y)}${square}`] : []),
      ...(after ? [`M${px(right - inwards - size)} ${px(y + size * 2)}${square}`] : []),
    ];
  }).join('');
}
