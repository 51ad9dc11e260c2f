/**
 * A thread step by step: what each event did to the score and why, so that a person can argue with the verdict.
 */
import type { Thread } from '../thread/transcript.ts';
import {
  DEFAULT_OPTIONS,
  digestEvent,
  initialJudge,
  judgeEvent,
  type JudgeOptions,
  type Verdict,
} from './thread-judge.ts';
import { reasonWords, voicesOf } from './voice.ts';

/** What one event did. */
export interface ExplainedStep {
  /** Index of the event in its thread. */
  readonly index: number;
  /** By how much the score changed, and what it was afterwards. */
  readonly points: number;
  readonly score: number;
  /** Why the event counted, in words; null where it did not. */
  readonly why: string | null;
  readonly level: Verdict['level'];
  /** What is said about the thread, where it is warned or stopped. */
  readonly says: string | null;
}

/** Every event up to the one at which the thread is stopped. */
export function explainThread(
  thread: Thread,
  options: JudgeOptions = DEFAULT_OPTIONS,
): readonly ExplainedStep[] {
  const steps: ExplainedStep[] = [];
  let state = initialJudge();
  for (const [index, event] of thread.events.entries()) {
    const before = state.progress.points;
    const judged = judgeEvent(state, digestEvent(event), options);
    ({ state } = judged);
    const { score, dead, level } = judged.verdict;
    const voices = voicesOf(judged.verdict, options.threshold);
    steps.push({
      index,
      points: Math.round((score - before) * 100) / 100,
      score,
      why: dead === null ? null : reasonWords(dead),
      level,
      says: (level === 'stop' ? voices?.stop : voices?.warn) ?? null,
    });
    if (level === 'stop') break;
  }
  return steps;
}
