/**
 * Windows by chance, near the bounds on both sides, with gaps, unknown words, odd step lengths, carries and salts.
 */
import { rootText, type AuditWindow, type Carry } from '../../src/audit/index.ts';
import { goodWindow } from '../kit/audit-windows.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';

/** A window with what it needs to be committed. */
export interface RandomWindow {
  readonly window: AuditWindow;
  readonly carryIn: Carry;
  readonly salts: readonly bigint[];
}

const MICRO = 1_000_000;
const UNMEASURED = [null, -0.1, 'many', 0.1234567, 16.777215, true, -0];

/** One window, whatever the random source gives. */
export function randomWindow(random: SeededRandom): RandomWindow {
  const sixteen = <Value>(make: () => Value) => Array.from({ length: 16 }, make);
  const micro = (min: number, max: number) => random.between(min, max) / MICRO;
  const metric = (min: number, max: number) =>
    random.chance(0.01) ? random.pick(UNMEASURED) : micro(min, max);
  // Half of them at the ends, on the bound or one unit beside it: that is where mistakes are.
  const metricNear = (min: number, max: number) =>
    random.chance(isTight ? 0.5 : 0) ? nearEnd(random, min, max) / MICRO : metric(min, max);
  const isTight = random.chance(0.5);
  const isCalm = random.chance(0.6);
  const beta = random.between(700_000, 1_150_000);
  const acuteTop = random.pick([400_000, 500_000]);
  const systemicTop = random.pick([300_000, 600_000, 620_000]);
  const rest = random.pick(['ACTIVE', 'REST'] as const);
  const stance = random.pick(['CONSENT', 'SUSPEND', 'LISTEN'] as const);
  const root = () => (random.chance(0.3) ? null : rootText(salt(random)));
  const window = goodWindow({
    window: {
      window_id: `random "${random.word()}"`,
      t_start_ms: random.between(0, 2 ** 45),
      step_ms: random.pick([1, 7, 200, 799, 800, 801, 3_000, 2 ** 32 - 1]),
      prev_window_root: root(),
    },
    metrics: {
      beta1: sixteen(() =>
        isCalm ? metricNear(beta, beta + 50_000) : metricNear(700_000, 1_200_000),
      ),
      E_ext_acute: sixteen(() => metricNear(0, acuteTop)),
      E_ext_systemic: sixteen(() => metric(0, systemicTop)),
    },
    governance: {
      beta1_jerk_bound: random.pick([0.05, 0.049999, 0.5, 16.777214]),
      E_ext_caps: { acute_max: random.pick([0.5, 16.777214]), systemic_max: 0.3 },
      min_pause_ms: random.pick([0, 499, 500, 800, 801, 3_000, 40_000]),
      rho_min: random.pick([0.25, 0.250001, 0.5, 1, 0]),
      forgiveness_half_life_s: random.pick([0, 599, 600, 3_600, 2 ** 32 - 1]),
      rest_mask: sixteen(() =>
        random.weighed([
          [rest, 20],
          ['REST', 8],
          ['VETO', 1],
          ['SILENT', 1],
          ['odd', 0.1],
        ] as const),
      ),
      stance: sixteen(() =>
        random.weighed([
          [stance, 30],
          ['DISSENT', 1],
          ['ABSTAIN', 1],
          ['SILENT', 0.3],
        ] as const),
      ),
      high_impact: sixteen(() => (random.chance(0.1) ? 1 : 0)),
    },
    witness: { narrative_hash: root(), scar_root: root(), civic_memory_root: root() },
  });
  const carryIn = {
    beta: random.chance(0.5)
      ? nearEnd(random, beta - 50_000, beta + 50_000)
      : random.between(beta - 60_000, beta + 60_000),
    cool: random.pick([0, 0, 1, 3, 15, 16, 17, 65_535]),
    hasPrev: random.chance(0.8),
  };
  const salts = Array.from({ length: 8 }, () => (random.chance(0.5) ? 0n : salt(random)));
  return { window, carryIn, salts };
}

/** One of the ends, seldom the unit outside of it. */
function nearEnd(random: SeededRandom, min: number, max: number): number {
  const outside = random.chance(0.05) ? 1 : 0;
  return random.chance(0.5) ? Math.max(0, min - outside) : max + outside;
}

/** 248 bits: always an element of the field. */
function salt(random: SeededRandom): bigint {
  return BigInt(
    `0x${Array.from({ length: 4 }, () => random.hash())
      .join('')
      .slice(2)}`,
  );
}
