/**
 * The process around the core: it keeps the records, may write a snapshot, dies, and comes back.
 *
 * What comes back must be what was lost: state = fold(records), and a snapshot and the rest of the
 * records fold to the same.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  INITIAL_DIGESTS,
  initialState,
  nextDigests,
  type AgentRecord,
  type AgentState,
  type Constitution,
  type Digests,
  type StepResult,
} from '../../src/core/index.ts';
import { Violation } from './violation.ts';

/** The transition under test. */
export type Step = (
  state: AgentState,
  record: AgentRecord,
  constitution: Constitution,
) => StepResult;

interface Snapshot {
  readonly text: string;
  readonly digests: Digests;
  readonly length: number;
}

/** One agent's records and present state. */
export class Journal {
  readonly #step: Step;
  readonly #constitution: Constitution;
  readonly #withDigests: boolean;
  readonly #records: AgentRecord[] = [];
  #state: AgentState;
  #digests: Digests = INITIAL_DIGESTS;
  #snapshot: Snapshot;

  constructor(step: Step, constitution: Constitution, withDigests: boolean) {
    this.#step = step;
    this.#constitution = constitution;
    this.#withDigests = withDigests;
    this.#state = initialState(constitution);
    this.#snapshot = this.#written();
  }

  get state(): AgentState {
    return this.#state;
  }

  get length(): number {
    return this.#records.length;
  }

  /** Judges a record and keeps it. A step that throws keeps nothing. */
  take(record: AgentRecord): StepResult {
    const result = this.#step(this.#state, record, this.#constitution);
    this.#records.push(record);
    this.#state = result.state;
    this.#digests = this.#chained(this.#digests, record, result);
    return result;
  }

  /** What would be answered, without taking it in. */
  ask(record: AgentRecord): StepResult {
    return this.#step(this.#state, record, this.#constitution);
  }

  snapshot(): void {
    this.#snapshot = this.#written();
  }

  /** Drops the state and reloads it; throws when it is not the one that was dropped. */
  crash(from: 'start' | 'snapshot'): void {
    const lost = { state: this.#state, digests: this.#digests };
    const start = { text: JSON.stringify(initialState(this.#constitution)), length: 0 };
    const base = from === 'start' ? { ...start, digests: INITIAL_DIGESTS } : this.#snapshot;
    let state = JSON.parse(base.text) as AgentState;
    let { digests } = base;
    for (const record of this.#records.slice(base.length)) {
      const result = this.#step(state, record, this.#constitution);
      state = result.state;
      digests = this.#chained(digests, record, result);
    }
    if (!isDeepStrictEqual(state, lost.state)) {
      throw new Violation(
        'crashRestoresState',
        `reloaded from ${from}: ${difference(lost, state)}`,
      );
    }
    if (!isDeepStrictEqual(digests, lost.digests)) {
      throw new Violation('digestsChainOn', `reloaded from ${from}: the digests differ`);
    }
    this.#state = state;
    this.#digests = digests;
  }

  #written(): Snapshot {
    const text = JSON.stringify(this.#state);
    return { text, digests: this.#digests, length: this.#records.length };
  }

  #chained(before: Digests, record: AgentRecord, result: StepResult): Digests {
    return this.#withDigests ? nextDigests(before, record, result) : before;
  }
}

/** Where two states part, for people. */
function difference(lost: { readonly state: AgentState }, reloaded: AgentState): string {
  const [a, b] = [JSON.stringify(lost.state), JSON.stringify(reloaded)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const near = (text: string) => text.slice(Math.max(0, at - 40), at + 60);
  return `had …${near(a)}…, came back with …${near(b)}…`;
}
