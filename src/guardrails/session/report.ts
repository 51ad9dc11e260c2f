/**
 * Where guardrails say what went wrong without stopping the agent: a provider that threw, a run that ended
 * incomplete, a connection that broke.
 *
 * These are not errors of the call at hand, so nothing is thrown; but they must not vanish either.
 */
import { errorWords } from '../../base/error-words.ts';

/** Something a person should know about. */
export interface GuardrailProblem {
  readonly kind: 'feedback_provider' | 'task_incomplete' | 'connection';
  /** The provider, the prompt or the adapter concerned. */
  readonly name: string;
  /** In full words. */
  readonly message: string;
  /** What was thrown, if something was. */
  readonly cause?: unknown;
}

/** Takes a problem. */
export type Report = (problem: GuardrailProblem) => void;

/** Tells a problem to whoever was named, else as a warning of the process. A reporter that throws is not asked twice. */
export function reportProblem(report: Report | undefined, problem: GuardrailProblem): void {
  try {
    (report ?? warn)(problem);
  } catch {
    warn(problem);
  }
}

function warn({ message, kind }: GuardrailProblem): void {
  process.emitWarning(message, { type: 'TripwireWarning', code: kind.toUpperCase() });
}

/** What was thrown, in words. */
export function thrownWords(thrown: unknown): string {
  return errorWords(thrown);
}
