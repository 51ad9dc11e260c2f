/**
 * The events people look at, derived from the journal: a fold over records, so that they can be thrown away and
 * made anew.
 */
import { BoundedMap } from '../base/bounded-map.ts';
import { present } from '../base/present.ts';
import {
  timestampOf,
  type AgentRecord,
  type AgentState,
  type Decision,
  type HoldLevel,
} from '../core/index.ts';

/** An event before it has a number. */
export interface DerivedEvent {
  readonly session: string | null;
  readonly eventType: EventType;
  readonly timestamp: number;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Every type of event. */
export type EventType =
  | 'kill_switch'
  | 'kill_switch_shadow'
  | 'warning'
  | 'hold'
  | 'release'
  | 'veto'
  | 'operator'
  | 'refused'
  | 'note';

/** What was already told of a thread, so that nothing is told twice. */
interface Told {
  readonly veto: string | null;
  readonly said: 'warning' | 'kill_switch_shadow' | null;
}

/** What the fold remembers: threads of which something was told. */
export type EventMemory = ReadonlyMap<string, Told>;

/** The memory before the first record. */
export const NOTHING_TOLD: EventMemory = new Map();

const THREADS_TOLD_MAX = 256;
const UNTOLD: Told = { veto: null, said: null };

/** A record with the states around it. */
export interface JudgedRecord {
  readonly record: AgentRecord;
  readonly decision: Decision;
  readonly before: AgentState;
  readonly after: AgentState;
}

/** The events of one record, and the memory after it. */
export function deriveEvents(
  memory: EventMemory,
  judged: JudgedRecord,
): { readonly memory: EventMemory; readonly events: readonly DerivedEvent[] } {
  const { record, decision, after } = judged;
  const timestamp = Math.max(timestampOf(record), after.clock);
  const session = record.session ?? null;
  const key = `${session ?? ''}\n${record.thread ?? ''}`;
  const told = memory.get(key) ?? UNTOLD;
  const drafts = [
    ...operatorEvents(record),
    ...killSwitchEvents(decision, told),
    ...holdEvents(judged),
    ...vetoEvents(record, decision, told),
    ...refusedEvents(record),
    ...noteEvents(record),
  ];
  const events = drafts.map((draft) => ({ session, timestamp, ...draft }));
  return { memory: remember(memory, key, nextTold(record, decision, told)), events };
}

type Draft = Pick<DerivedEvent, 'eventType' | 'reason' | 'details'> & {
  readonly session?: string | null;
};

function operatorEvents(record: AgentRecord): Draft[] {
  if (record.type !== 'operator') return [];
  const { action, by = 'a person', why, envelope, target } = record;
  const details = {
    action,
    by,
    ...present({ envelope, target }),
  };
  const reason = why === undefined ? `${action} by ${by}` : `${action} by ${by}: ${why}`;
  return [{ eventType: 'operator', reason, details }];
}

function killSwitchEvents({ killSwitch, holds }: Decision, told: Told): Draft[] {
  if (killSwitch === undefined) return [];
  const { did, reason, steer, detector, literal, progress, threshold } = killSwitch;
  const level = holds.find(({ hold }) => hold === 'kill_switch')?.level ?? null;
  const details = { detector, threshold, level, literal, progress, steer };
  const words = reason ?? detector;
  if (did === 'killed') return [{ eventType: 'kill_switch', reason: words, details }];
  if (did === 'would' && told.said !== 'kill_switch_shadow') {
    return [{ eventType: 'kill_switch_shadow', reason: `would have stopped: ${words}`, details }];
  }
  if (did === null && progress.level === 'warn' && reason !== null && told.said === null) {
    return [{ eventType: 'warning', reason, details }];
  }
  return [];
}

/** Holds that stand after the record and did not before, and the other way round. */
function holdEvents(judged: JudgedRecord): Draft[] {
  const { before, after, record } = judged;
  const [was, is] = [holdsOf(before, after), holdsOf(after, before)];
  const draft = (eventType: EventType, standing: StandingHold): Draft => {
    const { hold, why, by, level, session, target } = standing;
    const about = target === undefined ? {} : { target };
    return {
      eventType,
      session,
      reason: `${hold}: ${eventType === 'hold' ? wholeWhy(why, judged) : why}`,
      details: { hold, level, by, record: record.type, ...about },
    };
  };
  return [
    ...[...is].flatMap(([key, one]) => (was.has(key) ? [] : [draft('hold', one)])),
    ...[...was].flatMap(([key, one]) => (is.has(key) ? [] : [draft('release', one)])),
  ];
}

/** The state keeps the beginning of a reason; the record that raised the hold has all of it. */
function wholeWhy(why: string, { record, decision }: JudgedRecord): string {
  if (!why.endsWith('…')) return why;
  const said = [
    decision.killSwitch?.reason,
    record.type === 'operator' ? record.why : null,
    record.type === 'signal' ? record.details : null,
  ];
  return said.find((words) => words?.startsWith(why.slice(0, -1))) ?? why;
}

interface StandingHold {
  readonly hold: string;
  readonly target: string | undefined;
  readonly why: string;
  readonly by: string;
  readonly level: HoldLevel;
  readonly session: string | null;
}

/** The holds of a state, without those of sessions that are the same object in the other state. */
function holdsOf(state: AgentState, other: AgentState): ReadonlyMap<string, StandingHold> {
  const all = new Map<string, StandingHold>();
  const add = (
    level: HoldLevel,
    session: string | null,
    thread: string,
    holds: AgentState['holds'],
  ) => {
    for (const { hold, why, by, target } of holds) {
      const key = [level, session ?? '', thread, hold, target ?? ''].join('\n');
      all.set(key, { hold, why, by, level, session, target });
    }
  };
  add('agent', null, '', state.holds);
  for (const [name, session] of Object.entries(state.sessions)) {
    if (other.sessions[name] === session) continue;
    add('session', name, '', session.holds);
    for (const [thread, { holds }] of Object.entries(session.threads)) {
      add('thread', name, thread, holds);
    }
  }
  return all;
}

function vetoEvents(record: AgentRecord, { safety, activity }: Decision, told: Told): Draft[] {
  const veto = safety.vetoReason ?? null;
  if (veto === null || veto === told.veto || record.type === 'operator') return [];
  const { mode, intensity } = activity;
  return [{ eventType: 'veto', reason: safety.reason, details: { veto, mode, intensity } }];
}

function refusedEvents(record: AgentRecord): Draft[] {
  if (record.type !== 'admit' || record.repeats === undefined) return [];
  const { repeats } = record;
  const reason =
    repeats === 1 ? '1 more request was refused' : `${repeats} more requests were refused`;
  return [{ eventType: 'refused', reason, details: { repeats } }];
}

function noteEvents(record: AgentRecord): Draft[] {
  if (record.type !== 'signal' || record.change !== 'note') return [];
  const { source, details: reason, thread } = record;
  const details = { source, ...present({ thread }) };
  return [{ eventType: 'note', reason, details }];
}

function nextTold(record: AgentRecord, { safety, killSwitch }: Decision, told: Told): Told {
  const veto = record.type === 'operator' ? told.veto : (safety.vetoReason ?? null);
  if (killSwitch === undefined) return { ...told, veto };
  if (killSwitch.did === 'would') return { veto, said: 'kill_switch_shadow' };
  if (killSwitch.progress.level !== 'ok') return { veto, said: told.said ?? 'warning' };
  // Told again only after the score was nothing: one that hovers is told once.
  const over = killSwitch.progress.score === 0;
  return { veto, said: over ? null : told.said };
}

function remember(memory: EventMemory, key: string, told: Told): EventMemory {
  const known = memory.get(key) ?? UNTOLD;
  if (known.veto === told.veto && known.said === told.said) return memory;
  const next = new BoundedMap(THREADS_TOLD_MAX, memory);
  if (told.veto === null && told.said === null) next.delete(key);
  else next.set(key, told);
  return next;
}
