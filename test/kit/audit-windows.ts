/**
 * Windows for tests: a good one, changed ones, and chains of them with right roots.
 */
import {
  commitWindow,
  GENESIS_CARRY,
  judgeWindow,
  rootText,
  windowNumbers,
  type AuditWindow,
} from '../../src/audit/index.ts';

const START_MS = 1_732_845_600_000;
const STEP_MS = 3_000;
const sixteen = <Value>(value: Value): readonly Value[] => new Array<Value>(16).fill(value);

/** Parts of a window that a test wants different. */
export interface WindowChange {
  readonly metrics?: Partial<AuditWindow['metrics']>;
  readonly governance?: Partial<AuditWindow['governance']>;
  readonly window?: Partial<AuditWindow['window']>;
  readonly witness?: Partial<AuditWindow['witness']>;
}

/** A window in which all is well; roots are zero until it is chained. */
export function goodWindow(change: WindowChange = {}): AuditWindow {
  return {
    schema_version: 'trust_slice_v0.1.1',
    window: {
      window_id: 'w_0',
      t_start_ms: START_MS,
      step_ms: STEP_MS,
      num_steps: 16,
      prev_window_root: null,
      constitution_id: 'c',
      envelope_id: 'e',
      ...change.window,
    },
    metrics: {
      beta1: sixteen(0.9),
      E_ext_acute: sixteen(0.1),
      E_ext_systemic: sixteen(0.2),
      ...change.metrics,
    },
    governance: {
      beta1_corridor: { min: 0.7, max: 1.2 },
      beta1_jerk_bound: 0.05,
      E_ext_caps: { acute_max: 0.5, systemic_max: 0.3 },
      min_pause_ms: 800,
      rho_min: 0.25,
      forgiveness_half_life_s: 3_600,
      rest_mask: [...sixteen('ACTIVE').slice(4), ...sixteen('REST').slice(12)],
      stance: sixteen('CONSENT'),
      high_impact: sixteen(0),
      ...change.governance,
    },
    witness: {
      asc_root: rootText(0n),
      asc_witness: null,
      narrative_hash: `0x${'a'.repeat(64)}`,
      scar_root: null,
      civic_memory_root: null,
      ...change.witness,
    },
  };
}

/** The same windows one after the other in time, linked and with their roots. */
export function chainWindows(windows: readonly AuditWindow[]): readonly AuditWindow[] {
  const placed = windows.map((one, index) => ({
    ...one,
    window: {
      ...one.window,
      window_id: `w_${index}`,
      t_start_ms: START_MS + index * 16 * STEP_MS,
    },
  }));
  return linkWindows(placed);
}

/** The same windows linked and with their roots. */
export function linkWindows(windows: readonly AuditWindow[]): readonly AuditWindow[] {
  let carry = GENESIS_CARRY;
  let prev: string | null = null;
  return windows.map((one) => {
    const window: AuditWindow = { ...one, window: { ...one.window, prev_window_root: prev } };
    const numbers = windowNumbers(window);
    prev = rootText(commitWindow(window, numbers, carry).root);
    carry = judgeWindow(numbers, carry).carryOut;
    return { ...window, witness: { ...window.witness, asc_root: prev } };
  });
}
