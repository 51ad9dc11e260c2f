/**
 * The consent cathedral: one window as shapes. A pure function, so that what the picture says can be tested.
 *
 * Sixteen bays stand side by side, one for each step. The point of each arch is its β₁, so a loop lets the vault sink
 * out of its corridor. Light is stance, glass is systemic and floor is acute energy, a VETO is a pillar, and the rest
 * that is owed after it is its chapel. Judged in whole micro-units like the predicate: the picture cannot say otherwise.
 */
import {
  NOT_MEASURED,
  REST_VALUES,
  STANCE_VALUES,
  STEPS,
  windowNumbers,
  type AuditWindow,
  type Rest,
  type WindowNumbers,
} from '../../../src/audit/verify.ts';
import { lightOf, type BayStance, type Light } from './bay-light.ts';
import { bayLeft, layoutFor, type Layout, type Row } from './cathedral-layout.ts';
import { chapelsOf, VETO_CODE, type Chapel } from './chapels.ts';
import { capHeight, levelOf, type Level } from './energy-level.ts';
import { restMark } from './rest-mark.ts';

export interface Bay {
  readonly step: number;
  readonly left: number;
  readonly right: number;
  readonly stance: BayStance;
  readonly mask: Rest;
  readonly light: Light;
  /** The sign of the rest mask. */
  readonly mark: string;
  /** The point of the arch. */
  readonly apex: {
    readonly y: number;
    readonly isMeasured: boolean;
    readonly isInside: boolean;
    /** The way from the bay before is further than one step may go. */
    readonly isJump: boolean;
  };
  readonly glass: Level;
  readonly floor: Level;
  /** A high-impact action: with somebody's word, or on silence alone. */
  readonly impact: 'none' | 'heard' | 'unheard';
}

export interface Cathedral {
  readonly layout: Layout;
  readonly bays: readonly Bay[];
  readonly corridor: Row;
  readonly pillars: readonly number[];
  readonly chapels: readonly Chapel[];
  /** Heights of the caps over the lower edge of their rows. */
  readonly glassCap: number;
  readonly floorCap: number;
  /** The average that the cap of the glass is for. */
  readonly glassAverage: Level;
  readonly hasScars: boolean;
  readonly halfLifeS: number;
}

/** Draws a window of a given width; `before` are the windows that lead up to it, the nearest last. */
export function cathedralOf(
  window: AuditWindow,
  before: readonly AuditWindow[],
  width: number,
): Cathedral {
  const numbers = windowNumbers(window);
  const { governance, systemic, rest } = numbers;
  const layout = layoutFor(width);
  const vaultY = vaultScale(numbers, layout.vault);
  const sum = systemic.reduce((total, one) => total + one, 0);
  return {
    layout,
    bays: Array.from({ length: STEPS }, (_, step) => bayOf(numbers, layout, vaultY, step)),
    corridor: { top: vaultY(governance.betaMax), bottom: vaultY(governance.betaMin) },
    pillars: rest.flatMap((code, step) => (code === VETO_CODE ? [step] : [])),
    chapels: chapelsOf(numbers, before),
    glassCap: capHeight(layout.glass),
    floorCap: capHeight(layout.floor),
    glassAverage: {
      ...levelOf(sum / STEPS, governance.systemicMax, layout.glass),
      isMeasured: !systemic.includes(NOT_MEASURED),
      isOver: sum > STEPS * governance.systemicMax || systemic.includes(NOT_MEASURED),
    },
    hasScars: isRoot(window.witness.scar_root),
    halfLifeS: governance.halfLifeS,
  };
}

function bayOf(
  { beta1, acute, systemic, rest, stance, high, governance }: WindowNumbers,
  layout: Layout,
  vaultY: (micro: number) => number,
  step: number,
): Bay {
  const at = (values: readonly number[], place = step): number => values[place] ?? NOT_MEASURED;
  const [left, right] = [bayLeft(layout, step), bayLeft(layout, step + 1)];
  const inset = layout.bayWidth * 0.16;
  const said = STANCE_VALUES[at(stance)] ?? 'UNKNOWN';
  const mask = REST_VALUES[at(rest)] ?? 'SILENT';
  const beta = at(beta1);
  const stands = (place: number): boolean => REST_VALUES[at(rest, place)] !== 'SILENT';
  const isHeard =
    mask === 'VETO' || ((said === 'CONSENT' || said === 'SUSPEND') && mask !== 'SILENT');
  return {
    step,
    left,
    right,
    stance: said,
    mask,
    light: lightOf(
      said,
      mask === 'SILENT',
      { left: left + inset, right: right - inset, ...layout.light },
      { before: stands(step - 1), after: stands(step + 1) },
    ),
    mark: restMark(
      mask,
      (left + right) / 2,
      (layout.rest.top + layout.rest.bottom) / 2 - 6,
      layout.bayWidth,
    ),
    apex: {
      y: vaultY(beta),
      isMeasured: beta !== NOT_MEASURED,
      isInside: beta >= governance.betaMin && beta <= governance.betaMax,
      isJump: step > 0 && Math.abs(beta - at(beta1, step - 1)) > governance.jerk,
    },
    glass: levelOf(at(systemic), governance.systemicMax, layout.glass),
    floor: levelOf(at(acute), governance.acuteMax, layout.floor),
    impact: at(high) === 0 ? 'none' : isHeard ? 'heard' : 'unheard',
  };
}

/** The corridor takes the middle half; what is further out than that stays at the edge of the row. */
function vaultScale(
  { governance }: WindowNumbers,
  { top, bottom }: Row,
): (micro: number) => number {
  const { betaMin, betaMax } = governance;
  const reach = Math.max(1, betaMax - betaMin) / 2;
  return (micro) => {
    const share = (micro - (betaMin - reach)) / (betaMax - betaMin + 2 * reach);
    return bottom - Math.min(1, Math.max(0, share)) * (bottom - top);
  };
}

const isRoot = (root: string | null | undefined): boolean =>
  typeof root === 'string' && !/^0x0*$/.test(root);
