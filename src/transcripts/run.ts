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
  /** A tool call that failed, where the transcript says so. */
  readonly hasFailed?: true;
  /** A tool call that is word for word the one before it, which failed. */
  readonly isRetry?: true;
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
  /** Whether a subagent's; absent where the form of the transcript does not tell. */
  readonly isSubagent?: boolean;
  /** A log of messages: it says neither which calls failed nor whether the run was over. */
  readonly isLog?: true;
  /** Whether it ends without an answer of the model: after a tool's result, a prompt, or with a call open. */
  readonly endsOpen: boolean;
  readonly events: readonly JudgedEvent[];
  readonly modelCalls: readonly ModelCall[];
}
