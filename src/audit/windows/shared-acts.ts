/**
 * What people do to all agents at once, in the trace of each of them.
 *
 * `stop-all` and `resume-all` stand in a journal of their own, and two journals have no common order. So the log says for
 * each traced agent after which of its rows an act was taken, and whoever measures again takes it there.
 */
import type { JournalEntry } from '../../journal/index.ts';
import type { SharedEntry, Stretch } from '../log/log-entries.ts';
import { WINDOW_MS } from './window-steps.ts';

/** An act of a person on all agents. */
export interface SharedAct {
  readonly action: 'stop-all' | 'resume-all';
  /** Its row in the journal of all, and that row's hash. */
  readonly of: number;
  readonly row: string;
  readonly at_ms: number;
}

/** Recorders before this one took nothing of what was done to all. */
const SHARING_RECORDER = 2;
/** An act may become durable after a window that it belongs to was closed; later than this it is missing. */
const LATE_MS_MAX = 10_000;

/** The act that a row of the journal of all says; null for any other row. */
export function sharedAct(entry: JournalEntry, rowHash: string): SharedAct | null {
  if (!('record' in entry) || entry.record.type !== 'operator') return null;
  const { action, timestamp } = entry.record;
  if (action !== 'stop-all' && action !== 'resume-all') return null;
  return { action, of: entry.seq, row: rowHash, at_ms: timestamp };
}

/** The acts that belong to a trace: the last one before it, because that still stands, and all since. */
export function actsOfTrace(
  acts: readonly SharedAct[],
  stretches: readonly Stretch[],
): readonly SharedAct[] {
  const first = stretches.find(({ recorder }) => recorder >= SHARING_RECORDER);
  if (first === undefined) return [];
  const sinceMs = first.sinceMs - (first.sinceMs % WINDOW_MS);
  const before = acts.filter(({ at_ms: at }) => at < sinceMs);
  return [...before.slice(-1), ...acts.filter(({ at_ms: at }) => at >= sinceMs)];
}

/** Where the acts in an agent's trace, which ends at a time, are not those of the journal of all. */
export function sharedProblems(
  taken: readonly SharedEntry[],
  acts: readonly SharedAct[],
  endMs: number,
): readonly string[] {
  const known = new Map(acts.map((act) => [act.of, act]));
  const wrong = taken.filter((entry) => {
    const act = known.get(entry.of);
    return act?.row !== entry.row || act.action !== entry.action || act.at_ms !== entry.at_ms;
  });
  const places = new Set(taken.map(({ of }) => of));
  const missing = acts.filter(({ of, at_ms: at }) => !places.has(of) && at + LATE_MS_MAX < endMs);
  return [
    ...wrong.map(({ action, of }) => `its ${action} (row ${of}) is not in the journal of all`),
    ...missing.map(
      ({ action, of, at_ms: at }) =>
        `the ${action} of ${new Date(at).toISOString()} (row ${of} of the journal of all) is not in its trace`,
    ),
  ];
}
