/**
 * The chapels of a window: the rest that is owed after each VETO, as long as the cooldown, over the window's edges too.
 */
import {
  GENESIS_CARRY,
  judgeWindow,
  REST_VALUES,
  STEPS,
  windowNumbers,
  type AuditWindow,
  type WindowNumbers,
} from '../../../src/audit/verify.ts';

export interface Chapel {
  /** Its pillar; null when that stands in a window before. */
  readonly pillar: number | null;
  readonly from: number;
  /** In bays of this window. */
  readonly length: number;
  /** It goes on in the next window. */
  readonly isCut: boolean;
  /** Bays in which there was no rest. */
  readonly breaches: readonly number[];
}

export const VETO_CODE = REST_VALUES.indexOf('VETO');
const REST_CODE = REST_VALUES.indexOf('REST');

/** The chapels of a window; `before` are the windows that lead up to it, the nearest last. */
export function chapelsOf(
  { rest, kPause }: WindowNumbers,
  before: readonly AuditWindow[],
): readonly Chapel[] {
  const chapel = (pillar: number | null, from: number, owed: number): Chapel => {
    const length = Math.min(owed, STEPS - from);
    const steps = Array.from({ length }, (_, place) => from + place);
    const breaches = steps.filter((step) => rest[step] !== REST_CODE && rest[step] !== VETO_CODE);
    return { pillar, from, length, isCut: owed > length, breaches };
  };
  const own = rest.flatMap((code, step) =>
    code === VETO_CODE && kPause > 0 ? [chapel(step, step + 1, kPause)] : [],
  );
  const carried = carriedSteps(before);
  return carried > 0 ? [chapel(null, 0, carried), ...own] : own;
}

/** Steps of rest still owed when the window begins. */
function carriedSteps(before: readonly AuditWindow[]): number {
  let carry = GENESIS_CARRY;
  for (const window of before) carry = judgeWindow(windowNumbers(window), carry).carryOut;
  return carry.cool;
}
