/**
 * How long a hook may take, at each step of its way, in one table.
 *
 * Most clients let the tool run when they give up on a hook. So whoever is further in gives up first and refuses, and
 * whoever started it is still there to pass the refusal on. The table is in the leaf room because the steps are in
 * rooms that may not know each other.
 */

/** In milliseconds, from the outside in; each must stay below the one before it. */
export const HOOK_DEADLINES_MS = {
  /** The client ends the hook. `tripwire init` writes it into the client's settings. */
  client: 10_000,
  /** `timeout`, or our plugin, kills a hook that hangs. */
  kill: 8_000,
  /** `tripwire hook` refuses, whatever it was doing. */
  hook: 7_000,
  /** From its start on, it has waited for a person's approval; then it denies, and says how to get one. */
  approval: 5_000,
  /** Whoever decides, the server or the hook itself, must have an answer. */
  decision: 4_000,
  /** The decision waits for the lock of the project's folder. */
  lock: 3_000,
  /** Then it asks a server, twice at the most. */
  question: 1_800,
  /** Or it waits for the project's own journal. */
  journal: 1_000,
} as const;
