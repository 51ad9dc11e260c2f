/**
 * What the safety log says to the supervisor: the worker is stuck, its context is full, its tests are not run.
 */
import type { SafetyEvent } from '../../loop/index.ts';
import { withMoment, type JobEnding, type NightState } from './state.ts';

const LOOPS: ReadonlySet<string> = new Set(['HARD_LOOP', 'DUPLICATE_CHAIN']);
/** More failures of the gate than this, and another engine has a try. */
const GATE_FAILURES_MAX = 3;

/** Takes in what is new in the log. */
export function takeLog(state: NightState, events: readonly SafetyEvent[]): NightState {
  return events.reduce(takeEvent, state);
}

function takeEvent(state: NightState, event: SafetyEvent): NightState {
  const { type, action_taken: action, details } = event;
  const atMs = Date.parse(event.timestamp);
  if (LOOPS.has(type) && action === 'paused_for_new_approach') {
    const what = `${type}: ${text(details['signature'])} came ${text(details['count'])} times`;
    const stuck = { ...state, deadlock: state.deadlock ?? what };
    const ending = endingFor(withMoment(stuck, atMs, 'stuck', what), 'deadlock');
    // One law with the kill switch: the first loop goes to an advisor, the one after it to a person.
    const isFirst = ending.job !== state.job && state.loopAdvice === 'none';
    return isFirst ? { ...ending, loopAdvice: 'asked' } : ending;
  }
  if (type === 'DIRTY_BIT_VIOLATION' && action === 'injected_test_prompt') {
    const gateFailures = state.gateFailures + 1;
    const failed = withMoment(
      { ...state, gateFailures },
      atMs,
      'gate',
      `turned back: ${details['tests_run'] === true ? 'failing' : 'untested'} code (${gateFailures})`,
    );
    return gateFailures > GATE_FAILURES_MAX ? endingFor(failed, 'gate') : failed;
  }
  if (type === 'COMPACTION_GATE') return takeCompaction(state, event, atMs);
  if (action === 'created_blocker_report') {
    const why = type === 'NO_PROGRESS' ? details['why'] : details['signature'];
    return withMoment(state, atMs, 'stuck', `${type}: ${text(why)}`);
  }
  return state;
}

function takeCompaction(state: NightState, event: SafetyEvent, atMs: number): NightState {
  const { action_taken: action, details } = event;
  const percent = text(details['context_pct']);
  if (action === 'requested_compaction' || action === 'blocked_tool_calls') {
    const sinceMs = state.compaction?.sinceMs ?? atMs;
    const isHard = state.compaction?.isHard === true || action === 'blocked_tool_calls';
    const full = { ...state, compaction: { session: text(details['session']), sinceMs, isHard } };
    return withMoment(full, atMs, 'compaction', `context at ${percent} %`);
  }
  // The client made room by itself.
  if (action === 'compacted' && state.plan?.kind !== 'restart')
    return { ...state, compaction: null };
  if (action !== 'restarted_session' || state.plan?.kind !== 'restart') return state;
  return withMoment(
    { ...state, compaction: null },
    atMs,
    'compaction',
    `worker restarted at ${percent} % with the briefing`,
  );
}

/** The job that runs is to end for this, unless it ends for something already. */
function endingFor(state: NightState, ending: JobEnding): NightState {
  const { job } = state;
  return job === null || job.kind !== 'turn' || job.ending !== null
    ? state
    : { ...state, job: { ...job, ending } };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
