/**
 * Asks a prompt's checker whether the work is done, unless there is nothing left to do it with.
 *
 * The checker on the prompt is the only one: an adapter that brought its own would make the same prompt mean
 * different things in different places.
 */
import type { Filesystem } from '../files/filesystem.ts';
import type { Budget } from '../session/budget.ts';
import type { Deadline } from '../session/deadline.ts';
import { checkSafely } from './check-safely.ts';
import type { CompletionOutcome } from './stop-decision.ts';
import type { TaskCompletionChecker, TaskCompletionContext } from './task-completion.ts';

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
