/**
 * Notices time that jumps: a start long after the last one, a journal from the future, a machine's clock that was set
 * while Tripwire ran.
 *
 * Tripwire's own time is that of its start plus what has elapsed, and never goes back behind the journal. So one start
 * with a wrong clock stays in the records. It must at least be told, and must not delete what only looks old: nothing is
 * deleted for its age until a person says that the clock is right.
 */
import { toLog, type Log } from '../base/log.ts';
import type { Clock } from '../gate/index.ts';
import type { Store } from '../store/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A holiday is no jump; what is older than evidence is kept would be gone at once. */
const AWAY_MS_MAX = 7 * DAY_MS;
/** Ahead of the machine's clock by more than a correction over the network. */
const AHEAD_MS_MAX = HOUR_MS;
/** A machine that slept for two days is no jump either. */
const BEHIND_MS_MAX = 3 * DAY_MS;
const LOOK_MS = 60_000;
const KIND = 'clock';
const ID = 'trusted';

/** What was known of the time before this run. */
export interface KnownTime {
  /** The last time that nobody doubted; null where nothing was recorded. */
  readonly trustedMs: number | null;
  /** The time of the newest row. */
  readonly newestMs: number | null;
}

/** Reads what is known; to be done before anything is recorded. */
export async function knownTime(store: Pick<Store, 'documents' | 'heads'>): Promise<KnownTime> {
  const [kept] = await store.documents({ kind: KIND, id: ID, limit: 1 });
  const times = (await store.heads()).map(({ at }) => at);
  const newestMs = times.length === 0 ? null : Math.max(...times);
  return { trustedMs: kept?.at ?? newestMs, newestMs };
}

/** A person says that the clock is right. */
export async function trustTime(
  store: Pick<Store, 'changeDocuments'>,
  nowMs: number,
): Promise<void> {
  await store.changeDocuments({ put: [{ kind: KIND, id: ID, at: nowMs, body: '{}' }] });
}

/** What is wrong with the time at a start, in words; null when nothing is. */
export function startProblem(
  { trustedMs, newestMs }: KnownTime,
  startMs: number,
  wallMs: number,
): string | null {
  if (trustedMs !== null && startMs - trustedMs > AWAY_MS_MAX)
    return jumpedWords(trustedMs, startMs);
  if (newestMs !== null && newestMs - wallMs > AHEAD_MS_MAX) return aheadWords(newestMs - wallMs);
  return null;
}

/** A watch that runs. */
export interface ClockWatch {
  /** What is older may be judged by this time; null while nothing may be deleted for its age. */
  trustedMs(): number | null;
  /** What is wrong now, in words; null when nothing is. */
  problem(): string | null;
  close(): Promise<void>;
}

/** What is watched. */
export interface ClockWatchParts {
  readonly store: Pick<Store, 'changeDocuments'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly known: KnownTime;
  readonly log: Log;
  readonly wallMs?: () => number;
}

/** Looks now and then every minute; what is found is told once. */
export async function startClockWatch({
  store,
  clock,
  known,
  log,
  wallMs = Date.now,
}: ClockWatchParts): Promise<ClockWatch> {
  const atStart = startProblem(known, clock.now(), wallMs());
  const isDoubted = known.trustedMs !== null && clock.now() - known.trustedMs > AWAY_MS_MAX;
  let told: string | null = null;
  const problem = () => atStart ?? driftProblem(wallMs() - clock.now());
  const look = () => {
    const found = problem();
    const kind = found === null ? null : (atStart ?? (wallMs() < clock.now() ? 'back' : 'forward'));
    if (found !== null && kind !== told) log.warn('server', 'comparing the time', found);
    told = kind;
  };
  const keep = async () => {
    if (isDoubted) return;
    await trustTime(store, clock.now()).catch(toLog(log, 'server', 'keeping the time'));
  };
  look();
  await keep();
  const timer = setInterval(look, LOOK_MS).unref();
  const keeping = setInterval(() => void keep(), HOUR_MS).unref();
  return {
    trustedMs: () => (isDoubted ? null : clock.now()),
    problem,
    close: async () => {
      clearInterval(timer);
      clearInterval(keeping);
      await keep();
    },
  };
}

/** The machine's clock against Tripwire's own, which went on from the start. */
function driftProblem(driftMs: number): string | null {
  if (driftMs < -AHEAD_MS_MAX) return aheadWords(-driftMs);
  if (driftMs <= BEHIND_MS_MAX) return null;
  return (
    `The machine's clock is ${spanWords(driftMs)} ahead of Tripwire's: it was set forward, or the machine slept, while ` +
    'Tripwire ran. Limits and cooldowns are not affected. Restart Tripwire to take over the new time.'
  );
}

function aheadWords(aheadMs: number): string {
  return (
    `Tripwire's time is ${spanWords(aheadMs)} ahead of the machine's clock: it was started with a clock that was ahead, or ` +
    'the clock was set back. Records never go back, so their times continue from the newest one. Limits and ' +
    'cooldowns are not affected.'
  );
}

function jumpedWords(trustedMs: number, startMs: number): string {
  return (
    `The clock is ${spanWords(startMs - trustedMs)} later than when Tripwire last ran (${dayOf(trustedMs)}, now ` +
    `${dayOf(startMs)}). Nothing is deleted for its age until a person confirms it. If the time is right, run ` +
    '`tripwire doctor --accept-clock` while Tripwire is down. If not, correct the clock and restart Tripwire.'
  );
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

function spanWords(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  if (days >= 2) return `${days} days`;
  const hours = Math.floor(ms / HOUR_MS);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
