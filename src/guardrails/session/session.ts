/**
 * A session: what one run of an agent remembers, in slices.
 *
 * Its owner may take a snapshot, restore it and reset everything. Policies, tools and providers only get to see
 * slices. Two sessions share nothing.
 */
import { randomUUID } from 'node:crypto';
import { refuseGuardrail } from '../guardrail-error.ts';
import { MACHINE_CLOCK, type Clock } from './clock.ts';
import { SessionChanges } from './session-changes.ts';
import type { SessionView, Slice, SliceDefinition } from './slice.ts';

/** What a session is made of. */
export interface SessionOptions {
  /** Unique among sessions; made up when it is not given. */
  readonly id?: string;
  readonly clock?: Clock;
}

/** The state slices of a session at one time: plain data, as long as the slices hold plain data. */
export interface SessionSnapshot {
  readonly sessionId: string;
  readonly slices: Readonly<Record<string, unknown>>;
}

/** What one run of an agent remembers. */
export class Session implements SessionView {
  readonly id: string;
  readonly startedAtMs: number;
  readonly #clock: Clock;
  readonly #definitions = new Map<string, SliceDefinition<unknown>>();
  #values: ReadonlyMap<string, unknown> = new Map();
  #rewinds = 0;

  constructor({ id = randomUUID(), clock = MACHINE_CLOCK }: SessionOptions = {}) {
    if (id === '') refuseGuardrail('id', 'of a session must not be empty');
    this.id = id;
    this.#clock = clock;
    this.startedAtMs = clock.now();
  }

  now(): number {
    return this.#clock.now();
  }

  /** One part of the memory; it begins with the definition's initial value. */
  slice<Value>(definition: SliceDefinition<Value>): Slice<Value> {
    this.#know(definition);
    const { key, initial } = definition;
    const get = (): Value => (this.#values.has(key) ? (this.#values.get(key) as Value) : initial);
    return {
      get,
      update: (change) => {
        const next = change(get());
        this.#values = new Map(this.#values).set(key, next);
      },
    };
  }

  /** How often the session went back by `restore` or `reset`: what was known before may no longer hold. */
  get rewinds(): number {
    return this.#rewinds;
  }

  /** The state as it is now. What later changes the session does not change the snapshot. */
  snapshot(): SessionSnapshot {
    const states = [...this.#values].filter(([key]) => !this.#isLog(key));
    return { sessionId: this.id, slices: Object.fromEntries(states) };
  }

  /**
   * Goes back to a snapshot of this session; logs stay. What calls under way changed so far is not part of it and
   * does not come later either.
   */
  restore(snapshot: SessionSnapshot): void {
    if (snapshot.sessionId !== this.id) {
      const words = `belongs to session ${snapshot.sessionId}; this is session ${this.id}`;
      refuseGuardrail('snapshot', words);
    }
    const logs = [...this.#values].filter(([key]) => this.#isLog(key));
    this.#values = new Map([...Object.entries(snapshot.slices), ...logs]);
    this.#rewinds += 1;
  }

  /** Forgets everything, logs too. */
  reset(): void {
    this.#values = new Map();
    this.#rewinds += 1;
  }

  /** Changes that belong together, kept apart until they are committed. */
  begin(): SessionChanges {
    return new SessionChanges(this);
  }

  #know(definition: SliceDefinition<unknown>): void {
    const known = this.#definitions.get(definition.key);
    if (known !== undefined && known !== definition) {
      const words = `${JSON.stringify(definition.key)} is defined twice; define it once and import it`;
      refuseGuardrail('slice', words);
    }
    this.#definitions.set(definition.key, definition);
  }

  #isLog(key: string): boolean {
    return this.#definitions.get(key)?.kind === 'log';
  }
}
