/**
 * What each type of record does to the reference model's world.
 */
import type { ConstitutionValues } from '../../src/core/constitution/constitution.ts';
import type {
  AdmitRecord,
  EventRecord,
  NoteRecord,
  OpinionRecord,
  OperatorRecord,
  ResultRecord,
  Settlement,
  SignalRecord,
} from '../../src/core/records/records.ts';
import {
  NOTHING_ASKED,
  answerAt,
  binds,
  cooldownStart,
  vetoesAt,
  type Asking,
  type Spot,
} from './model-answer.ts';
import { RAISED_BY_ACTION, afterOperator, afterSignalLift, withHold } from './model-holds.ts';
import type { Placed } from './model-place.ts';
import { judgeLoop, judgeTempo, loopSignal, runawaySignal } from './model-signals.ts';
import { followCandidate, loseHealth } from './model-time.ts';
import { clipped } from './model-wording.ts';
import {
  units,
  type Beat,
  type ModelAgent,
  type ModelHold,
  type ModelSession,
} from './model-world.ts';

/** Notes that come with the answer. */
type Notes = readonly string[];

/** Counts an event, judges it, and starts a cooldown when it must. */
export function takeEvent(spot: Spot, record: EventRecord, now: number): void {
  const { session, thread, values } = spot;
  const { tokenCount, toolCalls, outputHash } = record.event;
  if (record.settles !== undefined) takeOff(session, record.settles, record.settles.toolCalls);
  session.spends.push({ at: now, tokens: tokenCount, calls: toolCalls, sign: 1 });

  const looped = loopSignal(thread) !== null;
  const ranAway = runawaySignal(thread) !== null;
  const beat: Beat = { at: now, hash: outputHash, loop: undefined, runaway: null };
  thread.beats.push(beat);
  beat.runaway = judgeTempo(thread, values);
  if (outputHash !== undefined) beat.loop = judgeLoop(session, thread, values);
  if (!ranAway && runawaySignal(thread) !== null) {
    loseHealth(session, values.criticalEpisodeLoss, 'a runaway', now, values);
  }
  if (!looped && loopSignal(thread) !== null) {
    loseHealth(session, values.criticalEpisodeLoss, 'a loop', now, values);
  }
  followCandidate(session, thread, now, values);
  thread.confirmed = true;

  const causes = vetoesAt(spot, now, null).map(({ veto }) => veto);
  if (cooldownStart(spot, now) !== undefined) return;
  if (causes.includes('TOKEN_BUDGET_EXCEEDED') || causes.includes('RATE_LIMIT_EXCEEDED')) {
    session.cooldownStarts.push(now);
  } else if (causes.includes('RUNAWAY_DETECTED') || causes.includes('LOOP_DETECTED')) {
    thread.cooldownStarts.push(now);
  }
}

/** Lets a call in: counted only if it is allowed. Returns the estimate that was refused. */
export function takeAdmit(spot: Spot, record: AdmitRecord, now: number): boolean {
  const { tokenCount: tokens, toolCalls: calls } = record.estimate;
  const asking = { ...askedBy(record), estimate: { tokens, calls } };
  const { holds, safety } = answerAt(spot, now, asking);
  const isSaved = record.purpose === 'save' && !holds.some((hold) => binds(hold, asking));
  if (safety.allowed || isSaved) useGraces(spot, now);
  if (safety.allowed) spot.session.spends.push({ at: now, tokens, calls, sign: 1 });
  return safety.allowed || isSaved;
}

/** What a call asks for. */
export function askedBy({ purpose, target }: AdmitRecord): Asking {
  const tools = purpose === 'tool' || purpose === 'save';
  return { ...NOTHING_ASKED, tools, target, saves: purpose !== 'tool' };
}

/** One call less of each grace that has not ended. */
function useGraces({ agent, session, thread }: Spot, now: number): void {
  for (const level of [agent, session, thread]) {
    level.holds = level.holds.map((hold) => {
      const { grace } = hold;
      const runs = grace !== undefined && now < grace.until && grace.left > 0;
      return runs ? { ...hold, grace: { ...grace, left: grace.left - 1 } } : hold;
    });
  }
}

/** Counts how an execution ended. */
export function takeResult(spot: Spot, record: ResultRecord, now: number): void {
  const { session, values } = spot;
  const { status, tokensUsed } = record.result;
  if (record.settles !== undefined) {
    takeOff(session, record.settles, 0);
    session.spends.push({ at: now, tokens: tokensUsed, calls: 0, sign: 1 });
  }
  session.failures.push(status === 'FAILED');
  if (status !== 'FAILED') return;
  loseHealth(session, values.executionErrorLoss, 'an execution error', now, values);
  const row = session.failures.length - 1 - session.failures.lastIndexOf(false);
  if (row % values.failureStreakLength !== 0) return;
  loseHealth(session, values.failureStreakLoss, `${row} failures in a row`, now, values);
}

function takeOff(session: ModelSession, settles: Settlement, calls: number): void {
  session.spends.push({ at: settles.timestamp, tokens: settles.tokenCount, calls, sign: -1 });
}

/** Does what a person asked for. */
export function takeOperator(
  agent: ModelAgent,
  placed: Placed,
  record: OperatorRecord,
  now: number,
  values: ConstitutionValues,
): Notes {
  if (record.action === 'configure') return configure(agent, record, values);
  const by = record.by ?? 'a person';
  const raised = RAISED_BY_ACTION[record.action];
  if (raised !== undefined) {
    const why = clipped(record.why ?? `${record.action} by ${by}`, 64);
    const { grace: terms } = record;
    const grace =
      terms === undefined ? {} : { grace: { left: terms.calls, until: now + terms.ms } };
    const hold = { by: clipped(by, 20), ...grace, hold: raised, since: now, why };
    raiseAt(agent, placed, { ...hold, refused: false, target: undefined });
    return [];
  }
  const changed = changeBelow(agent, placed, (holds) => afterOperator(holds, record));
  if (record.action === 'restart') {
    for (const session of sessionsReached(agent, placed)) {
      session.health = units(values.recoveryCap);
      session.healthSince = now;
    }
  }
  return changed ? [] : [`NOTHING_TO_LIFT: ${record.action} found nothing to act on`];
}

function configure(agent: ModelAgent, record: OperatorRecord, values: ConstitutionValues): Notes {
  const { maxTokensPerMinute: tokens, maxToolCallsPerMinute: calls } = record.envelope ?? {};
  const refusal = (field: string, wanted: number, bound: number): Notes => [
    `ENVELOPE_REFUSED: ${field} ${wanted} is looser than the constitution's ${bound}; nothing was changed`,
  ];
  if ((tokens ?? 0) > values.maxTokensPerMinute) {
    return refusal('maxTokensPerMinute', tokens ?? 0, values.maxTokensPerMinute);
  }
  if ((calls ?? 0) > values.maxToolCallsPerMinute) {
    return refusal('maxToolCallsPerMinute', calls ?? 0, values.maxToolCallsPerMinute);
  }
  if (tokens !== undefined) agent.ownTokens = tokens;
  if (calls !== undefined) agent.ownCalls = calls;
  return [];
}

/** Raises or lifts the hold of a signal. */
export function takeSignal(
  agent: ModelAgent,
  placed: Placed,
  record: SignalRecord | NoteRecord | OpinionRecord,
  now: number,
): Notes {
  if (record.change === 'opinion') {
    // The model has no detectors, so there is no stretch that an opinion could be about.
    const text = JSON.stringify(clipped(record.details, 256));
    return [`SECOND_OPINION: ${record.opinion} (moves nothing): ${text}`];
  }
  if (record.change === 'note') {
    return [`NOTED: ${record.source}: ${JSON.stringify(clipped(record.details, 256))}`];
  }
  if (record.change === 'raise') {
    const { hold, source, target } = record;
    const why = clipped(record.details, 64);
    raiseAt(agent, placed, { by: source, hold, refused: false, since: now, target, why });
    return [];
  }
  const changed = changeBelow(agent, placed, (holds) => afterSignalLift(holds, record));
  if (changed) return [];
  return [`NOTHING_TO_LIFT: ${record.hold} is not standing or not a signal's to lift`];
}

/** Raises a hold on the level that the record addresses. */
function raiseAt(agent: ModelAgent, placed: Placed, hold: ModelHold): void {
  const { level, session, thread } = placed;
  const target = level === 'agent' ? agent : level === 'session' ? session : thread;
  target.holds = withHold(target.holds, hold);
}

/** Changes the holds of the addressed level and of all below; tells whether any changed. */
function changeBelow(
  agent: ModelAgent,
  placed: Placed,
  change: (holds: readonly ModelHold[]) => readonly ModelHold[],
): boolean {
  const sessions = sessionsReached(agent, placed);
  const reached = [
    ...(placed.level === 'agent' ? [agent] : []),
    ...sessions,
    ...(placed.level === 'thread' ? [placed.thread] : sessions.flatMap(({ threads }) => threads)),
  ];
  let changed = false;
  for (const one of reached) {
    const after = change(one.holds);
    changed ||= after !== one.holds;
    one.holds = after;
  }
  return changed;
}

/** The sessions that the addressed level covers as a whole. */
function sessionsReached(agent: ModelAgent, placed: Placed): readonly ModelSession[] {
  if (placed.level === 'agent') return agent.sessions;
  return placed.level === 'session' ? [placed.session] : [];
}
