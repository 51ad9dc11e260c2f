/**
 * The changes of one call, apart from the session until they are committed.
 *
 * StepState back after a failed call must undo that call and no other. So a call never writes into the shared state: it
 * keeps its changes as functions, sees them itself, and applies them at the end to whatever the others have made of
 * the state meanwhile. Dropping them is forgetting them. What goes into a log is written at once.
 */
import type { SessionView, Slice, SliceDefinition } from './slice.ts';

/** What can go back, and counts how often it did. */
interface Rewindable extends SessionView {
  readonly rewinds: number;
}

interface Pending {
  readonly definition: SliceDefinition<unknown>;
  readonly changes: ((value: unknown) => unknown)[];
  /** What the changes made of which value, so that they are not applied anew at every reading. */
  base: unknown;
  applied: unknown;
}

/** What one call changed in its session. */
export class SessionChanges implements SessionView {
  readonly id: string;
  readonly startedAtMs: number;
  readonly #session: Rewindable;
  readonly #rewinds: number;
  readonly #pending = new Map<string, Pending>();
  #isOver = false;

  constructor(session: Rewindable) {
    this.id = session.id;
    this.startedAtMs = session.startedAtMs;
    this.#session = session;
    this.#rewinds = session.rewinds;
  }

  now(): number {
    return this.#session.now();
  }

  /** The session's slice with the changes of this call on top. */
  slice<Value>(definition: SliceDefinition<Value>): Slice<Value> {
    const base = this.#session.slice(definition);
    if (definition.kind === 'log') return base;
    return {
      get: () => this.#applied(definition.key, base.get()) as Value,
      update: (change) => {
        // A call that is over has nothing to say any more: a tool's late callback must not change the session.
        if (!this.#isOver) this.#add(definition, base.get(), change as (value: unknown) => unknown);
      },
    };
  }

  /**
   * Applies the changes, all or none. False when the session went back since the call began: what it found out
   * belongs to a past that was given up.
   */
  commit(): boolean {
    const isCurrent = !this.#isOver && this.#session.rewinds === this.#rewinds;
    this.#isOver = true;
    if (!isCurrent) return false;
    const ready = [...this.#pending.values()].map(({ definition }) => {
      const slice = this.#session.slice(definition);
      return { slice, next: this.#applied(definition.key, slice.get()) };
    });
    for (const { slice, next } of ready) slice.update(() => next);
    return true;
  }

  /** Forgets the changes. */
  drop(): void {
    this.#isOver = true;
    this.#pending.clear();
  }

  /** Applied first, so that a change that throws is refused to its author and not at the commit. */
  #add(
    definition: SliceDefinition<unknown>,
    base: unknown,
    change: (value: unknown) => unknown,
  ): void {
    const applied = change(this.#applied(definition.key, base));
    const changes = this.#pending.get(definition.key)?.changes ?? [];
    changes.push(change);
    this.#pending.set(definition.key, { definition, changes, base, applied });
  }

  #applied(key: string, base: unknown): unknown {
    const pending = this.#pending.get(key);
    if (pending === undefined) return base;
    if (pending.base !== base) {
      pending.applied = pending.changes.reduce((value, change) => change(value), base);
      pending.base = base;
    }
    return pending.applied;
  }
}
