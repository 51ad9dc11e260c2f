/**
 * Judges one life, move by move, with every check there is.
 *
 * It needs nothing but the moves, so the same judge serves the simulation, the search for a shorter
 * failing list, and the replay of a kept one.
 */
import {
  TripwireError,
  type AgentRecord,
  type Constitution,
  type Decision,
  type StepResult,
  type TickRecord,
} from '../../src/core/index.ts';
import { TIMESTAMP_MAX } from './actor-clock.ts';
import { AgentBook, type OpenedPlace } from './agent-book.ts';
import { ALWAYS } from './always.ts';
import { bookHolds, bookRecord, closeRecord } from './close-record.ts';
import { Journal, type Step } from './journal.ts';
import type { Move } from './moves.ts';
import { lookAt } from './sight.ts';
import { Spotter } from './spotter.ts';
import { deepFreeze, stateTooLarge } from './state-bounds.ts';
import type { Tally } from './tally.ts';
import { Violation } from './violation.ts';

/** How far ahead a promise not to wake is tried. */
const LOOK_AHEAD_MS = 7_200_000;

/** How closely a life is watched: the dear checks are not made at every step. */
export interface Watch {
  /** The agent must be left alone by the loop and runaway detectors. */
  readonly healthy: boolean;
  readonly frozen: boolean;
  readonly digests: boolean;
  /** The state is measured, and the wake-up time tried, at every n-th record. */
  readonly measureEvery: number;
}

/** Judges the moves of one agent. */
export class LifeJudge {
  readonly #journal: Journal;
  readonly #book: AgentBook;
  readonly #watch: Watch;
  readonly #spotter: Spotter;

  constructor(step: Step, constitution: Constitution, watch: Watch, tally: Tally) {
    this.#journal = new Journal(step, constitution, watch.digests);
    this.#book = new AgentBook(constitution.values);
    this.#watch = watch;
    this.#spotter = new Spotter(tally);
  }

  /** How many records were taken in. */
  get length(): number {
    return this.#journal.length;
  }

  /** Lets a move happen; the decision if it was a record. Throws a `Violation`. */
  take(move: Move): Decision | null {
    switch (move.kind) {
      case 'record':
        return this.#takeRecord(move.record, move.copy);
      case 'malformed':
        this.#refuse(move.value, move.how);
        return null;
      case 'snapshot':
        this.#journal.snapshot();
        return null;
      case 'crash':
        this.#spotter.crash(this.#book, move.from);
        this.#journal.crash(move.from);
        return null;
    }
  }

  #takeRecord(record: AgentRecord, copy: boolean): Decision {
    const book = this.#book;
    const before = this.#journal.state;
    if (this.#watch.frozen) deepFreeze(before);
    const place = book.open(record);
    const decision = this.#step(record);
    bookRecord(book, place, record, decision);
    const sight = lookAt(record, decision, book, place, this.#watch.healthy);
    bookHolds(sight);
    for (const [name, check] of ALWAYS) {
      const problem = check(sight);
      if (problem !== null) throw new Violation(name, problem);
    }
    if (this.#journal.length % this.#watch.measureEvery === 0) this.#measure(record, place);
    this.#spotter.spot(sight, copy);
    closeRecord(sight);
    return decision;
  }

  #step(record: AgentRecord): StepResult {
    try {
      return this.#journal.take(record);
    } catch (error) {
      const frozen = error instanceof TypeError && this.#watch.frozen;
      throw new Violation(frozen ? 'stateIsNotMutated' : 'stepDoesNotThrow', String(error));
    }
  }

  /** What is no record must be refused by its code and change nothing. */
  #refuse(value: unknown, how: string): void {
    const before = JSON.stringify(this.#journal.state);
    const code = this.#refusalOf(value);
    if (code !== 'RECORD_INVALID') throw new Violation('malformedIsRefused', `${how}: ${code}`);
    if (JSON.stringify(this.#journal.state) !== before) {
      throw new Violation('stateIsNotMutated', `${how}: refused, but the state changed`);
    }
    this.#spotter.malformed();
  }

  #refusalOf(value: unknown): string {
    try {
      this.#journal.ask(value as AgentRecord);
      return 'taken in';
    } catch (error) {
      return TripwireError.isInstance(error) ? error.code : String(error);
    }
  }

  #measure(record: AgentRecord, place: OpenedPlace): void {
    const problem = stateTooLarge(this.#journal.state);
    if (problem !== null) throw new Violation('stateIsBounded', problem);
    const { agent } = record;
    const { sessionName: session, threadName: thread } = place;
    const ask = (timestamp: number): StepResult => {
      const who = agent === undefined ? {} : { agent };
      const tick: TickRecord = { type: 'tick', ...who, session, thread, timestamp };
      return this.#journal.ask(tick);
    };
    const now = ask(place.now);
    const last = Math.min(
      now.wakeAt === null ? Infinity : now.wakeAt - 1,
      place.now + LOOK_AHEAD_MS,
    );
    if (last <= TIMESTAMP_MAX && answerText(ask(last)) !== answerText(now)) {
      throw new Violation('quietUntilWake', `the answer changed before ${now.wakeAt}`);
    }
    if (now.wakeAt === null || now.wakeAt > TIMESTAMP_MAX) return;
    // At health 0 a sibling that flips back costs nothing more; it only puts recovery off.
    if (now.health > 0 && sameAnswer(ask(now.wakeAt), now)) {
      throw new Violation('quietUntilWake', `nothing changed at ${now.wakeAt}`);
    }
  }
}

/** The whole answer as text; the same text is the same answer. */
function answerText({ activity, health, holds, intent, safety, wakeAt }: StepResult): string {
  return JSON.stringify({ activity, health, holds, intent, safety, wakeAt });
}

/** The same answer but for the next time to wake, which may of course move on. */
function sameAnswer(a: StepResult, b: StepResult): boolean {
  return answerText({ ...a, wakeAt: null }) === answerText({ ...b, wakeAt: null });
}
