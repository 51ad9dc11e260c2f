/**
 * What the supervisor sees when it looks, and what it may do then.
 *
 * It looks many times a minute and decides anew each time from what is there. So nothing depends on having been awake
 * when something happened, and an act that was cut short by a kill is simply seen as not done yet.
 */
import type { DirtyBit, LoopHoldKind, SafetyEvent } from '../../loop/index.ts';
import type { GateAct, GateHold } from '../gate-watch.ts';
import type { JobStanding } from '../worker/job.ts';
import type { LogCursor, NightCost, NightState, WantedHold } from './state.ts';

/** Of a job: the client's session, null where the dollars are reckoned for this job alone. */
export interface JobCost {
  readonly session: string | null;
  readonly usd: number;
}

/** What is there now. */
export interface Look {
  readonly atMs: number;
  /** Entries of the safety log behind the state's cursor, and the cursor behind them. */
  readonly events: readonly SafetyEvent[];
  readonly cursor: LogCursor;
  /** Holds of the loop that stand. */
  readonly holds: readonly LoopHoldKind[];
  /** PAUSE, where it stands, and whose it is. */
  readonly pause: { readonly byPerson: boolean } | null;
  /** Holds of the gate that stand. */
  readonly gateHolds: readonly GateHold[];
  /** The state's job. */
  readonly job: JobStanding;
  /** The last lines of the job, once it has ended. */
  readonly said: string;
  /** The client's session that reported last while the job ran. */
  readonly session: string | null;
  readonly iterations: number;
  readonly dirtyBit: DirtyBit | null;
  readonly testCommand: string | null;
  /** When the briefing was written last; null when there is none. */
  readonly briefedAtMs: number | null;
  /** All that was spent in this night. */
  readonly tokens: number;
  readonly advisorTokens: number;
  /** What the job cost, once it has ended; null when nobody can tell. */
  readonly cost: JobCost | null;
  readonly listCost: NightCost;
  /** The supervisor is told to end. */
  readonly isLeaving: boolean;
}

/** What is to be done, once the state is on the disk. */
export type Act =
  | { readonly kind: 'wait' }
  | { readonly kind: 'start-job' }
  | { readonly kind: 'end-job' }
  /** The turn is over and no hook has counted it. */
  | { readonly kind: 'count-turn' }
  | { readonly kind: 'report-restart'; readonly session: string }
  | { readonly kind: 'raise-hold'; readonly wanted: WantedHold }
  | { readonly kind: 'record'; readonly act: GateAct }
  | { readonly kind: 'leave' };

/** A decision. */
export interface Decided {
  readonly state: NightState;
  readonly act: Act;
}

/** A hold by the kill switch. */
export function isLoop({ isLoop: isIt = false }: GateHold): boolean {
  return isIt;
}

/** Nothing to do. */
export function waiting(state: NightState): Decided {
  return { state, act: { kind: 'wait' } };
}
