/**
 * The judge of one thread: the progress score, what is said, and the guards, composed.
 *
 * Pure, incremental and bounded: the cost of an event does not grow with the conversation, and the
 * state is plain data.
 */
import {
  guardCompaction,
  guardStep,
  UNGUARDED,
  type GuardFinding,
  type GuardRule,
  type GuardState,
} from './guards.ts';
import { initialProgress, judgeProgress, type ProgressState } from './progress-score.ts';
import type { DeadReason } from './progress-weights.ts';
import { digestStep, type StepDigest } from './step-digest.ts';
import {
  digestText,
  judgeAnswer,
  judgePrompt,
  SILENT,
  type TextDigest,
  type TextState,
} from './text-score.ts';
import type { TranscriptEvent } from './transcript.ts';

/** What the journal keeps of an event. */
export type EventDigest =
  | { readonly kind: 'tool'; readonly step: StepDigest }
  | TextDigest
  | { readonly kind: 'compaction' };

/** A prompt after such a pause begins a new run, whatever its words: a clock sent it. */
const REST_MS = 300_000;

/** The default threshold of the score; it is exceeded, not reached. */
const DEFAULT_THRESHOLD = 10;

/** The state of a thread's judge. */
export interface JudgeState {
  readonly progress: ProgressState;
  readonly text: TextState;
  readonly guards: GuardState;
}

/** Why a thread was warned or stopped. */
export type JudgeRule = 'no-progress' | 'monologue' | 'chant' | GuardRule;

/** The verdict after an event. */
export interface Verdict {
  readonly score: number;
  readonly level: 'ok' | 'warn' | 'stop';
  readonly rule: JudgeRule | null;
  /** Why this event counted, if it did. */
  readonly dead: DeadReason | 'same-answer' | null;
}

/** A verdict and the state after it. */
export interface Judged {
  readonly state: JudgeState;
  readonly verdict: Verdict;
}

/** The state before the first event. */
export function initialJudge(): JudgeState {
  return { progress: initialProgress(), text: SILENT, guards: UNGUARDED };
}

/** The digest of an event: memoryless, at most a kibibyte. */
export function digestEvent(event: TranscriptEvent): EventDigest {
  switch (event.kind) {
    case 'tool':
      return { kind: 'tool', step: digestStep(event) };
    case 'prompt':
    case 'response':
      return digestText(event.kind, event.text, event.atMs ?? null);
    case 'compaction':
      return { kind: 'compaction' };
  }
}

/** A person's word on a tool: it waits by design, or its repeats are healthy. */
export interface JudgeException {
  readonly tool: string;
  readonly is: 'poll' | 'healthy';
}

/** What a person may tune. */
export interface JudgeOptions {
  readonly threshold: number;
  readonly exceptions: readonly JudgeException[];
}

/** The judge as it comes. */
export const DEFAULT_OPTIONS: JudgeOptions = Object.freeze({
  threshold: DEFAULT_THRESHOLD,
  exceptions: Object.freeze([]),
});

/** Judges one event. */
export function judgeEvent(
  state: JudgeState,
  digest: EventDigest,
  options: JudgeOptions = DEFAULT_OPTIONS,
): Judged {
  const { threshold } = options;
  switch (digest.kind) {
    case 'tool': {
      const word = options.exceptions.find(({ tool }) => tool === digest.step.tool);
      if (word?.is === 'healthy') {
        return { state, verdict: verdictOf(state.progress.points, null, null, [], threshold) };
      }
      const step = word === undefined ? digest.step : { ...digest.step, poll: true };
      return judgeTool(state, step, threshold);
    }
    case 'compaction': {
      const { state: guards, findings } = guardCompaction(state.guards);
      const progress = { ...state.progress, compactedAt: state.progress.steps };
      const next = { ...state, progress, guards };
      return { state: next, verdict: verdictOf(progress.points, null, null, findings, threshold) };
    }
    case 'prompt':
      return judgeSaidPrompt(state, digest, threshold);
    case 'response':
      return judgeSaidAnswer(state, digest, threshold);
  }
}

function judgeTool(state: JudgeState, step: StepDigest, threshold: number): Judged {
  const judged = judgeProgress(state.progress, step);
  const changed = judged.state.changedAt !== state.progress.changedAt;
  const guarded = guardStep(state.guards, step, judged.dead === null, changed);
  // Doing something ends a monologue.
  const text = { ...state.text, answers: [] };
  return {
    state: { progress: judged.state, text, guards: guarded.state },
    verdict: verdictOf(judged.points, 'no-progress', judged.dead, guarded.findings, threshold),
  };
}

function judgeSaidPrompt(state: JudgeState, digest: TextDigest, threshold: number): Judged {
  const { lastAtMs } = state.progress;
  const rested = digest.atMs !== null && lastAtMs !== null && digest.atMs - lastAtMs >= REST_MS;
  const { state: text, isNew } = judgePrompt(state.text, digest, rested);
  const points = isNew ? 0 : state.progress.points;
  const progress = { ...state.progress, points, lastAtMs: digest.atMs ?? state.progress.lastAtMs };
  return {
    state: { ...state, progress, text },
    verdict: verdictOf(points, null, null, [], threshold),
  };
}

function judgeSaidAnswer(state: JudgeState, digest: TextDigest, threshold: number): Judged {
  const judged = judgeAnswer(state.text, digest);
  const points = Math.max(0, Math.round((state.progress.points + judged.points) * 100) / 100);
  const progress = { ...state.progress, points, lastAtMs: digest.atMs ?? state.progress.lastAtMs };
  const next = { ...state, progress, text: judged.state };
  const dead = judged.points > 0 ? 'same-answer' : null;
  if (digest.chant !== null) {
    const verdict: Verdict = { score: points, level: 'stop', rule: 'chant', dead };
    return { state: next, verdict };
  }
  return { state: next, verdict: verdictOf(points, 'monologue', dead, [], threshold) };
}

/** The strongest word of score and guards. An event that did not count raises no alarm anew. */
function verdictOf(
  score: number,
  scoreRule: JudgeRule | null,
  dead: Verdict['dead'],
  findings: readonly GuardFinding[],
  threshold: number,
): Verdict {
  const stopping = findings.find(({ stop }) => stop);
  if (stopping !== undefined) return { score, level: 'stop', rule: stopping.rule, dead };
  if (dead !== null && score > threshold) return { score, level: 'stop', rule: scoreRule, dead };
  const [warning] = findings;
  if (warning !== undefined) return { score, level: 'warn', rule: warning.rule, dead };
  if (dead !== null && score > threshold / 2)
    return { score, level: 'warn', rule: scoreRule, dead };
  return { score, level: 'ok', rule: null, dead };
}
