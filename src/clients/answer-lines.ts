/**
 * What the answers of a model used, from the lines that a client adds to its transcript while it works: for agents whose
 * model calls pass nowhere else.
 */
import type { JsonObject } from '../base/json-values.ts';
import type { Usage } from '../prices/index.ts';

/** What one answer used. */
export interface AnswerUsed {
  /** The same on every line of one answer; null where a line is a whole one. */
  readonly id: string | null;
  /** Null: the model that was named last. */
  readonly model: string | null;
  readonly usage: Usage;
}

/** How full a window of a subscription is, as the client wrote it down. */
export interface WindowUsed {
  readonly name: string;
  readonly resetAt?: number;
  /** In ten-thousandths. */
  readonly used: number;
}

/** Reads lines of a client's transcript, each a JSON object. */
export interface AnswerLines {
  /** Null where the line is no answer. */
  readonly answer: (line: JsonObject) => AnswerUsed | null;
  /** The model of the answers that follow. */
  readonly model?: (line: JsonObject) => string | null;
  /** The windows of a subscription; null where the line tells of none. Absent where the client writes none down. */
  readonly plan?: (line: JsonObject) => readonly WindowUsed[] | null;
  /** The folder beside a transcript that holds those of its subagents. */
  readonly subagents?: (transcript: string) => string;
}
