/**
 * The recorder: folds an agent's journal into windows.
 *
 * Windows tile time on a fixed grid, without gaps, whether the agent works, rests or Tripwire is down. A window closes
 * when a later row proves that nothing more can come into it; so the same rows always give the same windows, and an
 * auditor who has the rows can make them all again. The state is plain data and survives a restart.
 */
import { hash } from 'node:crypto';
import { assert } from '../../base/assert.ts';
import { canonicalJson, timestampOf, type ConstitutionValues } from '../../core/index.ts';
import type { JournalEntry } from '../../journal/index.ts';
import { scarLeaves } from './scars.ts';
import type { SharedAct } from './shared-acts.ts';
import { civicLeaves, ledgerRoot, narrativeHash, type Ledgers } from './sub-ledgers.ts';
import type { TraceEnd } from './trace-end.ts';
import { commitWindow, rootText } from './window-commitment.ts';
import { factOf, sharedFact, type Fact } from './window-facts.ts';
import { GENESIS_CARRY, MICRO, windowNumbers, type Carry } from './window-numbers.ts';
import { invariantsOf, judgeWindow, type Verdict } from './window-predicate.ts';
import { SCHEMA_VERSION, STEPS, type AuditWindow } from './window-shape.ts';
import {
  measureStep,
  initialStepState,
  scarsAt,
  STEP_MS,
  WINDOW_MS,
  type Gap,
  type StepState,
  type Step,
} from './window-steps.ts';

/**
 * Version of the recorder. Whatever makes the same rows into other windows makes it a new one: a trace says which
 * recorder measured it, so that windows which come out otherwise do not look like forged ones.
 */
export const RECORDER_VERSION = 4;

/** What a recorder remembers between rows. */
export interface RecorderState {
  /** The recorder's version. */
  readonly v: number;
  readonly agent: string;
  /** The last row taken, and its time. */
  readonly seq: number;
  readonly hash: string;
  readonly at: number;
  /** The last act on all agents that was taken. */
  readonly allSeq: number;
  /** Windows before this time are not made. */
  readonly sinceMs: number;
  /** The number of the open window and when it starts; null before the first row. */
  readonly index: number;
  readonly tStartMs: number | null;
  readonly prevRoot: string | null;
  readonly carry: Carry;
  readonly constitutionId: string;
  readonly going: StepState;
  readonly facts: readonly Fact[];
  readonly civicRoot: string | null;
}

/** A closed window, what was found of it, and what its hashes open to. */
export interface MeasuredWindow {
  readonly agent: string;
  readonly index: number;
  readonly window: AuditWindow;
  readonly verdict: Verdict;
  readonly ledgers: Ledgers;
  /** The last row that was taken before it closed. */
  readonly lastSeq: number;
}

/** What live agents are governed by, as the seed has it. */
const GOVERNANCE = {
  beta1_corridor: { min: 0.7, max: 1.2 },
  beta1_jerk_bound: 0.05,
  E_ext_caps: { acute_max: 0.5, systemic_max: 0.3 },
  min_pause_ms: 800,
  rho_min: 0.25,
  forgiveness_half_life_s: 3_600,
} as const;

/**
 * The state before an agent's first row, also where another recorder measured before. The trace begins with the whole window that holds `sinceMs`: rows in the same
 * window but before that time must be in it, or what came later would colour the steps before it.
 */
export function newRecorder(
  agent: string,
  sinceMs: number,
  end: TraceEnd | null = null,
): RecorderState {
  return {
    v: RECORDER_VERSION,
    agent,
    seq: 0,
    hash: '',
    at: 0,
    allSeq: 0,
    sinceMs: sinceMs - (sinceMs % WINDOW_MS),
    index: end?.index ?? 0,
    tStartMs: end?.tStartMs ?? null,
    prevRoot: end?.prevRoot ?? null,
    carry: end?.carry ?? GENESIS_CARRY,
    constitutionId: '',
    going: initialStepState({ tokens: 1, toolCalls: 1 }, end?.carry.beta),
    facts: [],
    civicRoot: end?.civicRoot ?? null,
  };
}

/** Folds rows into windows. */
export class Recorder {
  #state: RecorderState;
  readonly #gaps: () => readonly Gap[];

  constructor(state: RecorderState, gaps: () => readonly Gap[] = () => []) {
    this.#state = state;
    this.#gaps = gaps;
  }

  get state(): RecorderState {
    return this.#state;
  }

  /** The time of a row: its record's, or that of the row before where that is later. */
  timeOf(entry: JournalEntry): number {
    const { at } = this.#state;
    return 'record' in entry ? Math.max(at, timestampOf(entry.record)) : at;
  }

  /** Takes the next row. What is over at its time is closed before (`closeUntil`). */
  take(entry: JournalEntry, rowHash: string): void {
    const at = this.timeOf(entry);
    this.#requireClosed(at);
    this.#state = { ...this.#state, seq: entry.seq, hash: rowHash, at };
    if ('segment' in entry) this.#enter(entry.segment.constitution, entry.segment.constitution_id);
    if ('record' in entry) this.#add(factOf(entry, at, rowHash));
  }

  /** Takes an act on all agents, at its time or where the recorder stands if that is later. */
  takeShared(act: SharedAct): void {
    const at = Math.max(this.#state.at, act.at_ms);
    this.#requireClosed(at);
    this.#state = { ...this.#state, at, allSeq: act.of };
    this.#add(sharedFact(act, at));
  }

  /** Nothing came in until a time; a row that says otherwise is taken at that time. */
  rest(untilMs: number): void {
    this.#state = { ...this.#state, at: Math.max(this.#state.at, untilMs) };
  }

  /** Closes one window that is over at a time, if there is one. */
  closeNext(atMs: number): MeasuredWindow | null {
    const { tStartMs } = this.#state;
    return tStartMs === null || tStartMs + WINDOW_MS > atMs ? null : this.#close(tStartMs);
  }

  /** Closes every window that is over at a time, one by one: each costs milliseconds. */
  *closeUntil(atMs: number): Generator<MeasuredWindow> {
    for (let one = this.closeNext(atMs); one !== null; one = this.closeNext(atMs)) yield one;
  }

  #requireClosed(atMs: number): void {
    const { tStartMs } = this.#state;
    assert(
      tStartMs === null || tStartMs + WINDOW_MS > atMs,
      'a row was taken before the windows that it ends were closed',
    );
  }

  #enter(values: ConstitutionValues, constitutionId: string): void {
    const { maxTokensPerMinute: tokens, maxToolCallsPerMinute: toolCalls } = values;
    const going = { ...this.#state.going, limits: { tokens, toolCalls } };
    this.#state = { ...this.#state, constitutionId, going };
  }

  #add(fact: Fact): void {
    const { sinceMs, going } = this.#state;
    if (fact.at < sinceMs) {
      // Older than the trace: it moves what is going on and is in no window.
      const end = fact.at - (fact.at % STEP_MS) + STEP_MS;
      const { going: after } = measureStep(going, [fact], end, this.#gaps());
      // Where a chain is gone on with, β₁ goes on from its last window: a jump there would be the recorder's, not the agent's.
      const { beta } = this.#state.tStartMs === null ? after : going;
      this.#state = { ...this.#state, going: { ...after, beta } };
      return;
    }
    const tStartMs = this.#state.tStartMs ?? fact.at - (fact.at % WINDOW_MS);
    this.#state = { ...this.#state, tStartMs, facts: [...this.#state.facts, fact] };
  }

  #close(tStartMs: number): MeasuredWindow {
    const { agent, index, facts, carry, civicRoot, seq: lastSeq } = this.#state;
    const { steps, going } = this.#measure(tStartMs);
    const endMs = tStartMs + WINDOW_MS;
    const halfLifeS = GOVERNANCE.forgiveness_half_life_s;
    const scars = scarsAt(going, endMs, halfLifeS);
    const civic = civicLeaves(
      civicRoot,
      facts.flatMap(({ act }) => act ?? []),
    );
    const ledgers: Ledgers = {
      narrative: facts.map(({ narrative }) => narrative),
      scars: scarLeaves(scars, endMs, halfLifeS),
      civic,
    };
    const civicAfter = ledgerRoot(civic) ?? civicRoot;
    const open = this.#windowOf(tStartMs, steps, going, ledgers, civicAfter);
    const numbers = windowNumbers(open);
    const verdict = judgeWindow(numbers, carry);
    const root = rootText(commitWindow(open, numbers, carry).root);
    const window = {
      ...open,
      witness: { ...open.witness, asc_root: root },
      invariants_satisfied: invariantsOf(verdict.flags),
      ...stopsIn(facts, tStartMs),
    };
    this.#state = {
      ...this.#state,
      index: index + 1,
      tStartMs: endMs,
      prevRoot: root,
      carry: verdict.carryOut,
      going: { ...going, scars },
      facts: [],
      civicRoot: civicAfter,
    };
    return { agent, index, window, verdict, ledgers, lastSeq };
  }

  #measure(tStartMs: number): { readonly steps: readonly Step[]; readonly going: StepState } {
    const { facts } = this.#state;
    let { going } = this.#state;
    const gaps = this.#gaps();
    const steps: Step[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const from = tStartMs + step * STEP_MS;
      const to = from + STEP_MS;
      const inside = facts.filter(({ at }) => at >= from && at < to);
      const measured = measureStep(going, inside, to, gaps);
      ({ going } = measured);
      steps.push(measured.step);
    }
    return { steps, going };
  }

  #windowOf(
    tStartMs: number,
    steps: readonly Step[],
    going: StepState,
    ledgers: Ledgers,
    civicRoot: string | null,
  ): AuditWindow {
    const { agent, index, prevRoot, constitutionId } = this.#state;
    const { limits, own } = going;
    const envelope = canonicalJson({ governance: GOVERNANCE, limits, own });
    return {
      schema_version: SCHEMA_VERSION,
      window: {
        window_id: windowId(agent, index),
        t_start_ms: tStartMs,
        step_ms: STEP_MS,
        num_steps: STEPS,
        prev_window_root: prevRoot,
        constitution_id: constitutionId,
        envelope_id: hash('sha256', envelope, 'hex'),
      },
      metrics: {
        beta1: steps.map(({ beta1 }) => beta1 / MICRO),
        E_ext_acute: steps.map(({ acute }) => acute / MICRO),
        E_ext_systemic: steps.map(({ systemic }) => systemic / MICRO),
      },
      governance: {
        ...GOVERNANCE,
        rest_mask: steps.map(({ rest }) => rest),
        stance: steps.map(({ stance }) => stance),
        high_impact: steps.map(({ highImpact }) => highImpact),
      },
      witness: {
        asc_root: rootText(0n),
        asc_witness: null,
        narrative_hash: narrativeHash(ledgers.narrative),
        scar_root: ledgerRoot(ledgers.scars),
        civic_memory_root: civicRoot,
      },
    };
  }
}

/** The stops of a window, each once; nothing where there are none. */
function stopsIn(facts: readonly Fact[], tStartMs: number): Pick<AuditWindow, 'stops'> {
  const stops = facts.flatMap(({ at, stop }) =>
    stop === null ? [] : [{ hold: stop, step: Math.floor((at - tStartMs) / STEP_MS) }],
  );
  const once = [...new Map(stops.map((one) => [canonicalJson(one), one])).values()];
  return once.length === 0 ? {} : { stops: once };
}

/** The id of an agent's window. */
function windowId(agent: string, index: number): string {
  return `${agent}/${String(index).padStart(6, '0')}`;
}
