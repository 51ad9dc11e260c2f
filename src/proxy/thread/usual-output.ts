/**
 * How long the answers of a conversation or an agent are: a mean that follows, for what is reserved before a call that
 * sets no bound to its answer.
 */

/** A mean over the latest answers. */
export interface UsualOutput {
  readonly meanTokens: number;
  /** Answers that are in it. */
  readonly answers: number;
}

/** Beyond so many, the mean follows what is new and forgets what is old. */
const ANSWERS_MAX = 20;

/** The mean with one more answer. */
export function withAnswer(before: UsualOutput | undefined, tokens: number): UsualOutput {
  if (before === undefined) return { meanTokens: tokens, answers: 1 };
  const answers = Math.min(ANSWERS_MAX, before.answers + 1);
  const meanTokens = before.meanTokens + (tokens - before.meanTokens) / answers;
  return { meanTokens: Math.max(0, Math.ceil(meanTokens)), answers };
}
