/**
 * What the gate holds the worker for, followed beside the supervisor's own looks: a stop by a person, by the kill switch,
 * of all agents, or for its health.
 *
 * The gate lets nothing new begin, but it cannot reach a tool that runs. So a worker has leave to run only while a file
 * says so, and a hold takes the file away: that works on a full disk too. A gate that cannot be asked holds as well,
 * because a stop might stand there.
 */
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorWords } from '../base/error-words.ts';
import { withDeadline } from '../base/node/deadline.ts';
import { writeWhole } from '../base/node/whole-file.ts';
import { markOf } from './worker/tree.ts';

/** A hold of the gate that binds the worker. */
export interface GateHold {
  /** Which, and what lifts it. */
  readonly name: string;
  readonly why: string;
  /** The worker is ended and not only stopped: what a person restarts begins anew. */
  readonly isHardStop: boolean;
  /** The kill switch: an advisor may know a way out. */
  readonly isLoop?: boolean;
  /** Recorded by the supervisor itself, because PAUSE is there. */
  readonly isOwnPause?: boolean;
  /** Nobody can tell what holds it. */
  readonly isUnknown?: boolean;
}

/** What the supervisor records in the gate. */
export interface GateAct {
  /** `advised`: there is a new approach, so the kill switch of this worker is lifted. */
  readonly kind: 'pause' | 'resume' | 'stop' | 'advised';
  /** Whose act it is. */
  readonly by: string;
  readonly why: string;
}

/** The files that give leave to run: to the worker, and to an advisor, who is asked while the kill switch holds. */
export interface LeaveFiles {
  readonly turn: string;
  readonly advice: string;
}

/** Asks the gate what stands. */
export type AskHolds = () => Promise<readonly GateHold[]>;

const ASK_EVERY_MS = 100;
/** More than a busy machine needs for an answer. */
const ANSWER_MS_MAX = 5_000;

/** Follows the gate from its first answer on, until it is closed. */
export class GateWatch {
  readonly #leaveFiles: LeaveFiles;
  readonly #ask: AskHolds;
  #holds: readonly GateHold[] = [];
  #isClosed = false;
  /** Questions that were asked, and the newest of them that was answered. */
  #asked = 0;
  #answered = 0;
  /** Files that this process wrote; others may still be those of a supervisor that was killed. */
  readonly #own = new Set<keyof LeaveFiles>();

  private constructor(leaveFiles: LeaveFiles, ask: AskHolds) {
    this.#leaveFiles = leaveFiles;
    this.#ask = ask;
  }

  /** Asks once before anything may run, and then again and again. */
  static async open(leaveFiles: LeaveFiles, ask: AskHolds): Promise<GateWatch> {
    const watch = new GateWatch(leaveFiles, ask);
    await watch.look();
    void watch.#follow();
    return watch;
  }

  /** What stands now. */
  holds(): readonly GateHold[] {
    return this.#holds;
  }

  /** No more questions; the leave ends with this process. */
  close(): void {
    this.#isClosed = true;
  }

  async #follow(): Promise<void> {
    while (!this.#isClosed) {
      await sleep(ASK_EVERY_MS, undefined, { ref: false });
      if (!this.#isClosed) await this.look();
    }
  }

  /** Asks now: whoever has just recorded something must not decide by an answer of before. */
  async look(): Promise<void> {
    this.#asked += 1;
    const number = this.#asked;
    let holds: readonly GateHold[];
    try {
      holds = await inTime(this.#ask());
    } catch (error) {
      holds = [unknownHold('no contact with the gate', error)];
    }
    if (number < this.#answered) return;
    this.#answered = number;
    const isLoopOnly = holds.every(({ isLoop = false }) => isLoop);
    // Each by itself: where one cannot be given, the other must still be taken away.
    const troubles = [this.#give('advice', isLoopOnly), this.#give('turn', holds.length === 0)];
    this.#holds = [...holds, ...troubles.filter((trouble) => trouble !== null)];
  }

  /** Gives or takes the leave. What prevents that holds the worker: it can write where the file is. */
  #give(kind: keyof LeaveFiles, mayRun: boolean): GateHold | null {
    try {
      this.#write(kind, mayRun);
      return null;
    } catch (error) {
      return unknownHold('its leave cannot be written', error);
    }
  }

  #write(kind: keyof LeaveFiles, mayRun: boolean): void {
    const file = this.#leaveFiles[kind];
    if (!mayRun) return rmSync(file, { force: true });
    if (existsSync(file) && this.#own.has(kind)) return;
    writeWhole(file, JSON.stringify(markOf(process.pid)));
    this.#own.add(kind);
  }
}

function unknownHold(name: string, error: unknown): GateHold {
  const [why = ''] = errorWords(error).split('\n');
  return { name, why, isHardStop: false, isUnknown: true };
}

function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  return withDeadline(answer, ANSWER_MS_MAX, () => {
    throw new Error(`it did not answer within ${ANSWER_MS_MAX} ms`);
  });
}
