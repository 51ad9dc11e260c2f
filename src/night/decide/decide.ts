/**
 * The supervisor's decision: what to do next, given what it remembers and what it sees.
 *
 * Pure. What runs is judged before what comes next, an end before everything, and while a hold stands nothing begins.
 */
import { continuesSessions } from '../../clients/engine-forms.ts';
import type { GateAct } from '../gate-watch.ts';
import { currentEngine, firstAwakeMs, nextEngine } from '../worker/engine-chain.ts';
import { endTurn, noAdvice, restarted, switchEngine, takeAdvice } from './after-job.ts';
import { isLoop, waiting, type Decided, type Look } from './look.ts';
import { firstPrompt } from './prompts.ts';
import {
  withMoment,
  type NightJob,
  type NightOutcome,
  type NightPlan,
  type NightState,
} from './state.ts';
import { takeLog } from './take-log.ts';

/** Whose act a file is, in the gate's journal. */
const PAUSE_FILE = 'PAUSE file';
/** A worker that is asked for a briefing has so long to write it. */
const BRIEFING_MS_MAX = 60_000;
/** At this share of the budget, in percent, the engine that is kept for cost takes over. */
const SAVING_PERCENT = 80;

/** Decides. What the gate is to record waits until there is nothing else to do. */
export function decideNight(before: NightState, look: Look): Decided {
  const decided = decideNext(before, look);
  const owed = decided.act.kind === 'wait' ? owedToGate(look) : null;
  return owed === null ? decided : { ...decided, act: { kind: 'record', act: owed } };
}

function decideNext(before: NightState, look: Look): Decided {
  if (before.ended !== null) return { state: before, act: { kind: 'leave' } };
  const { tokens, advisorTokens, listCost, cursor } = look;
  const seen = takeLog({ ...before, tokens, advisorTokens, listCost, cursor }, look.events);
  const known = takeLoop({ ...seen, session: look.session ?? seen.session }, look);
  const now = takeHolds(judgeEnd(known, look), look);
  if (now.job !== null) return judgeJob(now, now.job, look);
  if (now.ending !== null) return ended(now, look);
  if (look.isLeaving) return { state: now, act: { kind: 'leave' } };
  if (now.wanted !== null) return { state: now, act: { kind: 'raise-hold', wanted: now.wanted } };
  if (now.held.length > 0 || now.plan === null) return waiting(now);
  if (now.loopAdvice === 'lifting' && look.gateHolds.some(isLoop)) {
    const why = 'an advisor gave a new approach';
    return { state: now, act: { kind: 'record', act: { kind: 'advised', by: now.id, why } } };
  }
  const isLifted = now.loopAdvice === 'lifting';
  return begin(isLifted ? { ...now, loopAdvice: 'given' } : now, now.plan, look);
}

/** PAUSE is in the gate's journal as long as it stands. */
function owedToGate({ pause, gateHolds }: Look): GateAct | null {
  if (gateHolds.some(({ isUnknown = false }) => isUnknown)) return null;
  const isRecorded = gateHolds.some(({ isOwnPause = false }) => isOwnPause);
  const by = pause === null || pause.byPerson ? PAUSE_FILE : 'supervisor';
  if (pause === null)
    return isRecorded ? { kind: 'resume', by, why: 'PAUSE was taken away' } : null;
  return isRecorded ? null : { kind: 'pause', by, why: 'PAUSE is there' };
}

/**
 * The kill switch holds the worker for a loop. The first time its turn is ended and an advisor is asked; a loop that
 * comes after advice, or for which there was none, is held like any other stop.
 */
function takeLoop(state: NightState, { atMs, holds, gateHolds }: Look): NightState {
  const loop = gateHolds.find(isLoop);
  const isHeldOtherwise = holds.length > 0 || !gateHolds.every(isLoop);
  if (loop === undefined || isHeldOtherwise || state.loopAdvice !== 'none') return state;
  const { job } = state;
  if (state.ending !== null || (job !== null && (job.kind !== 'turn' || job.ending !== null))) {
    return state;
  }
  const what = `KILL_SWITCH: ${loop.why}`;
  const stuck = withMoment({ ...state, deadlock: state.deadlock ?? what }, atMs, 'stuck', what);
  const asked = { ...stuck, loopAdvice: 'asked' } as const;
  return job === null
    ? { ...asked, plan: { kind: 'advise', tried: 0 } }
    : { ...asked, job: { ...job, ending: 'deadlock' } };
}

/** Is the night over? */
function judgeEnd(state: NightState, { holds, atMs, tokens }: Look): NightState {
  if (state.ending !== null) return state;
  const over = (outcome: NightOutcome, why: string) => ({ ...state, ending: { outcome, why } });
  if (holds.includes('stop')) return over('stopped', 'STOP is there');
  if (state.untilMs !== null && atMs >= state.untilMs) return over('time', 'its time was over');
  const { budgetTokens } = state;
  return budgetTokens !== null && tokens >= budgetTokens
    ? over('budget', `${tokens} of ${budgetTokens} tokens were spent`)
    : state;
}

/** Holds that came and went. */
function takeHolds(state: NightState, look: Look): NightState {
  const { atMs } = look;
  const gateHolds = look.gateHolds.filter(
    (one) => one.isOwnPause !== true && (!isLoop(one) || state.loopAdvice === 'given'),
  );
  const held = [...look.holds, ...gateHolds.map(({ name }) => name)];
  const wanted = state.wanted !== null && held.includes(state.wanted.hold) ? null : state.wanted;
  if (held.join() === state.held.join())
    return wanted === state.wanted ? state : { ...state, wanted };
  const next = { ...state, held, wanted };
  const added = held.filter((name) => !state.held.includes(name));
  if (added.length > 0) {
    const why = new Map(gateHolds.map((one) => [one.name, `: ${one.why}`]));
    const words = added.map((name) => `${name}${why.get(name) ?? ''}`).join(', ');
    const heldSinceMs = state.heldSinceMs ?? atMs;
    return withMoment({ ...next, heldSinceMs }, atMs, 'hold', `held: ${words}`);
  }
  if (held.length > 0) return next;
  const waitedMs = atMs - (state.heldSinceMs ?? atMs);
  const words = `it may go on (${state.held.join(', ')})`;
  const free = { ...next, heldSinceMs: null, loopAdvice: afterRelease(state) };
  return withMoment(free, atMs, 'resumed', words, { tookMs: waitedMs });
}

/** A person let it continue, so its next loop is a first one again. */
function afterRelease({ loopAdvice }: NightState): NightState['loopAdvice'] {
  return loopAdvice === 'given' ? 'none' : loopAdvice;
}

function judgeJob(state: NightState, job: NightJob, look: Look): Decided {
  if (look.job.kind === 'ended') {
    if (job.kind === 'advice') return waiting(takeAdvice(state, job, look, look.job.end));
    const isCounted = look.iterations !== job.iterationsBefore || job.ending === 'night';
    if (!isCounted && state.ending === null) {
      // Under a hold nothing is reported: it would look like a call of the agent.
      return state.held.length > 0 ? waiting(state) : { state, act: { kind: 'count-turn' } };
    }
    return waiting(endTurn(state, job, look, look.job.end));
  }
  const due = dueToEnd(state, job, look);
  if (due.job?.ending !== null) return { state: due, act: { kind: 'end-job' } };
  const mayStart = look.job.kind === 'not-started' && due.held.length === 0;
  return mayStart ? { state: due, act: { kind: 'start-job' } } : waiting(due);
}

/** Marks the job when there is a reason to end it. */
function dueToEnd(state: NightState, job: NightJob, look: Look): NightState {
  const end = (ending: NonNullable<NightJob['ending']>) => ({ ...state, job: { ...job, ending } });
  if (state.ending !== null || look.isLeaving) return end('night');
  if (look.gateHolds.some(({ isHardStop }) => isHardStop)) return end(job.ending ?? 'hard_stop');
  if (job.ending !== null || job.kind !== 'turn' || state.compaction === null) return state;
  const { sinceMs, isHard } = state.compaction;
  const isWritten = look.briefedAtMs !== null && look.briefedAtMs > sinceMs + 1_000;
  const isDue = isHard || isWritten || look.atMs - sinceMs >= BRIEFING_MS_MAX;
  return isDue ? end('compaction') : state;
}

function begin(state: NightState, plan: NightPlan, look: Look): Decided {
  const { atMs } = look;
  if (plan.kind === 'restart') {
    if (state.compaction === null) return waiting(restarted(state, atMs));
    return { state, act: { kind: 'report-restart', session: state.compaction.session } };
  }
  if (plan.kind === 'advise') return advise(state, plan.tried, look);
  if (plan.notBeforeMs > atMs) return waiting(state);
  const isDear =
    state.budgetTokens !== null && state.tokens * 100 >= state.budgetTokens * SAVING_PERCENT;
  const current = currentEngine(state);
  if (isDear && current?.context !== 'cost' && hasCheaper(state, atMs)) {
    return waiting(switchEngine(state, 'cost', atMs));
  }
  const engine = nextEngine(state, null, atMs);
  if (engine === null) {
    return waiting({ ...state, plan: { ...plan, notBeforeMs: firstAwakeMs(state) } });
  }
  const isResting = (state.resting[state.engine]?.untilMs ?? 0) > atMs;
  const isRested = state.resting[engine.name] !== undefined;
  if (engine.name !== state.engine && (isResting || isRested)) {
    return waiting(switchEngine(state, 'rested', atMs));
  }
  const { command } = current ?? engine;
  // The one that the hooks reported last, whether or not the command can be told to continue it.
  const known = plan.isFresh ? null : state.session;
  const session = continuesSessions(command) ? known : null;
  // Without a session that goes on, nobody remembers what the task was.
  const isForgotten = session === null && !plan.isFresh;
  const job: NightJob = {
    number: state.jobs + 1,
    kind: 'turn',
    who: state.engine,
    command,
    prompt: isForgotten ? `${firstPrompt(state.task)}\n\n${plan.prompt}` : plan.prompt,
    session,
    isBriefed: plan.isBriefed,
    startedAtMs: atMs,
    iterationsBefore: look.iterations,
    advisorTokensBefore: look.advisorTokens,
    ending: null,
  };
  return {
    state: {
      ...state,
      job,
      jobs: job.number,
      turns: state.turns + 1,
      plan: null,
      session: known,
    },
    act: { kind: 'start-job' },
  };
}

function hasCheaper({ engines, resting }: NightState, atMs: number): boolean {
  return engines.some(
    ({ name, context }) => context === 'cost' && (resting[name]?.untilMs ?? 0) <= atMs,
  );
}

/** Asks the next advisor, as long as it may cost something. */
function advise(state: NightState, tried: number, look: Look): Decided {
  const { atMs, iterations } = look;
  const isHeld = look.gateHolds.some(isLoop);
  const { advisor, adviceAsked, advisorTokens } = state;
  const command = advisor.commands[tried];
  const limit = limitReached(state);
  if (limit !== null) return waiting(noAdvice(state, atMs, limit, isHeld));
  if (command === undefined) {
    return waiting(noAdvice(state, atMs, 'no advisor answered', isHeld));
  }
  const job: NightJob = {
    number: state.jobs + 1,
    kind: 'advice',
    who: command.join(' '),
    command,
    // Written from the record and the last lines of the worker when it is asked.
    prompt: state.deadlock ?? '',
    tried,
    startedAtMs: atMs,
    iterationsBefore: iterations,
    advisorTokensBefore: advisorTokens,
    ending: null,
  };
  return {
    state: { ...state, job, jobs: job.number, plan: null, adviceAsked: adviceAsked + 1 },
    act: { kind: 'start-job' },
  };
}

/** Which limit of the advisor is reached, in words; null when none is. */
function limitReached(state: NightState): string | null {
  const { advisor, adviceAsked, advisorTokens, advisorUsd } = state;
  const limits: readonly (readonly [spent: number, most: number, words: string])[] = [
    [adviceAsked, advisor.maxCalls, 'questions to advisors were asked (advisor.max_calls)'],
    [advisorTokens, advisor.maxTokens, 'tokens of advisors were spent (advisor.max_tokens)'],
    [advisorUsd, advisor.maxUsd, 'dollars were spent on advisors (advisor.max_usd)'],
  ];
  const reached = limits.find(([spent, most]) => spent >= most);
  if (reached === undefined) return null;
  const [spent, most, words] = reached;
  return `${Number(spent.toFixed(2))} of at most ${most} ${words}`;
}

function ended(state: NightState, { atMs }: Look): Decided {
  const { outcome, why } = state.ending ?? { outcome: 'stopped', why: 'it was ended' };
  const over = withMoment({ ...state, ended: { atMs, outcome, why } }, atMs, 'ended', why);
  return { state: over, act: { kind: 'leave' } };
}
