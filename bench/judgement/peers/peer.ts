/**
 * A loop rule that somebody published, written anew from its described behaviour.
 *
 * Every rule judges one thread and says at which event it would first have acted. What a thread
 * cannot show (the borders of a message, a page's state, a judging model) is left out and said so in
 * the rule's own file.
 */
import type { Thread, ToolEvent, TranscriptEvent } from '../../../src/detect/index.ts';

/** A rule with its name in the tables. */
export interface Peer {
  readonly name: string;
  /** One line on what it compares and when it acts. */
  readonly rule: string;
  /** Index of the event at which the rule first acts, or null. */
  readonly firedAt: (thread: Thread) => number | null;
}

/** The index of the first event at which the watch answers true. It is told every event until then. */
export function firstFiring(
  thread: Thread,
  watch: (event: TranscriptEvent, index: number) => boolean,
): number | null {
  const index = thread.events.findIndex(watch);
  return index === -1 ? null : index;
}

/** The same for rules that look at tool calls alone. */
export function firstFiringCall(
  thread: Thread,
  watch: (call: ToolEvent) => boolean,
): number | null {
  return firstFiring(thread, (event) => event.kind === 'tool' && watch(event));
}
