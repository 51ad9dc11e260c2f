/**
 * A transcript: what an agent did, as a flat list of events, whatever format it came in.
 *
 * Readers and wire formats all end here, so that a detector knows nothing of providers.
 */

/** A finished tool call with its outcome. */
export interface ToolEvent {
  readonly kind: 'tool';
  readonly tool: string;
  /** The arguments as a JSON value; a text that is no JSON stays a text. */
  readonly args: unknown;
  /** What the model was shown. */
  readonly result: string;
  /** Whether the client or the tool called it an error; absent where nobody said. */
  readonly isError?: boolean;
  /** The error on its own, where the source keeps it apart from the result. */
  readonly error?: string;
  /** The provider's id of the call: the same id is the same call. */
  readonly callId?: string;
  readonly atMs?: number;
  /** Facts that the source knows and a text cannot show. */
  readonly hints?: readonly ToolHint[];
}

/** poll: waits by design; neg: a negative answer; ui: acts on a screen; infra: rate limits and outages; bare: only an exit code; short: hardly any text. */
export type ToolHint = 'poll' | 'neg' | 'ui' | 'infra' | 'bare' | 'short';

/** A person (or a machine in their name) said something. */
export interface PromptEvent {
  readonly kind: 'prompt';
  readonly text: string;
  readonly atMs?: number;
}

/** The model answered in words. */
export interface ResponseEvent {
  readonly kind: 'response';
  readonly text: string;
  readonly atMs?: number;
}

/** The conversation was summarised and goes on with less context. */
export interface CompactionEvent {
  readonly kind: 'compaction';
  readonly atMs?: number;
}

/** Everything that can stand in a transcript. */
export type TranscriptEvent = ToolEvent | PromptEvent | ResponseEvent | CompactionEvent;

/** One conversation of an agent; a subagent has its own. */
export interface Thread {
  readonly id: string;
  readonly events: readonly TranscriptEvent[];
}
