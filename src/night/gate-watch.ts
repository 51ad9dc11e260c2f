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
}

/** Asks the gate what stands. */
export type AskHolds = () => Promise<readonly GateHold[]>;

const ASK_EVERY_MS = 100;
/** More than a busy machine needs for an answer. */
const ANSWER_MS_MAX = 5_000;

/** Follows the gate from its first answer on, until it is closed. */
export class GateWatch {
  readonly #leaveFile: string;
  readonly #ask: AskHolds;
  #holds: readonly GateHold[] = [];
  #isClosed = false;
  /** The file may still be that of a supervisor that was killed. */
  #isOwn = false;

  private constructor(leaveFile: string, ask: AskHolds) {
    this.#leaveFile = leaveFile;
    this.#ask = ask;
  }

  /** Asks once before anything may run, and then again and again. */
  static async open(leaveFile: string, ask: AskHolds): Promise<GateWatch> {
    const watch = new GateWatch(leaveFile, ask);
    await watch.#look();
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
      if (!this.#isClosed) await this.#look();
    }
  }

  async #look(): Promise<void> {
    try {
      this.#holds = await inTime(this.#ask());
      if (this.#holds.length === 0) return this.#giveLeave();
    } catch (error) {
      const [why = ''] = errorWords(error).split('\n');
      this.#holds = [{ name: 'no contact with the gate', why, isHardStop: false }];
    }
    return rmSync(this.#leaveFile, { force: true });
  }

  #giveLeave(): void {
    if (existsSync(this.#leaveFile) && this.#isOwn) return;
    writeWhole(this.#leaveFile, JSON.stringify(markOf(process.pid)));
    this.#isOwn = true;
  }
}

function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  return withDeadline(answer, ANSWER_MS_MAX, () => {
    throw new Error(`it did not answer within ${ANSWER_MS_MAX} ms`);
  });
}
