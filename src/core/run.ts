/**
 * A run: many agents judged record by record, with the digests of the whole sequence.
 *
 * `decide` and `replay` are the same run over different sources; that is why replay can give the
 * same bytes.
 */
import { MAIN } from '../base/main-name.ts';
import type { Decision } from './answer.ts';
import type { Constitution } from './constitution/constitution.ts';
import { INITIAL_DIGESTS, nextDigests, type Digests } from './records/digests.ts';
import { checkRecord } from './records/record-check.ts';
import type { AgentRecord } from './records/records.ts';
import { initialState, type AgentState } from './state.ts';
import { transition } from './step.ts';

/** Judges records in order and keeps the agents' states and the running digests. */
export class DecisionRun {
  readonly constitution: Constitution;
  #digests: Digests = INITIAL_DIGESTS;
  #steps = 0;
  readonly #agents = new Map<string, AgentState>();

  constructor(constitution: Constitution) {
    this.constitution = constitution;
  }

  /** The digests so far. */
  get digests(): Digests {
    return this.#digests;
  }

  /** How many records were taken. */
  get steps(): number {
    return this.#steps;
  }

  /** Judges one record. When it throws, nothing has changed. */
  take(record: AgentRecord): Decision {
    checkRecord(record);
    const agent = record.agent ?? MAIN;
    const before = this.#agents.get(agent) ?? initialState(this.constitution);
    const { state, ...decision } = transition(before, record, this.constitution);
    this.#digests = nextDigests(this.#digests, record, decision);
    this.#agents.set(agent, state);
    this.#steps += 1;
    return decision;
  }
}
