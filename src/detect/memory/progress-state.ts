/**
 * What the progress score remembers of a thread: bounded, plain, incremental.
 */
import type { KnownCall } from './call-memory.ts';
import { NO_LINES, type LineMemory } from './line-memory.ts';
import type { NearCall } from './near-calls.ts';
import type { Symptom } from './symptoms.ts';

/** The state of the score in one thread. */
export interface ProgressState {
  readonly steps: number;
  readonly points: number;
  readonly calls: readonly KnownCall[];
  readonly near: readonly NearCall[];
  /** The step of the last new and successful change of the work. */
  readonly changedAt: number;
  /** The step of the last change that was not one of the last ones with other numbers in it. */
  readonly freshAt: number;
  /** The step at which a command last brought news, or a number went on in its direction. */
  readonly movedAt: number;
  /** The step at which a look last found a number further on: something is at work. */
  readonly grewAt: number;
  /** How often in this stretch something was only seen to move on, less where somebody waited before. */
  readonly moves: number;
  /** The step at which something new was last typed on a screen; absent where nothing was. */
  readonly typedAt?: number;
  /** The step at which the next of what was handed out was typed on a screen; absent where none was. */
  readonly enteredAt?: number;
  /** The step at which a look last found another state than the time before; absent where none did. */
  readonly turnedAt?: number;
  /** The step at which the next entry of a list was last worked on; absent where none was. */
  readonly listedAt?: number;
  /** The step at which something was last begun with another thing, whatever came of it; absent where nothing was. */
  readonly begunAt?: number;
  /** The step at which a call last had an outcome that it never had before; absent where none did. */
  readonly learnedAt?: number;
  /** The step at which something was last seen to have ended badly; absent where nothing did. */
  readonly endedAt?: number;
  /** The step of the last deed, and that at which another thing was last worked on or a check that fails last moved; absent where there was none. */
  readonly actedAt?: number;
  readonly reachedAt?: number;
  /** Calls that found what they found before, although something was done about it, and how often in a row; absent where none did. */
  readonly unmoved?: readonly (readonly [call: string, rounds: number])[];
  /** How often in this run a call that had failed went well when it was made again, with nothing changed; absent where none did. */
  readonly retried?: number;
  /** What the last changes were about; absent where nothing was changed. */
  readonly targets?: readonly number[];
  /** The step at which the context was last compacted. */
  readonly compactedAt: number;
  /** How often the prompt that began this run asks for something; absent where it names no number. */
  readonly asked?: number;
  /** The step at which this run began: what happened before was another one. */
  readonly runAt: number;
  /** When the last event of the thread was, where that is known. */
  readonly lastAtMs: number | null;
  /** When the last step of work or prompt was; words and pauses are none. */
  readonly workedAtMs: number | null;
  /** When the last result came, and what the steps of its turn have cost so far. */
  readonly resultAtMs: number | null;
  readonly turnPoints: number;
  /** What each of the last steps would have cost on its own. */
  readonly costs: readonly number[];
  /** What the last step would have cost on its own and did not. */
  readonly waived: number;
  /** The step at which a plan was last written down. */
  readonly plannedAt: number;
  /** How long the thread has slept since it last worked, by its own words. */
  readonly sleptMs: number;
  /** How long it has slept in all: each call remembers what it was when it was made. */
  readonly sleptInAllMs: number;
  /** How long the thread paused before its last steps of work. */
  readonly pausesMs: readonly number[];
  /** What failed in the last checks, whatever command showed it. */
  readonly symptoms: readonly Symptom[];
  /** What was taken off the score since a failure was last seen to be what it was. */
  readonly lent: number;
  readonly lines: LineMemory;
  /** The last ids that results handed out. */
  readonly handed: readonly number[];
}

/** The state before the first step. */
export function initialProgress(): ProgressState {
  return {
    steps: 0,
    points: 0,
    calls: [],
    near: [],
    changedAt: -1,
    freshAt: -1,
    movedAt: -1,
    grewAt: -1,
    moves: 0,
    compactedAt: -1,
    runAt: 0,
    lastAtMs: null,
    workedAtMs: null,
    resultAtMs: null,
    turnPoints: 0,
    costs: [],
    waived: 0,
    plannedAt: -1,
    sleptMs: 0,
    sleptInAllMs: 0,
    pausesMs: [],
    symptoms: [],
    lent: 0,
    lines: NO_LINES,
    handed: [],
  };
}
