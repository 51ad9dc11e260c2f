/**
 * Stops that are in force before they are recorded: in memory at once, and on disk so that they survive a crash
 * even where the journal cannot write.
 *
 * Letting through waits for the journal; stopping does not. The file of a stop stays when the stop is recorded, until
 * its release is: a journal that was restored from a backup, cut or deleted must not release anybody.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clipText } from '../../base/clip-text.ts';
import { NO_LOG, type Log } from '../../base/log.ts';
import { growingBy, makeEmpty, removeForGood, writeWhole } from '../../base/node/whole-file.ts';
import { GRACE_LIMITS, type GraceTerms, type OperatorAction } from '../../core/index.ts';
import { SpareMarks } from './spare-marks.ts';

/** A stop that a person made. */
export interface StopMark {
  readonly agent: string;
  readonly session: string | null;
  /** The conversation that it stops alone; absent: all of the session. */
  readonly thread?: string;
  /** Also those that this conversation starts. */
  readonly family?: true;
  /** It ends with the next prompt. */
  readonly turn?: true;
  readonly action: Extract<OperatorAction, 'deactivate' | 'pause' | 'stop-all'>;
  readonly by: string;
  readonly why: string;
  readonly at: number;
  /** What may still be saved; nothing when absent. */
  readonly grace?: GraceTerms;
  /** The row that records it, as far as its file says. */
  readonly recorded?: RecordedAt;
}

/** A row of the agent's journal. */
export interface RecordedAt {
  readonly seq: number;
  readonly hash: string;
}

/** The hold that each of these acts raises. */
export const HOLD_OF_STOP = {
  deactivate: 'manual',
  pause: 'paused',
  'stop-all': 'stop_all',
} as const;

/** So much of a reason fits into a spare file, whatever letters it is made of. */
const SPARE_WHY_BYTES_MAX = 500;

/** The marks of stops that were not released. */
export class StopMarks {
  readonly #folder: string | null;
  readonly #log: Log;
  readonly #spares: SpareMarks | null;
  /** In force by their mark: the journal does not hold them yet. */
  readonly #owed = new Map<string, StopMark>();
  /** In force by the journal; their files stay until they are released. */
  readonly #kept = new Map<string, StopMark>();
  /** Files that nobody can read: one stop of everybody stands for them all. */
  readonly #unreadable: string[] = [];

  /** Without a folder the marks live in memory alone. `spares` stops can be marked on a full disk. */
  constructor(folder: string | null, log: Log = NO_LOG, spares = 0) {
    this.#folder = folder;
    this.#log = log;
    this.#spares = folder === null || spares === 0 ? null : new SpareMarks(folder, spares);
    if (folder === null) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      // Half a stop that somebody killed left behind would stop everybody.
      if (!name.endsWith('.json') || growingBy(name) !== null) continue;
      const file = join(folder, name);
      const mark = readMark(file);
      if (mark === null) this.#unreadable.push(file);
      this.#owed.set(keyOf(mark ?? UNREADABLE), mark ?? UNREADABLE);
    }
    this.#refill();
  }

  /** Those that the journal does not hold yet. */
  all(): readonly StopMark[] {
    return [...this.#owed.values()];
  }

  /** Whether the journal holds every stop. */
  get isEmpty(): boolean {
    return this.#owed.size === 0;
  }

  /** Those that it does. */
  kept(): readonly StopMark[] {
    return [...this.#kept.values()];
  }

  /**
   * The mark that stops this agent, session or conversation; null when there is none, or the journal holds it. Without a
   * thread no mark of a single conversation is found.
   */
  find(agent: string, session: string | null, thread?: string): StopMark | null {
    return (
      this.all().find(
        (mark) =>
          mark.agent === agent &&
          (mark.session === null || mark.session === session) &&
          (mark.thread === undefined || mark.thread === thread),
      ) ?? null
    );
  }

  /** Puts a mark in force. False when the disk could not take it: it then lives in memory alone. */
  put(mark: StopMark): boolean {
    this.#owed.set(keyOf(mark), mark);
    this.#kept.delete(keyOf(mark));
    if (this.#folder === null) return true;
    const file = this.#fileOf(this.#folder, mark);
    try {
      writeMark(file, mark);
      return true;
    } catch (error) {
      this.#log.error('gate', 'marking a stop on the disk', error, { agent: mark.agent });
      return this.#putOnFullDisk(file, mark);
    }
  }

  /** Whether this very mark is in force by itself; one that says the same and came later is another. */
  has(mark: StopMark): boolean {
    return this.#owed.get(keyOf(mark)) === mark;
  }

  /** The journal holds it. The mark is in force no more, and its file stays until the release is recorded. */
  settle(mark: StopMark, recorded: RecordedAt | null): void {
    if (!this.has(mark)) return;
    this.#owed.delete(keyOf(mark));
    this.#kept.set(keyOf(mark), mark);
    if (this.#folder === null || recorded === null) return;
    try {
      writeMark(this.#fileOf(this.#folder, mark), { ...mark, recorded });
      if (keyOf(mark) === keyOf(UNREADABLE)) this.#removeUnreadable();
    } catch (error) {
      // The file that is there says the same but the row, and is compared with the journal at the next start.
      this.#log.warn('gate', 'noting on the disk that a stop is recorded', error, {
        agent: mark.agent,
      });
    }
  }

  /** Takes a mark away once the journal holds its release. A later one of the same kind stays. */
  remove(mark: StopMark): void {
    const key = keyOf(mark);
    const where = [this.#owed, this.#kept].find((marks) => marks.get(key) === mark);
    if (where === undefined) return;
    where.delete(key);
    if (this.#folder === null) return;
    this.#removeFile(this.#fileOf(this.#folder, mark), mark.agent);
    if (key === keyOf(UNREADABLE)) this.#removeUnreadable();
    this.#refill();
  }

  #removeUnreadable(): void {
    for (const file of this.#unreadable.splice(0)) this.#removeFile(file, UNREADABLE.agent);
  }

  /** The journal holds the release, so a file that stays takes nothing back from it; after a restart it may stop again. */
  #removeFile(file: string, agent: string): void {
    try {
      removeForGood(file);
    } catch (error) {
      this.#log.warn('gate', 'removing the mark of a stop that was released', error, { agent });
    }
  }

  /** Into room that was reserved; where that is used up, an empty file still stops everybody after a restart. */
  #putOnFullDisk(file: string, mark: StopMark): boolean {
    const { agent } = mark;
    try {
      const text = JSON.stringify({ ...mark, why: clipText(mark.why, SPARE_WHY_BYTES_MAX) });
      if (this.#spares?.use(file, text) === true) return true;
    } catch (error) {
      this.#log.error('gate', 'marking a stop in reserved room', error, { agent });
    }
    try {
      makeEmpty(file, 0o600);
      return true;
    } catch (error) {
      this.#log.error('gate', 'marking a stop by an empty file', error, { agent });
      return false;
    }
  }

  #refill(): void {
    try {
      this.#spares?.fill();
    } catch (error) {
      this.#log.warn('gate', 'reserving room for the marks of stops', error);
    }
  }

  #fileOf(folder: string, mark: StopMark): string {
    const name = createHash('sha256').update(keyOf(mark)).digest('hex').slice(0, 32);
    return join(folder, `${name}.json`);
  }
}

function writeMark(file: string, mark: StopMark): void {
  writeWhole(file, JSON.stringify(mark), { mode: 0o600 });
}

/** A stop of a turn and a whole one stand beside each other, and each is released by itself. */
function keyOf({ agent, session, action, thread, turn }: StopMark): string {
  const narrower = [thread, turn].filter((one) => one !== undefined);
  return JSON.stringify([agent, session, action, ...narrower]);
}

/** What stands for a mark that cannot be read: what it said is not known, and it was there to stop. */
const UNREADABLE: StopMark = Object.freeze({
  agent: '*',
  session: null,
  action: 'stop-all',
  by: 'tripwire',
  why: 'a stop was left on disk that cannot be read',
  at: 0,
});

function readMark(file: string): StopMark | null {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<StopMark> | null;
    const { agent, session = null, action, by, why, at, grace, recorded } = value ?? {};
    const { thread, family, turn } = value ?? {};
    const isStop = action === 'deactivate' || action === 'pause' || action === 'stop-all';
    if (typeof agent !== 'string' || !isStop) return null;
    return {
      agent,
      session: typeof session === 'string' ? session : null,
      ...(typeof thread === 'string' ? { thread } : {}),
      ...(family === true ? { family } : {}),
      ...(turn === true ? { turn } : {}),
      action,
      by: typeof by === 'string' ? by : 'tripwire',
      why: typeof why === 'string' ? why : 'stopped',
      at: typeof at === 'number' ? at : 0,
      ...(isGrace(grace) ? { grace: { calls: grace.calls, ms: grace.ms } } : {}),
      ...(isRow(recorded) ? { recorded: { seq: recorded.seq, hash: recorded.hash } } : {}),
    };
  } catch {
    return null;
  }
}

function isRow(value: Partial<RecordedAt> | undefined): value is RecordedAt {
  return typeof value?.seq === 'number' && typeof value.hash === 'string';
}

function isGrace(value: Partial<GraceTerms> | undefined): value is GraceTerms {
  const fits = (one: unknown, { min, max }: { readonly min: number; readonly max: number }) =>
    Number.isInteger(one) && Number(one) >= min && Number(one) <= max;
  return fits(value?.calls, GRACE_LIMITS.calls) && fits(value?.ms, GRACE_LIMITS.ms);
}
