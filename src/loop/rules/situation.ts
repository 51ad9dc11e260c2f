/**
 * An event on its way through the rules: what is known, and what the rules have made of it so far.
 *
 * Every rule takes a situation and gives the next one. A denial is final; what is said adds up; bookkeeping
 * goes on, so that a denied call is still a call.
 */
import type { ContextReading } from '../../clients/context-reading.ts';
import type { LoopAnswer, LoopEvent } from '../../clients/hook-event.ts';
import {
  HOLD_FILES,
  newSession,
  type LoopHold,
  type LoopHoldKind,
  type LoopState,
  type SessionState,
} from '../files/loop-state.ts';
import type { ActionTaken, SafetyEvent, SafetyEventType } from '../files/safety-log.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { ReservedCall } from '../reserved/reserved-call.ts';
import type { CallFacts } from './call-facts.ts';

/** What stands around the event, as the shell saw it. */
export interface Surroundings {
  /** The hold files that are there. */
  readonly files: readonly LoopHoldKind[];
  /** Why the manifest cannot be used; null when it can. */
  readonly manifestProblem: string | null;
  /** From the transcript, where there is one. */
  readonly usage: ContextReading | null;
  /** What runs this project's tests, by the look of its files. */
  readonly testCommand: string | null;
  /** No person is watching. */
  readonly unattended: boolean;
  /** The working tree now; null when nobody looked. */
  readonly tree: string | null;
  /** What the call does that is reserved; null when it does nothing of the kind. */
  readonly reserved: ReservedCall | null;
  /** The gate says that the rules of this agent only report. */
  readonly isShadow?: boolean;
  /** The gate lets the agent save its work and do nothing else. */
  readonly isWindingDown?: boolean;
  readonly places: Places;
  /** The project is not this machine's to read. */
  readonly isForeign?: boolean;
  /** What an advisor said about the pause of the event's thread; without a text it is still being asked. */
  readonly advice?: Advice | null;
}

/** An advisor's answer. */
export interface Advice {
  readonly by: string;
  readonly text: string | null;
}

/** Absolute paths. */
export interface Places {
  readonly stateFolder: string;
  readonly dataFolder: string;
  readonly project: string;
  readonly home: string;
}

/** A file of the state folder to be written, or with null removed. */
export interface FileChange {
  readonly name: string;
  readonly text: string | null;
}

/** A hold that the gate is to record. */
export interface HoldSignal {
  readonly hold: LoopHoldKind | 'compaction';
  readonly change: 'raise' | 'lift';
  readonly details: string;
}

/** An event on its way. */
export interface Situation {
  readonly event: LoopEvent;
  readonly around: Surroundings;
  /** Null for an event that is no call. */
  readonly call: CallFacts | null;
  readonly state: LoopState;
  readonly denial: Extract<LoopAnswer, { kind: 'deny' }> | null;
  /** Why the agent may not stop yet. */
  readonly goOn: string | null;
  readonly said: readonly string[];
  readonly log: readonly SafetyEvent[];
  readonly files: readonly FileChange[];
  readonly signals: readonly HoldSignal[];
}

/** One rule. */
export type Rule = (now: Situation) => Situation;

/** The call does not run. The first denial counts. */
export function deny(now: Situation, reason: string, endsSession = false): Situation {
  return now.denial === null ? { ...now, denial: { kind: 'deny', reason, endsSession } } : now;
}

/** Something for the agent to read. */
export function say(now: Situation, words: string): Situation {
  return { ...now, said: [...now.said, words] };
}

/** An entry for the log. */
export function note(
  now: Situation,
  type: SafetyEventType,
  action: ActionTaken,
  details: Readonly<Record<string, unknown>>,
): Situation {
  const { session, agent, atMs } = now.event;
  const whose = agent === null ? { session } : { session, agent };
  const entry: SafetyEvent = {
    timestamp: new Date(atMs).toISOString(),
    type,
    details: { ...details, ...whose },
    action_taken: action,
  };
  return { ...now, log: [...now.log, entry] };
}

/** The same with other values in the manifest. */
export function withManifest(now: Situation, change: Partial<Manifest>): Situation {
  return { ...now, state: { ...now.state, manifest: { ...now.state.manifest, ...change } } };
}

/** The event's session. */
export function sessionOf(now: Situation): SessionState {
  const { session, atMs } = now.event;
  return now.state.sessions.find(({ id }) => id === session) ?? newSession(session, atMs);
}

const SESSIONS_KEPT = 16;

/** The same with a changed session, which becomes the one seen last. */
export function withSession(now: Situation, change: Partial<SessionState>): Situation {
  const session = { ...sessionOf(now), ...change };
  const others = now.state.sessions.filter(({ id }) => id !== session.id);
  const sessions = [...others, session].slice(-SESSIONS_KEPT);
  return { ...now, state: { ...now.state, sessions } };
}

/** Raises a hold with its file; one that stands already stays as it is. */
export function raise(now: Situation, hold: Omit<LoopHold, 'sinceMs' | 'locked'>): Situation {
  if (now.state.holds.some(({ kind }) => kind === hold.kind)) return now;
  const raised = { ...hold, sinceMs: now.event.atMs, locked: false };
  const signal: HoldSignal = { hold: hold.kind, change: 'raise', details: hold.why };
  return {
    ...now,
    state: { ...now.state, holds: [...now.state.holds, raised] },
    files: [...now.files, { name: HOLD_FILES[hold.kind], text: hold.text }],
    signals: [...now.signals, signal],
  };
}
