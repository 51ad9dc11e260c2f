/**
 * Chains of windows that this program did not make: values by chance, roots and verdicts by the second implementation.
 */
import type { AuditWindow } from '../../src/audit/index.ts';
import type { SeededRandom } from '../simulation/seeded-random.ts';
import { randomWindow } from './random-windows.ts';
import { secondAnswer } from './second-implementation.ts';

/** What is to be found of a window. */
export interface Expected {
  readonly window_id: string;
  readonly asc_root: string;
  readonly flags: number;
  readonly ok: boolean;
  readonly ok_chain: boolean;
}

export interface ForeignChain {
  readonly windows: readonly AuditWindow[];
  readonly expected: readonly Expected[];
}

/** How the windows of a chain are made. */
export interface ChainMaking {
  readonly length: number;
  /** Changes a random window before it is linked. */
  readonly shape: (window: AuditWindow, index: number) => AuditWindow;
  /** What the first one names as the root before: null or zeros. */
  readonly firstPrev: string | null;
}

const NO_SALTS = Array.from({ length: 8 }, () => 0n);
const ALL_FLAGS = 2_047n;
const hex = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

/** A chain, linked in time, root and carry. */
export function foreignChain(random: SeededRandom, making: ChainMaking): ForeignChain {
  let [carry, prev, startMs]: [bigint, string | null, number] = [
    0n,
    making.firstPrev,
    1_732_845_600_000,
  ];
  const windows: AuditWindow[] = [];
  const expected: Expected[] = [];
  for (let index = 0; index < making.length; index += 1) {
    const shaped = making.shape(lawful(randomWindow(random).window), index);
    const { step_ms: stepMs } = shaped.window;
    const id = `loop_${String(index + 123).padStart(6, '0')}`;
    const header = { window_id: id, t_start_ms: startMs, prev_window_root: prev };
    const open = { ...shaped, window: { ...shaped.window, ...header } };
    const { root, flags, ok, carryOut } = secondAnswer(open, carry, NO_SALTS);
    const ascRoot = hex(root);
    windows.push({ ...open, witness: { ...open.witness, asc_root: ascRoot } });
    expected.push({
      window_id: id,
      asc_root: ascRoot,
      flags: Number(flags),
      ok: ok === 1n,
      ok_chain: flags === ALL_FLAGS,
    });
    [carry, prev, startMs] = [carryOut, ascRoot, startMs + 16 * stepMs];
  }
  return { windows, expected };
}

/** What a chain may not have, whatever else is wrong with it: less rest than the floor, and words that are none. */
function lawful(random: AuditWindow): AuditWindow {
  // As a file has it: JSON knows no negative zero.
  const window = JSON.parse(JSON.stringify(random)) as AuditWindow;
  const { rho_min: rho = 0.25, rest_mask: rest } = window.governance;
  const rest_mask = rest.map((one) => (one === 'odd' ? 'SILENT' : one));
  return {
    ...window,
    governance: { ...window.governance, rho_min: Math.max(rho, 0.25), rest_mask },
  };
}
