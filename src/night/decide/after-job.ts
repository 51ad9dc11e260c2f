/**
 * What follows when a job has ended: the next prompt, a restart, an advisor, another engine, or the end.
 */
import { adviceOf } from '../../loop/index.ts';
import { nextEngine, restEngine, troubleIn } from '../worker/engine-chain.ts';
import type { JobEnd } from '../worker/job.ts';
import { isLoop, type Look } from './look.ts';
import { briefedPrompt, builtInAdvice, goOnPrompt, lastWord, newPlanPrompt } from './prompts.ts';
import {
  withMoment,
  type NightAdvice,
  type NightJob,
  type NightPlan,
  type NightState,
  type OwedEntry,
  type SwitchReason,
} from './state.ts';

/** Runs in a row that end in an error, before another engine has a try. */
const STOPS_MAX = 3;
const RETRY_AFTER_MS = 1_000;
const NO_COMMAND = 127;
/** Restarts that did not help: at the first number another engine has a try, at the second a person must look. */
const UNHELPFUL_SWITCH = 2;
const UNHELPFUL_MAX = 3;
const SHOWN_LENGTH = 200;
const NEEDS_TERMINAL =
  /\b(?:(?:is )?not a (?:tty|terminal)|inappropriate ioctl for device|(?:needs|requires) an? (?:interactive )?(?:tty|terminal)|no terminal is available)\b/i;

/** A turn is over, and counted. */
export function endTurn(before: NightState, job: NightJob, look: Look, end: JobEnd): NightState {
  const { atMs } = look;
  const tookMs = atMs - job.startedAtMs;
  const words = `turn ${before.turns} (${job.who}): ${howEnded(job, end)}`;
  const isFine = end.code === 0 && end.why === null;
  const paid = withCost(before, look);
  const state = withMoment({ ...paid, job: null }, atMs, 'turn', words, {
    tookMs,
    ...(isFine && job.ending === null ? { isFine } : {}),
  });
  if (job.ending === 'night' || job.ending === 'hard_stop') {
    return { ...state, plan: goOn(look, 0) };
  }
  if (job.ending === 'deadlock') {
    if (state.loopAdvice !== 'given') return { ...state, plan: { kind: 'advise', tried: 0 } };
    return noAdvice(state, atMs, 'the last advice did not help', look.gateHolds.some(isLoop));
  }
  if (state.compaction !== null) return restart(state, atMs);
  if (job.ending === 'gate') return switchEngine(state, 'gate_failed', atMs);
  if (!isFine) return afterFailure(state, look, end);
  const clean = look.dirtyBit === null;
  const well = {
    ...state,
    stopsInRow: 0,
    gateFailures: clean ? 0 : state.gateFailures,
    turnsSinceRestart: state.turnsSinceRestart + 1,
    unhelpfulRestarts: 0,
    // A turn that ended well after advice: the next loop is another one.
    loopAdvice: state.loopAdvice === 'given' ? ('none' as const) : state.loopAdvice,
  };
  const word = lastWord(look.said);
  if (word.kind === 'done' && clean) {
    return { ...well, ending: { outcome: 'done', why: 'the worker says that the task is done' } };
  }
  if (word.kind === 'person') {
    const wanted = { hold: 'pause', why: `the worker needs a person: ${word.why}` } as const;
    return { ...well, wanted, plan: goOn(look, 0) };
  }
  return { ...well, plan: goOn(look, 0) };
}

/** An advisor has answered, or not. */
export function takeAdvice(
  before: NightState,
  job: NightAdvice,
  look: Look,
  end: JobEnd,
): NightState {
  const { atMs, said } = look;
  const advisorUsd = before.advisorUsd + (look.cost?.usd ?? 0);
  const state = { ...before, job: null, advisorUsd };
  const { tried } = job;
  if (job.ending === 'night' || job.ending === 'hard_stop') {
    return { ...state, plan: { kind: 'advise', tried } };
  }
  const advice = end.code === 0 ? adviceOf(said) : null;
  if (advice === null) {
    const words = `no advice from ${job.who}: ${howEnded(job, end)}`;
    const asked = withMoment(state, atMs, 'advice', words, {
      tookMs: atMs - job.startedAtMs,
    });
    return { ...asked, plan: { kind: 'advise', tried: tried + 1 } };
  }
  const told = withMoment(state, atMs, 'advice', `${job.who} advised: ${oneLine(advice)}`, {
    tookMs: atMs - job.startedAtMs,
  });
  const details = { deadlock: state.deadlock, advisor: job.who, night: state.id, job: job.number };
  const plan = turn(advice, false);
  const loopAdvice = state.loopAdvice === 'asked' ? 'lifting' : state.loopAdvice;
  return owe(
    { ...told, plan, deadlock: null, loopAdvice },
    atMs,
    'OUT_OF_BAND_ADVISOR',
    'injected_advice',
    details,
  );
}

/** A session tells the sum of its turns, so the last word of each counts. */
function withCost(state: NightState, { cost }: Look): NightState {
  if (cost === null || cost.session === null) return state;
  return { ...state, usdBySession: { ...state.usdBySession, [cost.session]: cost.usd } };
}

/**
 * Nobody knows a way out: the built-in words, and a person decides when they are said. Where the kill switch holds the
 * worker, it holds it until then; elsewhere PAUSE does.
 */
export function noAdvice(
  state: NightState,
  atMs: number,
  reason: string,
  isHeld: boolean,
): NightState {
  const { deadlock } = state;
  const why = `stuck in ${deadlock ?? 'a loop'}, and ${reason}`;
  const then = isHeld ? 'it stays stopped' : 'a pause';
  const told = withMoment(state, atMs, 'advice', `${reason}: the built-in prompt, and ${then}`);
  const details = { deadlock, night: state.id, job: state.jobs };
  return owe(
    {
      ...told,
      plan: turn(builtInAdvice(deadlock ?? 'a loop'), false),
      deadlock: null,
      loopAdvice: 'given',
      wanted: isHeld ? state.wanted : { hold: 'pause', why },
    },
    atMs,
    'OUT_OF_BAND_ADVISOR',
    'injected_built_in_prompt',
    details,
  );
}

/** Another engine takes over; where none is awake, the same waits until one is. */
export function switchEngine(before: NightState, reason: SwitchReason, atMs: number): NightState {
  const state = reason === 'rested' ? before : restEngine(before, reason, atMs);
  const engine = nextEngine(state, reason, atMs);
  const counted = { ...state, stopsInRow: 0, gateFailures: 0 };
  const prompt = newPlanPrompt(state.task, state.engine, reason);
  const plan: NightPlan = {
    kind: 'turn',
    prompt,
    isFresh: true,
    isBriefed: true,
    notBeforeMs: atMs,
  };
  if (engine === null) {
    const words = `${state.engine} was left (${reason}), and every other engine rests`;
    return withMoment({ ...counted, plan, session: null }, atMs, 'engine', words);
  }
  const { [engine.name]: _awake, ...resting } = counted.resting;
  const words = `${state.engine} → ${engine.name} (${reason})`;
  const details = {
    from: state.engine,
    to: engine.name,
    reason,
    context: engine.context,
    night: state.id,
    job: state.jobs,
  };
  const switched = { ...counted, resting, engine: engine.name, session: null, plan };
  const told = withMoment(switched, atMs, 'engine', words);
  return owe(told, atMs, 'ENGINE_FALLBACK', 'switched_engine', details);
}

/** The context was full. */
function restart(state: NightState, atMs: number): NightState {
  const isUnhelpful = state.restarts > 0 && state.turnsSinceRestart === 0;
  const unhelpfulRestarts = isUnhelpful ? state.unhelpfulRestarts + 1 : 0;
  const counted = {
    ...state,
    unhelpfulRestarts,
    restarts: state.restarts + 1,
    turnsSinceRestart: 0,
    plan: { kind: 'restart' } as const,
  };
  if (unhelpfulRestarts < UNHELPFUL_MAX) return counted;
  const why = `${unhelpfulRestarts} restarts in a row did not help: the context is full again before a turn has ended`;
  const stopped = { ...counted, unhelpfulRestarts: 0, wanted: { hold: 'blocker', why } as const };
  return withMoment(stopped, atMs, 'stuck', why);
}

/** The restart is recorded: a fresh worker, or after too many of them a fresh engine. */
export function restarted(state: NightState, atMs: number): NightState {
  if (state.unhelpfulRestarts === UNHELPFUL_SWITCH) {
    const rested = restEngine(state, 'context_exhausted', atMs);
    if (nextEngine(rested, 'context_exhausted', atMs) !== null) {
      return switchEngine(state, 'context_exhausted', atMs);
    }
  }
  const prompt = briefedPrompt(state.task);
  return {
    ...state,
    session: null,
    plan: { kind: 'turn', prompt, isFresh: true, isBriefed: false, notBeforeMs: 0 },
  };
}

function afterFailure(state: NightState, look: Look, end: JobEnd): NightState {
  const { atMs, said } = look;
  if (end.code === NO_COMMAND) return switchEngine(state, 'not_installed', atMs);
  if (NEEDS_TERMINAL.test(said)) {
    const words = `${state.engine} wants a terminal, and a worker has none: name the form of it that needs none`;
    return switchEngine(withMoment(state, atMs, 'stuck', words), 'needs_terminal', atMs);
  }
  const trouble = troubleIn(said);
  if (trouble !== null) return switchEngine(state, trouble, atMs);
  const stopsInRow = state.stopsInRow + 1;
  if (stopsInRow >= STOPS_MAX) return switchEngine(state, 'stop_event', atMs);
  return { ...state, stopsInRow, plan: goOn(look, atMs + stopsInRow * RETRY_AFTER_MS) };
}

function goOn({ dirtyBit, testCommand }: Look, notBeforeMs: number): NightPlan {
  return { ...turn(goOnPrompt(dirtyBit, testCommand), false), notBeforeMs };
}

function turn(prompt: string, isFresh: boolean) {
  return { kind: 'turn', prompt, isFresh, isBriefed: false, notBeforeMs: 0 } as const;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_LENGTH);
}

function howEnded({ ending }: NightJob, { code, signal, why }: JobEnd): string {
  if (ending !== null) return `ended by the supervisor (${ending})`;
  if (why !== null) return why;
  return code === null ? `ended by ${signal}` : `exit code ${code}`;
}

function owe(
  state: NightState,
  atMs: number,
  type: OwedEntry['type'],
  action: OwedEntry['action_taken'],
  details: OwedEntry['details'],
): NightState {
  const timestamp = new Date(atMs).toISOString();
  return { ...state, owed: [...state.owed, { timestamp, type, details, action_taken: action }] };
}
