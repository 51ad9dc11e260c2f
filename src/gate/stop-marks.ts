/**
 * Stops that are in force before they are recorded: in memory at once, and on disk so that they survive a crash
 * even where the journal cannot write.
 *
 * Letting through waits for the journal; stopping does not.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { OperatorAction } from '../core/index.ts';

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
  readonly #marks = new Map<string, StopMark>();

  /** Without a folder the marks live in memory alone. */
  constructor(folder: string | null) {
    this.#folder = folder;
    if (folder === null) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
      const mark = readMark(join(folder, name));
      this.#marks.set(keyOf(mark), mark);
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
      const file = openSync(this.#fileOf(this.#folder, mark), 'w', 0o600);
      try {
        writeSync(file, JSON.stringify(mark));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      return true;
    } catch {
      return false;
    }
  }

  /** Takes a mark away once the journal holds it, or its release. */
  remove(mark: StopMark): void {
    this.#marks.delete(keyOf(mark));
    if (this.#folder !== null) rmSync(this.#fileOf(this.#folder, mark), { force: true });
  }

  #fileOf(folder: string, mark: StopMark): string {
    const name = createHash('sha256').update(keyOf(mark)).digest('hex').slice(0, 32);
    return join(folder, `${name}.json`);
  }
}

function keyOf({ agent, session, action }: StopMark): string {
  return JSON.stringify([agent, session, action]);
}

/** A mark that cannot be read stops everybody: what it said is not known, and it was there to stop. */
function readMark(file: string): StopMark {
  const unreadable: StopMark = {
    agent: '*',
    session: null,
    action: 'stop-all',
    by: 'tripwire',
    why: 'a stop was left on disk that cannot be read',
    at: 0,
  };
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<StopMark> | null;
    const { agent, session = null, action, by, why, at } = value ?? {};
    const isStop = action === 'deactivate' || action === 'pause' || action === 'stop-all';
    if (typeof agent !== 'string' || !isStop) return unreadable;
    return {
      agent,
      session: typeof session === 'string' ? session : null,
      action,
      by: typeof by === 'string' ? by : 'tripwire',
      why: typeof why === 'string' ? why : 'stopped',
      at: typeof at === 'number' ? at : 0,
    };
  } catch {
    return unreadable;
  }
}
