/**
 * For each of the eleven flags a window that stands exactly on the bound and its twin one unit outside of it.
 *
 * On the bound all flags are up; outside, this one alone is down. Bounds with two sides have a pair for each.
 */
import type { AuditWindow, Carry, FlagName } from '../../src/audit/index.ts';
import { goodWindow, type WindowChange } from '../kit/audit-windows.ts';

/** A window and what came before it. */
interface PlacedWindow {
  readonly window: AuditWindow;
  readonly carryIn: Carry;
}

/** The twins of one flag. */
interface BoundPair {
  readonly flag: FlagName;
  readonly onBound: PlacedWindow;
  readonly outside: PlacedWindow;
}

const CARRY: Carry = { beta: 900_000, cool: 0, hasPrev: true };
const sixteen = <Value>(usual: Value, others: Readonly<Record<number, Value>> = {}) =>
  Array.from({ length: 16 }, (_, step) => others[step] ?? usual);
const rest = (others: Readonly<Record<number, string>>) =>
  sixteen('ACTIVE', { 12: 'REST', 13: 'REST', 14: 'REST', 15: 'REST', ...others });

function pair<Value>(
  flag: FlagName,
  change: (value: Value) => WindowChange,
  [onBound, outside]: readonly [Value, Value],
): BoundPair {
  const placed = (value: Value) => ({ window: goodWindow(change(value)), carryIn: CARRY });
  return { flag, onBound: placed(onBound), outside: placed(outside) };
}

function edgePair(
  flag: FlagName,
  [onBound, outside]: readonly [Partial<Carry>, Partial<Carry>],
): BoundPair {
  const early = { 0: 'REST', 1: 'REST', 2: 'REST', 3: 'REST' };
  const window = goodWindow({ governance: { rest_mask: sixteen('ACTIVE', early) } });
  const placed = (change: Partial<Carry>) => ({ window, carryIn: { ...CARRY, ...change } });
  return { flag, onBound: placed(onBound), outside: placed(outside) };
}

/** The pairs, in the order of the flags. */
export const BOUND_PAIRS: readonly BoundPair[] = [
  pair(
    'beta1_in_corridor',
    (min) => ({ governance: { beta1_corridor: { min, max: 1.2 } } }),
    [0.9, 0.900001],
  ),
  pair(
    'beta1_in_corridor',
    (max) => ({ governance: { beta1_corridor: { min: 0.7, max } } }),
    [0.9, 0.899999],
  ),
  pair(
    'beta1_jerk_within_bound',
    (last) => ({ metrics: { beta1: sixteen(0.9, { 15: last }) } }),
    [0.85, 0.849999],
  ),
  pair(
    'beta1_jerk_within_bound',
    (last) => ({ metrics: { beta1: sixteen(0.9, { 15: last }) } }),
    [0.95, 0.950001],
  ),
  pair(
    'E_acute_under_cap',
    (peak) => ({ metrics: { E_ext_acute: sixteen(0.1, { 7: peak }) } }),
    [0.5, 0.500001],
  ),
  pair(
    'E_systemic_avg_under_cap',
    (one) => ({ metrics: { E_ext_systemic: sixteen(0.3, { 7: one }) } }),
    [0.3, 0.300001],
  ),
  pair('rest_fraction_ok', (rho_min) => ({ governance: { rho_min } }), [0.25, 0.250001]),
  pair('min_pause_floor_ok', (min_pause_ms) => ({ governance: { min_pause_ms } }), [500, 499]),
  pair(
    'veto_cooldown_ok',
    (min_pause_ms) => ({ governance: { min_pause_ms, rest_mask: rest({ 4: 'VETO', 5: 'REST' }) } }),
    [3_000, 3_001],
  ),
  pair(
    'silence_not_consent',
    (stance) => ({
      governance: { stance: sixteen('CONSENT', { 6: stance }), high_impact: sixteen(0, { 6: 1 }) },
    }),
    ['CONSENT', 'LISTEN'],
  ),
  pair(
    'forgiveness_floor_ok',
    (forgiveness_half_life_s) => ({ governance: { forgiveness_half_life_s } }),
    [600, 599],
  ),
  edgePair('edge_jerk_ok', [{ beta: 850_000 }, { beta: 849_999 }]),
  edgePair('edge_jerk_ok', [{ beta: 950_000 }, { beta: 950_001 }]),
  edgePair('edge_cooldown_ok', [{ cool: 4 }, { cool: 5 }]),
];
