/**
 * Tells the agent how much time it has taken and how much is left.
 *
 * A model has no clock. What it is told is rounded down, so that it never believes to have more time than
 * there is.
 */
import { refuseGuardrail } from '../guardrail-error.ts';
import type { FeedbackContext } from './feedback-context.ts';
import type { FeedbackProvider } from './feedback-provider.ts';
import type { FeedbackDraft } from './feedback.ts';

const WARNING_THRESHOLD_SECONDS = 120;

/** When it becomes urgent. */
export interface DeadlineFeedbackOptions {
  /** With this much left, or less, it also says what to do. 120 when it is not said. */
  readonly warningThresholdSeconds?: number;
}

/** Reports the remaining time. */
export class DeadlineFeedback implements FeedbackProvider {
  readonly name = 'Deadline';
  readonly warningThresholdSeconds: number;

  constructor({
    warningThresholdSeconds = WARNING_THRESHOLD_SECONDS,
  }: DeadlineFeedbackOptions = {}) {
    if (!Number.isFinite(warningThresholdSeconds) || warningThresholdSeconds < 0) {
      const words = `must be a number of seconds from 0, not ${warningThresholdSeconds}`;
      refuseGuardrail('warningThresholdSeconds', words);
    }
    this.warningThresholdSeconds = warningThresholdSeconds;
  }

  shouldRun({ deadline }: FeedbackContext): boolean {
    return deadline !== null;
  }

  provide({ deadline }: FeedbackContext): FeedbackDraft {
    if (deadline === null) refuseGuardrail('deadline', 'is not set; shouldRun says so beforehand');
    const taken = duration(deadline.elapsedMs());
    if (deadline.isExceeded()) {
      return {
        summary: `The work took ${taken}. The deadline is reached.`,
        suggestions: ['Wrap up at once.'],
        severity: 'warning',
      };
    }
    const remainingMs = deadline.remainingMs();
    const summary = `The work so far took ${taken}. You have ${duration(remainingMs)} remaining.`;
    if (remainingMs > this.warningThresholdSeconds * 1000) return { summary };
    return {
      summary,
      suggestions: [
        'Prioritize completing critical remaining work.',
        'Sum up what is done and what remains.',
      ],
      severity: 'warning',
    };
  }
}

function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return counted(seconds, 'second');
  if (seconds < 3600) return counted(Math.floor(seconds / 60), 'minute');
  return counted(Math.floor(seconds / 360) / 10, 'hour');
}

function counted(amount: number, unit: string): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
