/**
 * What a session remembers of its feedback: what was said, and which file triggers have fired.
 *
 * Both are state: whoever restores a snapshot takes back what the agent was told after it.
 */
import type { SessionView, SliceDefinition } from '../session/slice.ts';
import { Feedback, type FeedbackOptions } from './feedback.ts';

/** Pieces of feedback that a session keeps. */
const FEEDBACK_KEPT_MAX = 256;

const FEEDBACK: SliceDefinition<readonly FeedbackOptions[]> = {
  key: 'guardrails.feedback',
  initial: [],
  kind: 'state',
};

/** A file trigger that has fired: of a provider, in whatever prompt of the session it was. */
export interface FileCreatedTriggerState {
  readonly providerName: string;
  readonly filename: string;
}

const FIRED: SliceDefinition<readonly FileCreatedTriggerState[]> = {
  key: 'guardrails.file-created-triggers',
  initial: [],
  kind: 'state',
};

/** Stores what was delivered. */
export function keepFeedback(session: SessionView, feedback: FeedbackOptions): void {
  session.slice(FEEDBACK).update((kept) => bounded([...kept, { ...feedback }]));
}

/** What was delivered in this session for a prompt, oldest first. */
export function feedbackHistory(session: SessionView, promptName: string): readonly Feedback[] {
  const kept = session.slice(FEEDBACK).get();
  return kept.filter((one) => one.promptName === promptName).map((one) => new Feedback(one));
}

/** The latest feedback of a prompt, of any provider or of one; null when there is none. */
export function latestFeedback(
  session: SessionView,
  promptName: string,
  providerName?: string,
): Feedback | null {
  const kept = session.slice(FEEDBACK).get();
  const last = kept.findLast(
    (one) =>
      one.promptName === promptName &&
      (providerName === undefined || one.providerName === providerName),
  );
  return last === undefined ? null : new Feedback(last);
}

/** Whether a file trigger has fired. */
export function hasFired(session: SessionView, trigger: FileCreatedTriggerState): boolean {
  return session
    .slice(FIRED)
    .get()
    .some((one) => isSame(one, trigger));
}

/** Marks a file trigger as fired, for the rest of the session. */
export function markFired(session: SessionView, trigger: FileCreatedTriggerState): void {
  session
    .slice(FIRED)
    .update((fired) => (fired.some((one) => isSame(one, trigger)) ? fired : [...fired, trigger]));
}

function isSame(one: FileCreatedTriggerState, other: FileCreatedTriggerState): boolean {
  return one.providerName === other.providerName && one.filename === other.filename;
}

/** Lets go of the oldest, but never of the last word of a provider: its next turn is counted from there. */
function bounded(kept: readonly FeedbackOptions[]): readonly FeedbackOptions[] {
  if (kept.length <= FEEDBACK_KEPT_MAX) return kept;
  const isOutdated = (one: FeedbackOptions, index: number) =>
    kept.some(
      (later, place) =>
        place > index &&
        later.promptName === one.promptName &&
        later.providerName === one.providerName,
    );
  const oldest = kept.findIndex(isOutdated);
  return oldest < 0 ? kept : kept.filter((_, index) => index !== oldest);
}
