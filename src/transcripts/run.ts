/**
 * One run of an agent as its client wrote it down: what happened, and what the model calls used.
 *
 * Every reader of a transcript ends here, whatever the client. Usage is the client's own record; a
 * transcript without one has no model calls, and nothing is estimated in its place. Events are judged as
 * they are read and their texts let go, so that a run of any length fits into memory.
 */
import type { TranscriptEvent, Verdict } from '../detect/index.ts';
import type { ModelCall } from '../prices/index.ts';

/** What is kept of an event: what it was, and how the thread stood after it. */
export interface JudgedEvent {
  readonly kind: TranscriptEvent['kind'];
  readonly verdict: Verdict;
}

/** A run that was read. */
export interface Run {
  readonly id: string;
  /** Who wrote the transcript: the id of a client, or the name of a log's form. */
  readonly client: string;
  readonly file: string;
  /** The folder's name in which the agent worked, where the transcript says it. */
  readonly project: string | null;
  readonly startedAtMs: number | null;
  readonly endedAtMs: number | null;
  /** What the first prompt said, shortened. */
  readonly title: string;
  readonly events: readonly JudgedEvent[];
  readonly modelCalls: readonly ModelCall[];
}
