/** The sign of what a step was: a full disc for work, a bowl for rest, a block for a VETO, nothing where nobody saw. */
import type { Rest } from '../../../src/audit/verify.ts';
import { px } from './bay-light.ts';

const RADIUS_MAX = 6;

const marks: Readonly<Record<Rest, (x: number, y: number, radius: number) => string>> = {
  ACTIVE: (x, y, radius) =>
    `M${px(x - radius)} ${px(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`,
  REST: (x, y, radius) => `M${px(x - radius)} ${px(y)}a${radius} ${radius} 0 0 0 ${2 * radius} 0z`,
  VETO: (x, y, radius) =>
    `M${px(x - radius * 0.6)} ${px(y - radius * 1.4)}h${px(radius * 1.2)}v${px(radius * 2.8)}h${px(-radius * 1.2)}z`,
  SILENT: () => '',
};

/** The sign in the middle of a bay. */
export function restMark(mask: Rest, x: number, y: number, bayWidth: number): string {
  return marks[mask](x, y, px(Math.min(RADIUS_MAX, bayWidth * 0.24)));
}
