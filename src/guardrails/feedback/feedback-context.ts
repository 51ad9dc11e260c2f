/**
 * What a feedback provider may look at: the session, the prompt, the deadline, and what happened so far.
 *
 * Everything is about the current prompt. A session that is used for several does not mix their counts.
 */
import type { Deadline } from '../session/deadline.ts';
import type { SessionView } from '../session/slice.ts';
import { recentToolCalls, toolCallCount, type ToolInvoked } from '../tool-call/tool-invoked.ts';
import { latestFeedback } from './feedback-history.ts';
import type { FeedbackPrompt } from './feedback-provider.ts';
import type { Feedback } from './feedback.ts';

/** What a context is made of. */
export interface FeedbackContextOptions {
  readonly session: SessionView;
  readonly prompt: FeedbackPrompt;
  readonly deadline?: Deadline | null;
}

/** What is known after a tool call. */
export class FeedbackContext {
  readonly session: SessionView;
  readonly prompt: FeedbackPrompt;
  readonly deadline: Deadline | null;
  /** All tool calls of the prompt, up to now. */
  readonly toolCallCount: number;

  constructor({ session, prompt, deadline = null }: FeedbackContextOptions) {
    this.session = session;
    this.prompt = prompt;
    this.deadline = deadline;
    // Fixed here: calls that end while a provider thinks belong to the next round.
    this.toolCallCount = toolCallCount(session, prompt.name);
  }

  /** The latest feedback for the prompt, of any provider. */
  get lastFeedback(): Feedback | null {
    return latestFeedback(this.session, this.prompt.name);
  }

  lastFeedbackForProvider(name: string): Feedback | null {
    return latestFeedback(this.session, this.prompt.name, name);
  }

  /** Tool calls since the latest feedback of any provider; all of them when there was none. */
  toolCallsSinceLastFeedback(): number {
    return this.#callsSince(this.lastFeedback);
  }

  toolCallsSinceLastFeedbackForProvider(name: string): number {
    return this.#callsSince(this.lastFeedbackForProvider(name));
  }

  /** The last `n` tool calls of the prompt, oldest first. */
  recentToolCalls(n: number): readonly ToolInvoked[] {
    return recentToolCalls(this.session, this.prompt.name, n);
  }

  #callsSince(feedback: Feedback | null): number {
    return Math.max(0, this.toolCallCount - (feedback?.callIndex ?? 0));
  }
}
