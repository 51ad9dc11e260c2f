/**
 * One run of an agent as its client wrote it down: what happened, and what the model calls used.
 *
 * Every reader of a transcript ends here, whatever the client. Usage is the client's own record; a
 * transcript without one has no model calls, and nothing is estimated in its place. Events are judged as
 * they are read and their texts let go, so that a run of any length fits into memory.
 */
import type { TranscriptEvent, Verdict } from '../detect/index.ts';

/** Who wrote a transcript. */
export type ClientName =
  | 'claude-code'
  | 'codex'
  | 'gemini-cli'
  | 'opencode'
  | 'swe-agent'
  | 'message-log';

/** Tokens of a model call, each counted once: `input` is what no cache had. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Written to a cache that lasts an hour; some providers charge it differently. */
  readonly cacheWriteHour: number;
  /** What the model wrote, its thoughts included. */
  readonly output: number;
}

/** One answer of a model and what it used. */
export interface ModelCall {
  readonly model: string | null;
  readonly usage: TokenUsage;
  /** Index of the first event that this answer brought about. */
  readonly firstEvent: number;
}

/** What is kept of an event: what it was, and how the thread stood after it. */
export interface JudgedEvent {
  readonly kind: TranscriptEvent['kind'];
  readonly verdict: Verdict;
}

/** A run that was read. */
export interface Run {
  readonly id: string;
  readonly client: ClientName;
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

/** No tokens at all. */
export const NO_TOKENS: TokenUsage = Object.freeze({
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
  output: 0,
});

/** All tokens of a usage. */
export function totalTokens(usage: TokenUsage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite + usage.cacheWriteHour + usage.output;
}
