/**
 * A provider that always says the same. With a file trigger it is a note that arrives when it matters.
 */
import { refuseGuardrail } from '../guardrail-error.ts';
import type { FeedbackProvider } from './feedback-provider.ts';
import type { FeedbackDraft } from './feedback.ts';

/** What it says. */
export interface StaticFeedbackProviderOptions {
  readonly feedback: string;
}

/** Delivers a fixed message. */
export class StaticFeedbackProvider implements FeedbackProvider {
  readonly name = 'Static';
  readonly feedback: string;

  constructor({ feedback }: StaticFeedbackProviderOptions) {
    if (feedback.trim() === '')
      refuseGuardrail('feedback', 'is empty; give the message to deliver');
    this.feedback = feedback;
  }

  shouldRun(): boolean {
    return true;
  }

  provide(): FeedbackDraft {
    return { summary: this.feedback };
  }
}
