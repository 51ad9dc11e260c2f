/**
 * Asks a prompt's checker whether the work is done, unless there is nothing left to do it with: when an agent wants to
 * stop, and once more after its run.
 *
 * The checker on the prompt is the only one: an adapter that brought its own would make the same prompt mean
 * different things in different places.
 */
import type { Filesystem } from '../files/filesystem.ts';
import type { Budget } from '../session/budget.ts';
import type { Deadline } from '../session/deadline.ts';
import { reportProblem, type Report } from '../session/report.ts';
import {
  checkSafely,
  type TaskCompletionChecker,
  type TaskCompletionContext,
} from './task-completion.ts';

/** The part of a prompt that completion needs. */
export interface CheckedPrompt {
  readonly name: string;
  readonly taskCompletionChecker: TaskCompletionChecker | null;
  /** Where checkers look for files. */
  readonly filesystem: Filesystem | null;
}

/** The checker of a prompt; null when it has none, and then stopping is free. */
export function resolveChecker({
  prompt,
}: {
  readonly prompt: CheckedPrompt;
}): TaskCompletionChecker | null {
  return prompt.taskCompletionChecker;
}

/** What is to be checked, and the limits it is done under. */
export interface CompletionAsk extends Omit<TaskCompletionContext, 'filesystem'> {
  readonly prompt: CheckedPrompt;
  readonly deadline?: Deadline | null;
  readonly budget?: Budget | null;
}

/** What the completion check found. */
export type CompletionOutcome =
  /** The prompt has no checker: stopping is free. */
  | { readonly kind: 'unchecked' }
  /** No time or no tokens are left to do anything about it. */
  | { readonly kind: 'skipped'; readonly because: 'deadline' | 'budget' }
  | { readonly kind: 'complete'; readonly feedback: string | null }
  | { readonly kind: 'incomplete'; readonly feedback: string };

/** What the check found. Without time or tokens nothing could be mended, so nothing is asked. */
export async function checkCompletion(ask: CompletionAsk): Promise<CompletionOutcome> {
  const { prompt, deadline, budget, ...context } = ask;
  const checker = resolveChecker({ prompt });
  if (checker === null) return { kind: 'unchecked' };
  if (deadline?.isExceeded() === true) return { kind: 'skipped', because: 'deadline' };
  if (budget?.isExhausted() === true) return { kind: 'skipped', because: 'budget' };
  const { complete, feedback } = await checkSafely(checker, {
    ...context,
    filesystem: prompt.filesystem,
  });
  if (complete) return { kind: 'complete', feedback };
  return { kind: 'incomplete', feedback: feedback || 'The task is not complete.' };
}

/** Why the work is not done, or not known to be; null when nothing stands against stopping. */
export function incompleteBecause(outcome: CompletionOutcome): string | null {
  switch (outcome.kind) {
    case 'unchecked':
    case 'complete':
      return null;
    case 'skipped':
      return outcome.because === 'deadline'
        ? 'Completion was not checked: the deadline has passed.'
        : 'Completion was not checked: the budget is spent.';
    case 'incomplete':
      return outcome.feedback;
  }
}

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
