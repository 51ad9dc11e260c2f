/**
 * What a supervisor needs of its surroundings: a server, prices, a screen. It comes in from outside, because the loop knows
 * none of them.
 */
import type { LadderFinding } from '../detect/index.ts';
import type { Manifest } from '../loop/index.ts';
import type { ActPlace } from './decide/acts.ts';
import type { NightCost, NightJob, NightState } from './decide/state.ts';
import type { AskHolds, GateAct } from './gate-watch.ts';

/** What the night has cost so far. */
export interface NightSpend {
  readonly tokens: number;
  readonly advisorTokens: number;
  readonly listCost: NightCost;
}

/** How the loop stands, as people like to see it. */
export interface LoopStanding {
  readonly manifest: Manifest;
  /** How far the last call of the worker has climbed; null: not at all. */
  readonly ladder: LadderFinding | null;
}

/** What a program needs to be guarded. */
export interface WorkerSurroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Words that must stand first on its command line. */
  readonly first: readonly string[];
}

/** What a supervisor needs. */
export interface Supervision {
  readonly place: ActPlace;
  readonly night: NightState;
  /** The surroundings of a program, for a turn or for advice. */
  readonly surround: (program: string, kind: NightJob['kind']) => WorkerSurroundings;
  /** Exact where a job has just ended; otherwise it may be a moment old. */
  readonly spent: (isExact: boolean) => Promise<NightSpend>;
  /** What tokens of a command cost at most, in dollars; null where nobody knows. */
  readonly priceAtMost: (command: readonly string[], tokens: number) => number | null;
  /** What holds the worker in the gate; the loop's own holds are told by its files. */
  readonly gateHolds: AskHolds;
  /** Records in the gate what a file or an advisor decided. Doing it twice is as good as once. */
  readonly record: (act: GateAct) => Promise<void>;
  /** Lines of the worker, as they come. */
  readonly heard: (lines: readonly string[]) => void;
  /** After each look. */
  readonly shown: (state: NightState, loop: LoopStanding) => void;
  /** What could not be done; it is tried again. */
  readonly trouble: (message: string) => void;
  /** Ends the supervision: the worker is ended, and the night can be gone on with. */
  readonly leaving: AbortSignal;
}
