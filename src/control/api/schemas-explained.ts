/**
 * The shape of a stop explained step by step: what the agent did, the points of each step, and the reason.
 */
import { z } from 'zod';
import { list, timeMs } from './schemas.ts';

const explainedStep = z.strictObject({
  /** Row of the journal. */
  seq: z.int(),
  at: timeMs,
  /** An opinion is what a model said of the thread: no step of the agent. */
  kind: z.enum(['tool', 'prompt', 'response', 'compaction', 'opinion']),
  tool: z.string().nullable(),
  /** What the agent did, in plain words. */
  what: z.string(),
  /** The beginning of its text, without secrets; null where no text was kept. */
  text: z.string().nullable(),
  /** What the step added to the score or took off it, and the score after it. */
  points: z.number(),
  score: z.number(),
  /** Why, as a code and in words; null where the step changed nothing. */
  code: z.string().nullable(),
  why: z.string().nullable(),
  level: z.enum(['ok', 'warn', 'stop']),
  rule: z.string().nullable(),
  /** What was said about the thread, where it was warned or stopped. */
  says: z.string().nullable(),
  /** The score warns and stops above these. */
  warns_above: z.number(),
  stops_above: z.number(),
});

/** The conversation that was stopped. */
export const explainedView = z.strictObject({
  session: z.string().nullable(),
  thread: z.string().nullable(),
  /** Steps before the first one shown. */
  earlier_steps: z.int(),
  /** False when judging the steps again gives another score than the recorded one: part of them is gone. */
  agrees: z.boolean(),
  steps: list(explainedStep),
});
