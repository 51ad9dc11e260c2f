/** Energy as a height: its cap stands at the same place in every window, so that windows can be compared. */
import { NOT_MEASURED } from '../../../src/audit/verify.ts';
import type { Row } from './cathedral-layout.ts';

/** What share of its row a cap leaves free above it. */
const CAP_SHARE = 0.68;

/** A measure as a height from the lower edge of its row. */
export interface Level {
  readonly height: number;
  readonly isMeasured: boolean;
  readonly isOver: boolean;
}

/** How high a cap stands over the lower edge of its row. */
export const capHeight = ({ top, bottom }: Row): number => (bottom - top) * CAP_SHARE;

export function levelOf(micro: number, cap: number, row: Row): Level {
  const isMeasured = micro !== NOT_MEASURED;
  const share = isMeasured ? micro / Math.max(1, cap) : 1 / CAP_SHARE;
  const height = Math.min(row.bottom - row.top, share * capHeight(row));
  return { height, isMeasured, isOver: micro > cap };
}
