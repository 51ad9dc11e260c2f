/**
 * A slice: one named part of what a session remembers.
 *
 * A slice is changed by a function from the old value to the new one, never by setting a value: calls of one
 * session run side by side, and a value that was computed from an old reading would wipe out what another call
 * added meanwhile. Values are plain data and are never changed in place.
 */

/** What a slice is. Made once, at the top of a file, and known by its key. */
export interface SliceDefinition<Value> {
  /** Unique in a session, for example `guardrails.policies`. */
  readonly key: string;
  readonly initial: Value;
  /**
   * `state` goes back when the call that changed it fails and when a snapshot is restored. `log` stays: what
   * happened has happened. A reset clears both.
   */
  readonly kind: 'state' | 'log';
}

/** A slice of one session. */
export interface Slice<Value> {
  get(): Value;
  /** Replaces the value by what `change` makes of it. `change` must be pure: it may be called again. */
  update(change: (value: Value) => Value): void;
}

/** What policies, tools and feedback providers may do with a session: read and change its slices. */
export interface SessionView {
  readonly id: string;
  readonly startedAtMs: number;
  /** The session's time, in milliseconds since 1970. */
  now(): number;
  slice<Value>(definition: SliceDefinition<Value>): Slice<Value>;
}
