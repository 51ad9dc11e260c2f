/**
 * When a feedback provider is asked: after so many calls, after so many seconds, once a file is there.
 *
 * The conditions are alternatives. Each is judged against what this one provider said last, so that two
 * providers with different cadences do not silence each other.
 */
import { refuseGuardrail } from '../guardrail-error.ts';

/** The file to watch for. */
export interface FileCreatedTriggerOptions {
  readonly filename: string;
}

/** Fires once a session, the first time that the file is seen after a tool call. */
export class FileCreatedTrigger {
  readonly filename: string;

  constructor({ filename }: FileCreatedTriggerOptions) {
    if (filename.trim() === '') refuseGuardrail('filename', 'is empty; name the file to watch for');
    this.filename = filename;
    Object.freeze(this);
  }
}

/** The conditions; one that is not given does not count, and without any the trigger never fires. */
export interface FeedbackTriggerOptions {
  readonly everyNCalls?: number;
  readonly everyNSeconds?: number;
  readonly onFileCreated?: FileCreatedTrigger;
}

/** What is known about one provider after a tool call. */
export interface TriggerFacts {
  /** Tool calls of the prompt since this provider's last feedback, or since the beginning. */
  readonly callsSince: number;
  /** Time since this provider's last feedback, or since the session's start. */
  readonly elapsedMs: number;
  /** The file is there and this trigger has not fired for it. */
  readonly isNewFileSeen: boolean;
}

/** When a provider is asked. */
export class FeedbackTrigger {
  readonly everyNCalls: number | null;
  readonly everyNSeconds: number | null;
  readonly onFileCreated: FileCreatedTrigger | null;

  constructor({ everyNCalls, everyNSeconds, onFileCreated }: FeedbackTriggerOptions) {
    if (everyNCalls !== undefined && !(Number.isSafeInteger(everyNCalls) && everyNCalls >= 1)) {
      refuseGuardrail('everyNCalls', `must be a whole number from 1, not ${everyNCalls}`);
    }
    if (everyNSeconds !== undefined && !(Number.isFinite(everyNSeconds) && everyNSeconds > 0)) {
      refuseGuardrail('everyNSeconds', `must be a number above 0, not ${everyNSeconds}`);
    }
    this.everyNCalls = everyNCalls ?? null;
    this.everyNSeconds = everyNSeconds ?? null;
    this.onFileCreated = onFileCreated ?? null;
    Object.freeze(this);
  }

  /** Whether one of the conditions holds. */
  fires({ callsSince, elapsedMs, isNewFileSeen }: TriggerFacts): boolean {
    return (
      (this.everyNCalls !== null && callsSince >= this.everyNCalls) ||
      (this.everyNSeconds !== null && elapsedMs >= this.everyNSeconds * 1000) ||
      (this.onFileCreated !== null && isNewFileSeen)
    );
  }
}
