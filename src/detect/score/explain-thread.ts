/**
 * A thread step by step: what each event did to the score and why, so that a person can argue with the verdict.
 *
 * Recorded runs and digests from a journal are explained by the same function, so both say the same of the same step.
 */
import type { Thread } from '../thread/transcript.ts';
import { ACT_POINTS, CHANGED_POINTS, LIVE_POINTS } from './progress-weights.ts';
import type { CountedAs } from './stretch.ts';
import {
  DEFAULT_OPTIONS,
  digestEvent,
  initialJudge,
  judgeEvent,
  type EventDigest,
  type JudgeOptions,
  type JudgeState,
  type Verdict,
} from './thread-judge.ts';
import { reasonWords, voicesOf } from './voice.ts';

/** Why an event took points off. */
export type ReliefCode = 'new-information' | 'changed' | 'new-act' | 'progress' | 'new-run';

/** What one event did to the score. */
export interface ExplainedEvent {
  /** By how much the score changed, and what it was afterwards. */
  readonly points: number;
  readonly score: number;
  /** Why the event added or took points; null where it did neither and counted as nothing. */
  readonly code: CountedAs | ReliefCode | null;
  /** The same in words. */
  readonly why: string | null;
  readonly level: Verdict['level'];
  readonly rule: Verdict['rule'];
  /** What is said about the thread, where it is warned or stopped. */
  readonly says: string | null;
}

/** What one event of a thread did. */
export interface ExplainedStep extends ExplainedEvent {
  /** Index of the event in its thread. */
  readonly index: number;
}

const reliefWords: Readonly<Record<ReliefCode, string>> = Object.freeze({
  'new-information': 'the result had something new in it',
  changed: 'something had changed a little, or the next entry of a list was worked on',
  'new-act': 'something new was tried',
  progress: 'something new; the score does not fall below 0',
  'new-run': 'a new prompt began a new run',
});

/** Judges one digest and says what it did. */
export function explainEvent(
  state: JudgeState,
  digest: EventDigest,
  options: JudgeOptions = DEFAULT_OPTIONS,
): { readonly state: JudgeState; readonly explained: ExplainedEvent } {
  const before = state.progress.points;
  const { state: next, verdict } = judgeEvent(state, digest, options);
  const { score, dead, level, rule } = verdict;
  const points = Math.round((score - before) * 100) / 100;
  const relief = points < 0 ? reliefOf(digest.kind, -points, score) : null;
  const voices = voicesOf(verdict, options.stopsAbove ?? options.threshold);
  return {
    state: next,
    explained: {
      points,
      score,
      code: dead ?? relief,
      why: dead === null ? relief && reliefWords[relief] : reasonWords(dead),
      level,
      rule,
      says: (level === 'stop' ? voices?.stop : voices?.warn) ?? null,
    },
  };
}

/** Every event up to the one at which the thread is stopped. */
export function explainThread(
  thread: Thread,
  options: JudgeOptions = DEFAULT_OPTIONS,
): readonly ExplainedStep[] {
  const steps: ExplainedStep[] = [];
  let state = initialJudge();
  for (const [index, event] of thread.events.entries()) {
    const judged = explainEvent(state, digestEvent(event), options);
    ({ state } = judged);
    steps.push({ index, ...judged.explained });
    if (judged.explained.level === 'stop') break;
  }
  return steps;
}

/** What took the points off. A score that ended at 0 may have been lowered by less than the step was worth. */
function reliefOf(kind: EventDigest['kind'], taken: number, score: number): ReliefCode {
  if (kind === 'prompt') return 'new-run';
  if (score === 0) return 'progress';
  if (taken === LIVE_POINTS) return 'new-information';
  if (taken === CHANGED_POINTS) return 'changed';
  return taken === ACT_POINTS ? 'new-act' : 'progress';
}
