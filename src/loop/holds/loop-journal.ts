/**
 * The gate's journal as the loop sees it: what stands there, and what it is given to record.
 *
 * An interface, because the journal may be the project's own or that of a running server.
 */
import type { LoopAnswer, LoopEvent } from '../../clients/hook-event.ts';
import type { SafetyEvent } from '../files/safety-log.ts';
import type { StateFolder } from '../files/state-folder.ts';

/** The kinds of hold that the loop has in the journal. */
export type JournalHoldKind = 'blocker' | 'checkpoint' | 'compaction';

/** A hold of the loop that stands in the journal for a session. */
export interface JournalHold {
  readonly hold: JournalHoldKind;
  /** `agent`: it was a session's, and the gate had no more room for that session. */
  readonly level: 'agent' | 'session';
  readonly why: string;
  readonly sinceMs: number;
}

/** What the journal knows before an event is judged. */
export interface JournalStanding {
  readonly holds: readonly JournalHold[];
  readonly isShadow: boolean;
  /** The agent is being stopped and may still save its work: the gate refuses everything else. */
  readonly isWindingDown: boolean;
}

/** A hold that was recorded because of this folder, so that it can be lifted when its session is gone. */
export interface RecordedHold {
  readonly hold: JournalHoldKind;
  readonly agent: string;
  readonly session: string;
  /** The journal that it stands in. */
  readonly journal: string;
}

/** A hold to record as raised or lifted; without a session, for all of the agent. */
export interface JournalChange {
  readonly hold: JournalHoldKind;
  readonly change: 'raise' | 'lift';
  readonly agent: string;
  readonly session: string | null;
  readonly details: string;
}

/** What became of an event, for the journal. */
export interface LoopReport {
  readonly answer: LoopAnswer;
  readonly changes: readonly JournalChange[];
  /** What was done that raised and lifted nothing. */
  readonly notes: readonly SafetyEvent[];
  /** Whether a hold of the loop stands after the event. */
  readonly isHeld: boolean;
}

/** Where the loop's decisions are recorded. */
export interface LoopJournal {
  /** Which journal it is: holds that stand in another one are not this one's to lift. */
  readonly name: string;
  /** Under whose name it records. */
  readonly agent: string;
  /** It takes nothing in another agent's name: whoever asks a server speaks for one agent. */
  readonly isForOwnAgentOnly: boolean;
  /** The loop's own holds on a session, and whether the agent's rules only report. */
  standing(session: string): Promise<JournalStanding>;
  /** Records, and then gives the answer that goes out. Throws when it cannot record. */
  record(event: LoopEvent, report: LoopReport): Promise<LoopAnswer>;
  /** Records changes that no event brought about. */
  change(changes: readonly JournalChange[]): Promise<void>;
  close(): Promise<void>;
}

/** Opens the journal of a project for one event. */
export interface JournalOpener {
  /** Loads what opening needs, before the lock of the project's folder is taken: others wait for that lock. */
  prepare(): Promise<void>;
  /** Opens the journal, under the lock. */
  open(place: StateFolder): Promise<LoopJournal>;
}
