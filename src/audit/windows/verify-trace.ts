/**
 * Verifies a trace: a chain of windows, each recomputed from its data, its root, its link and its carry.
 *
 * It stops at nothing: every window is judged and its problems are named, so that an auditor sees the first break and
 * what it takes with it. A violated window is a finding; a window that is not what its root says is a broken record.
 */
import { TripwireError } from '../../core/browser.ts';
import { checkWindow } from './window-check.ts';
import { commitWindow, rootText } from './window-commitment.ts';
import {
  FLOORS,
  GENESIS_CARRY,
  RHO_FLOOR,
  windowNumbers,
  type Carry,
  type Floors,
} from './window-numbers.ts';
import { openingProblem } from './window-opening.ts';
import { invariantsOf, judgeWindow, type Verdict } from './window-predicate.ts';
import { REST_VALUES, STEPS, type AuditWindow } from './window-shape.ts';

/** What comes before the first window of a trace. */
export interface TraceStart {
  /** Null at the beginning of the chain. */
  readonly prevRoot: string | null;
  readonly carry: Carry;
  /** When the first window must start; null for any time. */
  readonly tStartMs: number | null;
}

const GENESIS: TraceStart = { prevRoot: null, carry: GENESIS_CARRY, tStartMs: null };

export interface TraceOptions {
  readonly floors?: Floors;
  /** False leaves the Poseidon roots out: the predicate and the links only. */
  readonly roots?: boolean;
}

/** What was found of one window. */
export interface WindowReport {
  readonly index: number;
  readonly window_id: string | null;
  /** As recomputed; as written where roots are left out or the window cannot be read. */
  readonly asc_root: string | null;
  readonly flags: number | null;
  readonly ok: boolean;
  readonly ok_chain: boolean;
  /** Why the record is broken here; empty when it is intact. */
  readonly problems: readonly string[];
}

/** Goes through a trace, one window at a time. */
export class TraceVerifier {
  readonly #options: Required<TraceOptions>;
  #next: TraceStart;
  #index = 0;

  constructor(start: TraceStart = GENESIS, options: TraceOptions = {}) {
    this.#next = start;
    this.#options = { floors: FLOORS, roots: true, ...options };
  }

  /** Where the trace stands: what the next window must continue. */
  get next(): TraceStart {
    return this.#next;
  }

  take(value: unknown): WindowReport {
    const index = this.#index;
    this.#index += 1;
    try {
      return this.#take(checkWindow(value), index);
    } catch (error) {
      if (!TripwireError.isInstance(error)) throw error;
      return unreadable(value, index, error.message);
    }
  }

  #take(window: AuditWindow, index: number): WindowReport {
    const { floors, roots } = this.#options;
    const numbers = windowNumbers(window, floors);
    const { carry } = this.#next;
    const verdict = judgeWindow(numbers, carry);
    const written = window.witness.asc_root;
    const root = roots ? rootText(commitWindow(window, numbers, carry).root) : written;
    const problems = [
      ...this.#linkProblems(window),
      ...floorProblems(numbers.governance.rhoMin, floors),
      ...spellingProblems(window),
      ...(root === written ? [] : [`witness.asc_root is ${written}, the data give ${root}`]),
      ...lightProblems(window, verdict),
      ...openingProblems(window),
    ];
    const { t_start_ms: tStart, step_ms: stepMs, window_id: id } = window.window;
    // What was recomputed leads on, so that one changed window breaks the link after it too.
    this.#next = { prevRoot: root, carry: verdict.carryOut, tStartMs: tStart + STEPS * stepMs };
    const { flags, ok, okChain } = verdict;
    return { index, window_id: id, asc_root: root, flags, ok, ok_chain: okChain, problems };
  }

  #linkProblems({ window }: AuditWindow): readonly string[] {
    const { prevRoot, tStartMs } = this.#next;
    const { prev_window_root: prev, t_start_ms: start } = window;
    const problems: string[] = [];
    if (isRoot(prev) !== isRoot(prevRoot) || (isRoot(prev) && prev !== prevRoot)) {
      const before =
        prevRoot === null ? 'the trace begins here' : `the window before has ${prevRoot}`;
      problems.push(`window.prev_window_root is ${prev}, but ${before}`);
    }
    if (tStartMs !== null && start !== tStartMs) {
      const how = start > tStartMs ? `${start - tStartMs} ms are missing` : 'time goes back';
      problems.push(`window.t_start_ms is ${start}, the window before ends at ${tStartMs}: ${how}`);
    }
    return problems;
  }
}

/** The first window may write no root, or zero: both are committed as zero. */
function isRoot(root: string | null): boolean {
  return root !== null && !/^0x0*$/.test(root);
}

function floorProblems(rhoMin: number, floors: Floors): readonly string[] {
  const problems: string[] = [];
  if (rhoMin < RHO_FLOOR) {
    problems.push(
      `governance.rho_min is ${rhoMin} millionths, below the constitution's ${RHO_FLOOR}`,
    );
  }
  if (floors.minPauseMs < FLOORS.minPauseMs || floors.halfLifeS < FLOORS.halfLifeS) {
    const least = `${FLOORS.minPauseMs} ms and ${FLOORS.halfLifeS} s`;
    problems.push(`the floors are below the constitution's ${least}`);
  }
  return problems;
}

/** A word that is none is committed like SILENT, so the root cannot tell the two apart. */
function spellingProblems({ governance }: AuditWindow): readonly string[] {
  const known: readonly string[] = REST_VALUES;
  return governance.rest_mask.flatMap((value, step) =>
    known.includes(value)
      ? []
      : [`governance.rest_mask[${step}] is ${JSON.stringify(value)}, none of ${known.join(', ')}`],
  );
}

function lightProblems(window: AuditWindow, { flags }: Verdict): readonly string[] {
  const written = window.invariants_satisfied;
  if (written === undefined) return [];
  return Object.entries(invariantsOf(flags)).flatMap(([name, is]) =>
    written[name as keyof typeof written] === is
      ? []
      : [`invariants_satisfied.${name} is ${String(!is)}, the data give ${String(is)}`],
  );
}

function openingProblems({ witness }: AuditWindow): readonly string[] {
  if (witness.asc_witness === undefined || witness.asc_witness === null) return [];
  const problem = openingProblem(witness.asc_witness, witness.asc_root);
  return problem === null ? [] : [`witness.asc_witness: ${problem}`];
}

function unreadable(value: unknown, index: number, problem: string): WindowReport {
  const header = memberOf(value, 'window');
  const id = memberOf(header, 'window_id');
  const root = memberOf(memberOf(value, 'witness'), 'asc_root');
  return {
    index,
    window_id: typeof id === 'string' ? id : null,
    asc_root: typeof root === 'string' ? root : null,
    flags: null,
    ok: false,
    ok_chain: false,
    problems: [problem],
  };
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
