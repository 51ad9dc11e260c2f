/**
 * What the supervisor remembers of a night, as plain data: written whole after every decision, so that one who was
 * killed goes on where it was.
 */
import type { AdvisorSettings, Engine } from '../../loop/index.ts';

/** Why an engine is left for another. */
export type SwitchReason =
  | 'stop_event'
  | 'gate_failed'
  | 'context_exhausted'
  | 'api_overload'
  | 'cost'
  | 'offline'
  | 'not_installed'
  | 'needs_terminal'
  | 'rested';

/** Why the supervisor ends a job before it ends by itself. */
export type JobEnding = 'deadlock' | 'compaction' | 'gate' | 'hard_stop' | 'night';

/** A worker's turn, or a question to an advisor. */
export type NightJob = NightTurn | NightAdvice;

/** What both have. */
interface StartedJob {
  readonly number: number;
  /** The engine's name; of an advisor its command. */
  readonly who: string;
  readonly command: readonly string[];
  readonly prompt: string;
  readonly startedAtMs: number;
  /** What the manifest had counted when it began. */
  readonly iterationsBefore: number;
  /** Of the advisor, before it was asked. */
  readonly advisorTokensBefore: number;
  readonly ending: JobEnding | null;
}

/** A worker's turn. */
export interface NightTurn extends StartedJob {
  readonly kind: 'turn';
  /** The client's session that goes on; null: a new one. */
  readonly session: string | null;
  /** A new briefing is written from the record first. */
  readonly isBriefed: boolean;
}

/** A question to an advisor. */
export interface NightAdvice extends StartedJob {
  readonly kind: 'advice';
  /** How many advisors were asked before this one and did not answer. */
  readonly tried: number;
}

/** What comes next when no job runs. */
export type NightPlan =
  | {
      readonly kind: 'turn';
      readonly prompt: string;
      readonly isFresh: boolean;
      readonly isBriefed: boolean;
      readonly notBeforeMs: number;
    }
  /** Advisors that did not answer are counted. */
  | { readonly kind: 'advise'; readonly tried: number }
  | { readonly kind: 'restart' };

/** How a night ended. */
export type NightOutcome = 'done' | 'stopped' | 'time' | 'budget';

/**
 * How far a loop was answered with advice, whoever found it: `asked`, the turn is ended and an advisor is asked; `lifting`,
 * there is a new approach, and a kill switch is lifted for it; `given`, the next loop is held for a person.
 */
export type LoopAdvice = 'none' | 'asked' | 'lifting' | 'given';

/** Something that happened, for the report. */
export interface NightMoment {
  readonly atMs: number;
  readonly kind:
    | 'began'
    | 'turn'
    | 'stuck'
    | 'advice'
    | 'compaction'
    | 'engine'
    | 'hold'
    | 'resumed'
    | 'gate'
    | 'crash'
    | 'ended';
  readonly text: string;
  /** How long it took, where it is over. */
  readonly tookMs: number | null;
  /** A turn that ended well; absent where that is not so, or not known. */
  readonly isFine?: true;
}

/** A hold that is to be raised in the loop. */
export interface WantedHold {
  readonly hold: 'pause' | 'blocker';
  readonly why: string;
}

/** The place up to which the safety log was read. */
export interface LogCursor {
  /** Of the last entry that was read; null when there was none. */
  readonly digest: string | null;
  readonly timestamp: string;
}

/** What worker and advisors cost together, at list prices. */
export interface NightCost {
  readonly microUsd: number;
  /** Answers of models without a known price: with any, the sum is a lower bound. */
  readonly unpricedCalls: number;
}

/** All of it. */
export interface NightState {
  readonly v: 1;
  readonly id: string;
  readonly task: string;
  readonly startedAtMs: number;
  readonly untilMs: number | null;
  readonly budgetTokens: number | null;
  readonly engines: readonly Engine[];
  readonly advisor: AdvisorSettings;
  /** Of the server that ends with the supervisor; null when it has none of its own. */
  readonly port: number | null;
  /** The last rows of the journal before it began, by agent; null where nothing is counted. */
  readonly journalFrom: Readonly<Record<string, number>> | null;
  /** Holds on single sessions that stood in the gate before it began; null where nobody asked. */
  readonly heldBefore: readonly string[] | null;
  /** The commit that it began on; null outside of a repository. */
  readonly commit: string | null;
  readonly engine: string;
  readonly resting: Readonly<
    Record<string, { readonly untilMs: number; readonly reason: SwitchReason }>
  >;
  readonly session: string | null;
  readonly job: NightJob | null;
  readonly jobs: number;
  readonly turns: number;
  readonly plan: NightPlan | null;
  /** What the worker is stuck in; null when it is not. */
  readonly deadlock: string | null;
  readonly compaction: {
    readonly session: string;
    readonly sinceMs: number;
    readonly isHard: boolean;
  } | null;
  /** Runs that failed, one after the other. */
  readonly stopsInRow: number;
  /** Stops that were turned back for untested code, one after the other. */
  readonly gateFailures: number;
  readonly restarts: number;
  /** Restarts in a row after which the context was full again before a turn had ended. */
  readonly unhelpfulRestarts: number;
  readonly turnsSinceRestart: number;
  readonly adviceAsked: number;
  readonly loopAdvice: LoopAdvice;
  readonly wanted: WantedHold | null;
  readonly held: readonly string[];
  readonly heldSinceMs: number | null;
  readonly cursor: LogCursor;
  /** Entries for the safety log, written there once. */
  readonly owed: readonly OwedEntry[];
  readonly tokens: number;
  readonly advisorTokens: number;
  readonly listCost: NightCost;
  /** As far as engines told what their sessions cost. */
  readonly usdBySession: Readonly<Record<string, number>>;
  /** Of all advice, told or reckoned. */
  readonly advisorUsd: number;
  readonly ending: { readonly outcome: NightOutcome; readonly why: string } | null;
  readonly ended: {
    readonly atMs: number;
    readonly outcome: NightOutcome;
    readonly why: string;
  } | null;
  readonly moments: readonly NightMoment[];
}

/** An entry of the safety log that the supervisor owes. */
export interface OwedEntry {
  readonly timestamp: string;
  readonly type: 'OUT_OF_BAND_ADVISOR' | 'ENGINE_FALLBACK';
  readonly details: Readonly<Record<string, unknown>>;
  readonly action_taken: 'injected_advice' | 'injected_built_in_prompt' | 'switched_engine';
}

/** What a night begins with. */
export interface NightOrder {
  readonly id: string;
  readonly task: string;
  readonly atMs: number;
  readonly untilMs: number | null;
  readonly budgetTokens: number | null;
  readonly engines: readonly Engine[];
  readonly engine: string;
  readonly advisor: AdvisorSettings;
  readonly commit: string | null;
  readonly prompt: string;
  readonly cursor: LogCursor;
}

const MOMENTS_MAX = 4_000;

/** A night before its first turn. */
export function newNight(order: NightOrder): NightState {
  const { id, task, atMs, untilMs, budgetTokens, engines, engine, advisor } = order;
  const { commit, prompt, cursor } = order;
  return {
    v: 1,
    id,
    task,
    startedAtMs: atMs,
    untilMs,
    budgetTokens,
    engines,
    advisor,
    port: null,
    journalFrom: null,
    heldBefore: null,
    commit,
    engine,
    resting: {},
    session: null,
    job: null,
    jobs: 0,
    turns: 0,
    plan: { kind: 'turn', prompt, isFresh: true, isBriefed: false, notBeforeMs: 0 },
    deadlock: null,
    compaction: null,
    stopsInRow: 0,
    gateFailures: 0,
    restarts: 0,
    unhelpfulRestarts: 0,
    turnsSinceRestart: 0,
    adviceAsked: 0,
    loopAdvice: 'none',
    wanted: null,
    held: [],
    heldSinceMs: null,
    cursor,
    owed: [],
    tokens: 0,
    advisorTokens: 0,
    listCost: { microUsd: 0, unpricedCalls: 0 },
    usdBySession: {},
    advisorUsd: 0,
    ending: null,
    ended: null,
    moments: [{ atMs, kind: 'began', text: `began with ${engine}`, tookMs: null }],
  };
}

/** The same with something to tell in the morning. */
export function withMoment(
  state: NightState,
  atMs: number,
  kind: NightMoment['kind'],
  text: string,
  more: { readonly tookMs?: number; readonly isFine?: true } = {},
): NightState {
  const moment = { atMs, kind, text, tookMs: null, ...more };
  return { ...state, moments: [...state.moments, moment].slice(-MOMENTS_MAX) };
}
