/**
 * The final verification: after a run, say whether its task is complete.
 *
 * It warns and changes nothing. The run is over and its output is handed over all the same; but somebody who
 * reads "done" should know when it is not.
 */
import { reportProblem, type Report } from '../session/report.ts';
import { checkCompletion, type CompletionAsk } from './check-completion.ts';
import { incompleteBecause } from './stop-decision.ts';

/** A run that is over. */
export interface VerifyCompletionAsk extends CompletionAsk {
  /** Hears of a run that ended incomplete; a warning of the process when it is not given. */
  readonly report?: Report | undefined;
}

/** How a run ended. */
export interface FinalVerification {
  readonly complete: boolean;
  /** Why it is not complete, or not known to be. */
  readonly why: string | null;
}

/** Checks once more, and warns when the task is incomplete or could not be checked. */
export async function verifyCompletion({
  report,
  ...ask
}: VerifyCompletionAsk): Promise<FinalVerification> {
  const outcome = await checkCompletion(ask);
  const why = incompleteBecause(outcome);
  if (why === null) return { complete: true, why };
  const message = `The run of ${ask.prompt.name} ended incomplete: ${why}`;
  reportProblem(report, { kind: 'task_incomplete', name: ask.prompt.name, message });
  return { complete: false, why };
}
