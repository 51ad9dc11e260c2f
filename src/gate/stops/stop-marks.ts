/**
 * Stops that are in force before they are recorded: in memory at once, and on disk so that they survive a crash
 * even where the journal cannot write.
 *
 * Letting through waits for the journal; stopping does not.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { NO_LOG, type Log } from '../../base/log.ts';
import { growingBy, writeWhole } from '../../base/node/whole-file.ts';
import type { OperatorAction } from '../../core/index.ts';

/** A stop that is not recorded yet. */
export interface StopMark {
  readonly agent: string;
  readonly session: string | null;
  readonly action: Extract<OperatorAction, 'deactivate' | 'pause' | 'stop-all'>;
  readonly by: string;
  readonly why: string;
  readonly at: number;
}

/** The marks that stand. */
export class StopMarks {
  readonly #folder: string | null;
  readonly #log: Log;
  readonly #marks = new Map<string, StopMark>();
  /** Files that nobody can read: one stop of everybody stands for them all. */
  readonly #unreadable: string[] = [];

  /** Without a folder the marks live in memory alone. */
  constructor(folder: string | null, log: Log = NO_LOG) {
    this.#folder = folder;
    this.#log = log;
    if (folder === null) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) {
      // Half a stop that somebody killed left behind would stop everybody.
      if (!name.endsWith('.json') || growingBy(name) !== null) continue;
      const file = join(folder, name);
      const mark = readMark(file);
      if (mark === null) this.#unreadable.push(file);
      this.#marks.set(keyOf(mark ?? UNREADABLE), mark ?? UNREADABLE);
    }
  }

  /** All of them. */
  all(): readonly StopMark[] {
    return [...this.#marks.values()];
  }

  /** The mark that stops this agent or session; null when there is none. */
  find(agent: string, session: string | null): StopMark | null {
    const marks = [...this.#marks.values()];
    return (
      marks.find(
        (mark) => mark.agent === agent && (mark.session === null || mark.session === session),
      ) ?? null
    );
  }

  /** Puts a mark in force. False when the disk could not take it: it then lives in memory alone. */
  put(mark: StopMark): boolean {
    this.#marks.set(keyOf(mark), mark);
    if (this.#folder === null) return true;
    try {
      writeWhole(this.#fileOf(this.#folder, mark), JSON.stringify(mark), { mode: 0o600 });
      return true;
    } catch (error) {
      this.#log.error('gate', 'marking a stop on the disk', error, { agent: mark.agent });
      return false;
    }
  }

  /** Whether this very mark stands; one that says the same and came later is another. */
  has(mark: StopMark): boolean {
    return this.#marks.get(keyOf(mark)) === mark;
  }

  /** Takes a mark away once the journal holds it, or its release. A later one of the same kind stays. */
  remove(mark: StopMark): void {
    if (!this.has(mark)) return;
    this.#marks.delete(keyOf(mark));
    if (this.#folder === null) return;
    const files = [this.#fileOf(this.#folder, mark)];
    if (keyOf(mark) === keyOf(UNREADABLE)) files.push(...this.#unreadable.splice(0));
    for (const file of files) rmSync(file, { force: true });
  }

  #fileOf(folder: string, mark: StopMark): string {
    const name = createHash('sha256').update(keyOf(mark)).digest('hex').slice(0, 32);
    return join(folder, `${name}.json`);
  }
}

function keyOf({ agent, session, action }: StopMark): string {
  return JSON.stringify([agent, session, action]);
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
    const { agent, session = null, action, by, why, at } = value ?? {};
    const isStop = action === 'deactivate' || action === 'pause' || action === 'stop-all';
    if (typeof agent !== 'string' || !isStop) return null;
    return {
      agent,
      session: typeof session === 'string' ? session : null,
      action,
      by: typeof by === 'string' ? by : 'tripwire',
      why: typeof why === 'string' ? why : 'stopped',
      at: typeof at === 'number' ? at : 0,
    };
  } catch {
    return null;
  }
}
