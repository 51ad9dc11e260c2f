/**
 * What time alone does to a session: recovery, the end of cooldowns, and changes of mode.
 *
 * Every such change happens at its own time, in order, whenever the next record comes. So it does
 * not matter how often anybody ticks: advancing to a and then to b equals advancing to b.
 */
import { assert } from '../base/assert.ts';
import {
  changeMode,
  isFlipBack,
  modeChangeAt,
  nextModeChange,
  refreshThread,
  settleMode,
} from './activity-engine.ts';
import type { ConstitutionValues } from './constitution/constitution.ts';
import { loseHealth, nextRecovery, recover } from './health.ts';
import type { SessionState, ThreadState } from './state.ts';

/** Something that happens at a time by itself; in this order when times are equal. */
type Due =
  | { readonly at: number; readonly what: 'recovery' }
  | { readonly at: number; readonly what: 'session-cooldown' }
  | { readonly at: number; readonly what: 'thread-cooldown'; readonly thread: string }
  | { readonly at: number; readonly what: 'mode'; readonly thread: string };

/** The session at `to`, with everything done that fell due until then. */
export function advanceSession(
  session: SessionState,
  to: number,
  values: ConstitutionValues,
): SessionState {
  let current = session;
  for (let due = nextDue(current, values); due !== null; due = nextDue(current, values)) {
    if (due.at > to) break;
    current = happen(current, due, values);
  }
  return current;
}

function nextDue(session: SessionState, values: ConstitutionValues): Due | null {
  let next: Due | null = null;
  let at = nextRecovery(session, values) ?? Infinity;
  if (at !== Infinity) next = { at, what: 'recovery' };
  if (session.cooldown !== null && session.cooldown.until < at) {
    at = session.cooldown.until;
    next = { at, what: 'session-cooldown' };
  }
  // One walk over all threads, and nothing made for those of which nothing is due: every record comes here.
  let [cools, coolsAt] = ['', Infinity];
  let [changes, changesAt] = ['', Infinity];
  for (const thread in session.threads) {
    const state = session.threads[thread];
    if (state === undefined) continue;
    if (state.cooldown !== null && state.cooldown.until < coolsAt) {
      [cools, coolsAt] = [thread, state.cooldown.until];
    }
    const changeAt = modeChangeAt(state, values);
    if (changeAt < changesAt) [changes, changesAt] = [thread, changeAt];
  }
  // When times are equal, the end of a cooldown comes first.
  if (coolsAt < at) {
    at = coolsAt;
    next = { at, what: 'thread-cooldown', thread: cools };
  }
  return changesAt < at ? { at: changesAt, what: 'mode', thread: changes } : next;
}

function happen(session: SessionState, due: Due, values: ConstitutionValues): SessionState {
  switch (due.what) {
    case 'recovery':
      return recover(session, values);
    case 'session-cooldown': {
      const threads = Object.entries(session.threads).map(
        ([name, thread]) => [name, refreshThread(thread, due.at)] as const,
      );
      return { ...session, cooldown: null, threads: Object.fromEntries(threads) };
    }
    case 'thread-cooldown': {
      const thread = refreshThread(threadOf(session, due.thread), due.at);
      return withThread(session, due.thread, { ...thread, cooldown: null });
    }
    case 'mode':
      return changeModeInTime(session, due.thread, due.at, values);
  }
}

function changeModeInTime(
  session: SessionState,
  name: string,
  at: number,
  values: ConstitutionValues,
): SessionState {
  const thread = threadOf(session, name);
  const change = nextModeChange(thread, values);
  if (change === null) return session;
  const moved = withThread(session, name, changeMode(thread, change.mode, at));
  return isFlipBack(thread, change.mode, at, values) ? loseByFlip(moved, at, values) : moved;
}

/** After an event: the mode follows the signals if it may, and a flip back costs health. */
export function followSignals(
  session: SessionState,
  thread: ThreadState,
  now: number,
  values: ConstitutionValues,
): { readonly session: SessionState; readonly thread: ThreadState } {
  const settled = settleMode(thread, now, values);
  const changed = settled.mode.mode !== thread.mode.mode;
  const flipped = changed && isFlipBack(thread, settled.mode.mode, now, values);
  return { session: flipped ? loseByFlip(session, now, values) : session, thread: settled };
}

function loseByFlip(session: SessionState, at: number, values: ConstitutionValues): SessionState {
  return loseHealth(session, values.modeFlipLoss, 'a mode that flipped back', at, values);
}

function threadOf(session: SessionState, name: string): ThreadState {
  const thread = session.threads[name];
  assert(thread !== undefined, `thread ${name} is due but not there`);
  return thread;
}

function withThread(session: SessionState, name: string, thread: ThreadState): SessionState {
  return { ...session, threads: { ...session.threads, [name]: thread } };
}
