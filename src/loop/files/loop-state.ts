/**
 * What the loop remembers between two hooks besides the manifest, as plain data of bounded size.
 */
import type { LadderCall } from '../../detect/index.ts';
import type { Manifest } from '../manifest/manifest.ts';

/** Holds of the loop, each with a file as its face. */
export type LoopHoldKind = 'stop' | 'pause' | 'checkpoint' | 'blocker';

/** The file of each hold. */
export const HOLD_FILES: Readonly<Record<LoopHoldKind, string>> = {
  stop: 'STOP',
  pause: 'PAUSE',
  checkpoint: 'CHECKPOINT.md',
  blocker: 'BLOCKER_REPORT.md',
};

/** The kinds, the one that binds most first. */
export const HOLD_KINDS = ['stop', 'blocker', 'checkpoint', 'pause'] as const;

/** A standing hold. */
export interface LoopHold {
  readonly kind: LoopHoldKind;
  readonly sinceMs: number;
  readonly why: string;
  /** What its file says, to write it again. */
  readonly text: string;
  /** The agent took its file away: only a command lifts it now. */
  readonly locked: boolean;
  /** The session that ends with it; null when none does. */
  readonly endsSession: string | null;
  /** A person put its file there. */
  readonly byPerson?: true;
}

/** A call that was let through and has not come back. */
export interface Flight {
  readonly session: string;
  readonly key: string;
  readonly tool: string;
  readonly sinceMs: number;
}

/** What was done in a step, for the reports. */
export interface StepNote {
  readonly atMs: number;
  readonly what: string;
  /** The first line of what went wrong; null when nothing did. */
  readonly error: string | null;
}

/** A check that failed, and whether anything was changed since. */
export interface FailingCheck {
  /** Which failure it was. */
  readonly print: string;
  readonly command: string;
  readonly firstLine: string;
  readonly isChangedSince: boolean;
}

/** What kind of check a command is. */
export type CheckKind = 'test' | 'build';

/** One turn of the agent, from a prompt or a stop to the next stop. */
export interface TurnState {
  /** Failures counted in this turn. */
  readonly failures: number;
  readonly changed: boolean;
  /** The last check of the turn; null when there was none. */
  readonly passed: boolean | null;
  /** Errors since the last successful change. */
  readonly errors: readonly string[];
  readonly sameErrorTwice: boolean;
}

/** A thread that is stuck, and may not call tools until there is a new approach. */
export interface StuckPause {
  /** The thread; the session's own has the empty name. */
  readonly agent: string;
  readonly sinceMs: number;
  readonly level: 'HARD_LOOP' | 'DUPLICATE_CHAIN' | 'INFINITE_LOOP';
  readonly signature: string;
  readonly count: number;
  /** Calls that were turned down since. */
  readonly denials: number;
  /** The agent ended its turn since, with words for a person. */
  readonly isTold?: true;
}

/** One session of a client. */
export interface SessionState {
  readonly id: string;
  readonly lastAtMs: number;
  readonly model: string | null;
  /** The first thing asked for. */
  readonly goal: string | null;
  /** The ladder of each thread, the session's own under the empty name. */
  readonly threads: readonly { readonly agent: string; readonly calls: readonly LadderCall[] }[];
  readonly pauses?: readonly StuckPause[];
  /** Digests of the new approaches that it stated. */
  readonly approaches?: readonly string[];
  /** Questions to an advisor. */
  readonly adviceAsked?: number;
  readonly turn: TurnState;
  /** Its own thread called a tool since its last prompt or stop. */
  readonly isMidTurn?: boolean;
  /** Stops turned down in a row. */
  readonly stopBlocks: number;
  readonly failing: Readonly<Partial<Record<CheckKind, FailingCheck>>>;
  readonly lastTestCommand: string | null;
  /** How the agent says that this project is tested, where nothing else tells; asked for once. */
  readonly statedTestCommand?: string | null;
  readonly isTestCommandAsked?: boolean;
  readonly filesModified: readonly string[];
  readonly testRuns: number;
  readonly testRunsPassed: number;
  /** Public declarations that changed and nobody was told to document yet. */
  readonly apiChanges: readonly string[];
  readonly steps: readonly StepNote[];
  readonly contextTokens: number | null;
  readonly contextWindow: number | null;
  /** Lines of output, for the estimate where nothing tells the usage. */
  readonly outputLines: number;
  readonly tier: ContextTier;
}

/** How full the context is. */
export type ContextTier = 'none' | 'warning' | 'mandatory' | 'hard';

/** All that the rules know. */
export interface LoopState {
  readonly manifest: Manifest;
  readonly holds: readonly LoopHold[];
  readonly flights: readonly Flight[];
  /** Least recently seen first. */
  readonly sessions: readonly SessionState[];
  /** What the working tree looked like when the last turn ended; null when nobody looked. */
  readonly tree: string | null;
  /** What was wrong with the manifest, so that it is written down once. */
  readonly manifestProblem: string | null;
}

/** A turn before anything happened in it. */
export const NEW_TURN: TurnState = Object.freeze({
  failures: 0,
  changed: false,
  passed: null,
  errors: [],
  sameErrorTwice: false,
});

/** A session before anything happened in it. */
export function newSession(id: string, atMs: number): SessionState {
  return {
    id,
    lastAtMs: atMs,
    model: null,
    goal: null,
    threads: [],
    turn: NEW_TURN,
    stopBlocks: 0,
    failing: {},
    lastTestCommand: null,
    filesModified: [],
    testRuns: 0,
    testRunsPassed: 0,
    apiChanges: [],
    steps: [],
    contextTokens: null,
    contextWindow: null,
    outputLines: 0,
    tier: 'none',
  };
}
