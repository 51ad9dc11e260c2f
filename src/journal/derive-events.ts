/**
 * The events people look at, derived from the journal: a fold over records, so that they can be thrown away and
 * made anew.
 *
 * The reason of an event is for people. Whatever a program wants to know of it is a field of its details.
 */
import { BoundedMap } from '../base/bounded-map.ts';
import { MAIN, REPORTED_SESSION } from '../base/main-name.ts';
import { present } from '../base/present.ts';
import { storableText } from '../base/storable-text.ts';
import {
  timestampOf,
  type AgentRecord,
  type AgentState,
  type Decision,
  type HoldLevel,
  type OpinionRecord,
  type Would,
} from '../core/index.ts';

type SessionState = AgentState['sessions'][string];

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
  | 'note'
  | 'would_have';

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
const RAISED_BY_PEOPLE: ReadonlySet<string> = new Set(['manual', 'paused', 'stop_all']);
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
  const next = remember(memory, key, nextTold(record, decision, told));
  const drafts = draftsOf(judged, told);
  if (drafts.length === 0) return { memory: next, events: NO_EVENTS };
  const eventOf = (draft: Draft): DerivedEvent => ({
    session,
    timestamp,
    ...draft,
    reason: storableText(draft.reason),
  });
  return { memory: next, events: drafts.map(eventOf) };
}

/** Most records are quiet. */
const NO_EVENTS: readonly DerivedEvent[] = Object.freeze([]);

function draftsOf(judged: JudgedRecord, told: Told): readonly Draft[] {
  const { record, decision } = judged;
  if (isQuiet(judged)) return NO_DRAFTS;
  const drafts: Draft[] = [];
  drafts.push(...operatorEvents(judged));
  drafts.push(...killSwitchEvents(decision, told));
  drafts.push(...holdEvents(judged));
  drafts.push(...vetoEvents(judged, told));
  drafts.push(...refusedEvents(record));
  drafts.push(...noteEvents(record));
  return drafts;
}

/** Whether nothing of it can be an event: nobody did anything, nothing stands, nothing was said, nobody was refused. */
function isQuiet({ record, decision, before, after }: JudgedRecord): boolean {
  const { killSwitch, safety } = decision;
  return (
    (record.type === 'event' || record.type === 'result' || isPlainAdmit(record)) &&
    (safety.vetoReason ?? null) === null &&
    (killSwitch === undefined || (killSwitch.did === null && killSwitch.reason === null)) &&
    !mayConcernHolds(before, after)
  );
}

function isPlainAdmit(record: AgentRecord): boolean {
  return record.type === 'admit' && record.repeats === undefined;
}

const NO_DRAFTS: readonly Draft[] = Object.freeze([]);

type Draft = Pick<DerivedEvent, 'eventType' | 'reason' | 'details'> & {
  readonly session?: string | null;
};

function operatorEvents({ record, before }: JudgedRecord): Draft[] {
  if (record.type !== 'operator') return [];
  const { action, by = 'a person', why, envelope, target } = record;
  // The first record of an agent gives it what is configured for it.
  const isFirst = action === 'configure' && before.sequence === 0;
  const details = {
    action,
    by,
    ...present({ why, envelope, target }),
    ...(isFirst ? { registered: true } : {}),
  };
  const reason = why === undefined ? `${action} by ${by}` : `${action} by ${by}: ${why}`;
  return [{ eventType: 'operator', reason, details }];
}

function killSwitchEvents({ killSwitch, holds }: Decision, told: Told): Draft[] {
  if (killSwitch === undefined) return [];
  const { did, reason, steer, detector, literal, progress, threshold, opinion } = killSwitch;
  const level = holds.find(({ hold }) => hold === 'kill_switch')?.level ?? null;
  const words = reason ?? detector;
  const rule = detector === 'literal' ? null : progress.rule;
  const scores = { detector, threshold, level, literal, progress, steer, rule, why: words };
  const details = { ...scores, ...present({ opinion }) };
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
  if (!mayConcernHolds(before, after)) return [];
  const [was, is] = [holdsOf(before, after), holdsOf(after, before)];
  const draft = (eventType: EventType, standing: StandingHold): Draft => {
    const { hold, by, level, session, target } = standing;
    const why = eventType === 'hold' ? wholeWhy(standing, judged) : standing.why;
    const about = target === undefined ? {} : { target };
    const reported = record.session === REPORTED_SESSION ? { reported: true } : {};
    return {
      eventType,
      session,
      reason: holdWords(hold, why),
      details: { hold, level, by, record: record.type, ...about, ...reported, why },
    };
  };
  return [
    ...[...is].flatMap(([key, one]) => (was.has(key) ? [] : [draft('hold', one)])),
    ...[...was].flatMap(([key, one]) => (is.has(key) ? [] : [draft('release', one)])),
  ];
}

/** The text of an event about a hold. Events that are kept are compared with it, so it is never worded otherwise. */
export function holdWords(hold: string, why: string): string {
  return `${hold}: ${why}`;
}

/** The state keeps the beginning of a reason; the record that raised the hold has all of it. */
function wholeWhy(standing: StandingHold, { record, decision, after }: JudgedRecord): string {
  const { hold, why, by, target, level, since } = standing;
  // One that was raised before came here from a session that was let go.
  if (since !== after.clock) return why;
  if (record.type === 'signal' && (record.change === 'raise' || record.change === 'lift')) {
    const isThis = record.hold === hold && record.target === target && record.source === by;
    return isThis ? record.details : why;
  }
  if (record.type === 'operator') return RAISED_BY_PEOPLE.has(hold) ? (record.why ?? why) : why;
  const isKilled = hold === 'kill_switch' && decision.killSwitch?.did === 'killed';
  // A whole agent is stopped for its sessions where they are named, and that reason is its own.
  const isOfSession =
    level !== 'agent' || record.session === undefined || record.session === REPORTED_SESSION;
  return isKilled && isOfSession ? (decision.killSwitch?.reason ?? why) : why;
}

interface StandingHold {
  readonly hold: string;
  readonly target: string | undefined;
  readonly why: string;
  readonly by: string;
  readonly level: HoldLevel;
  readonly session: string | null;
  readonly since: number;
}

/**
 * Whether a hold stands in what changed between two states; most of the time none does, and then none was raised or
 * lifted. Where something was let go to make room, it answers yes without a closer look.
 */
function mayConcernHolds(before: AgentState, after: AgentState): boolean {
  if (before.holds.length > 0 || after.holds.length > 0) return true;
  let known = 0;
  for (const name in after.sessions) {
    const is = after.sessions[name];
    const was = Object.hasOwn(before.sessions, name) ? before.sessions[name] : undefined;
    if (was !== undefined) known += 1;
    if (is !== was && is !== undefined && isHeldIn(was, is)) return true;
  }
  return known < membersIn(before.sessions);
}

function isHeldIn(was: SessionState | undefined, is: SessionState): boolean {
  if (is.holds.length > 0 || (was?.holds.length ?? 0) > 0) return true;
  const before = was?.threads ?? {};
  let known = 0;
  for (const name in is.threads) {
    const thread = is.threads[name];
    if (before[name] === thread) {
      known += 1;
      continue;
    }
    const own = Object.hasOwn(before, name) ? before[name] : undefined;
    if (own !== undefined) known += 1;
    if ((thread?.holds.length ?? 0) > 0 || (own?.holds.length ?? 0) > 0) return true;
  }
  return known < membersIn(before);
}

function membersIn(members: object): number {
  let count = 0;
  for (const _ in members) count += 1;
  return count;
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
    for (const { hold, why, by, target, since } of holds) {
      const key = [level, session ?? '', thread, hold, target ?? ''].join('\n');
      all.set(key, { hold, why, by, level, session, target, since });
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

function vetoEvents({ record, decision, after }: JudgedRecord, told: Told): Draft[] {
  const { safety, activity, budget } = decision;
  const veto = safety.vetoReason ?? null;
  if (veto === null || veto === told.veto || record.type === 'operator') return [];
  const { mode, intensity } = activity;
  const until = cooldownEnd(after, record);
  const codes: string[] = [veto, ...(budget === undefined ? [] : [budget.code])];
  if (until !== null && veto !== 'COOLDOWN_ACTIVE') codes.push('COOLDOWN_ACTIVE');
  return [
    {
      eventType: 'veto',
      reason: safety.reason,
      details: { veto, codes, until, mode, intensity },
    },
  ];
}

/** When the cooldown that runs here ends; null when none does. */
function cooldownEnd({ sessions }: AgentState, { session, thread }: AgentRecord): number | null {
  const within = Object.hasOwn(sessions, session ?? MAIN) ? sessions[session ?? MAIN] : undefined;
  const { threads = {}, cooldown = null } = within ?? {};
  const own = Object.hasOwn(threads, thread ?? MAIN) ? threads[thread ?? MAIN] : undefined;
  return (cooldown ?? own?.cooldown ?? null)?.until ?? null;
}

function refusedEvents(record: AgentRecord): Draft[] {
  if (record.type !== 'admit' || record.repeats === undefined) return [];
  const { repeats } = record;
  const reason =
    repeats === 1 ? '1 more request was refused' : `${repeats} more requests were refused`;
  return [{ eventType: 'refused', reason, details: { repeats } }];
}

const WOULD: Readonly<Record<Would['act'], string>> = {
  refuse: 'would have refused',
  wait: 'would have made it wait',
  ask: 'would have asked a person',
  stop: 'would have stopped',
};

function noteEvents(record: AgentRecord): Draft[] {
  if (record.type !== 'signal') return [];
  if (record.change === 'opinion') return [opinionEvent(record)];
  if (record.change !== 'note') return [];
  const { source, details: why, thread, would, told, process, stuck, stop } = record;
  const details = { source, ...present({ thread, told, process, stuck, stop }) };
  if (would === undefined) return [{ eventType: 'note', reason: why, details }];
  const { rule, act, name, times = 1 } = would;
  const again = times === 1 ? '' : ` (${times} more times)`;
  return [
    {
      eventType: 'would_have',
      reason: `${WOULD[act]}${again}: ${why}`,
      details: { ...details, rule, act, ...present({ name }), times, why },
    },
  ];
}

const opinionWords = {
  progress: 'it makes progress',
  stuck: 'it is stuck',
  none: 'no answer, the rules decide alone',
} as const;

function opinionEvent(record: OpinionRecord): Draft {
  const { source, details: said, thread, opinion, model, costMicroUsd } = record;
  const details = { source, thread, opinion, ...present({ model, costMicroUsd }) };
  const reason = `second opinion: ${opinionWords[opinion]}: ${JSON.stringify(said)}`;
  return { eventType: 'note', reason, details };
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
