/**
 * The judge of one thread: the progress score, what is said, and the guards, composed.
 *
 * Pure, incremental and bounded: the cost of an event does not grow with the conversation, and the
 * state is plain data.
 */
import type { TranscriptEvent } from '../thread/transcript.ts';
import {
  guardCompaction,
  guardStep,
  UNGUARDED,
  type GuardFinding,
  type GuardRule,
  type GuardState,
} from './guards.ts';
import { initialProgress, judgeProgress, type ProgressState } from './progress-score.ts';
import { digestStep, type StepDigest } from './step-digest.ts';
import { charge, lengthen, NO_STRETCH, type CountedAs, type Stretch } from './stretch.ts';
import {
  digestText,
  judgeAnswer,
  judgePrompt,
  SILENT,
  type TextDigest,
  type TextState,
} from './text-score.ts';

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
  /** Events taken in so far. */
  readonly events: number;
  readonly stretch: Stretch;
}

/** Why a thread was warned or stopped. */
export type JudgeRule = 'no-progress' | 'monologue' | 'chant' | GuardRule;

/** The verdict after an event. */
export interface Verdict {
  readonly score: number;
  readonly level: 'ok' | 'warn' | 'stop';
  readonly rule: JudgeRule | null;
  /** Why this event counted, if it did. */
  readonly dead: CountedAs | null;
  /** The points this event brought; 0 when it did not count. */
  readonly weight: number;
  /** What the rule counted: steps without progress, answers, failures, agents, compactions. */
  readonly count: number;
  /** What happened since the score last was nothing. */
  readonly stretch: Stretch;
}

/** A verdict and the state after it. */
export interface Judged {
  readonly state: JudgeState;
  readonly verdict: Verdict;
}

/** The state before the first event. */
export function initialJudge(): JudgeState {
  return {
    progress: initialProgress(),
    text: SILENT,
    guards: UNGUARDED,
    events: 0,
    stretch: NO_STRETCH,
  };
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
  const found = findingOf(state, digest, options);
  const { dead } = found;
  const score = found.state.progress.points;
  const weight = dead === null ? 0 : round(score - state.progress.points);
  const what = digest.kind === 'tool' ? digest.step.tool : digest.kind;
  const step = dead === null ? null : { index: state.events, what, why: dead, weight };
  const isCall = digest.kind === 'tool' || digest.kind === 'response';
  const stretch = lengthen(state.stretch, score, step, isCall);
  const next = { ...found.state, events: state.events + 1, stretch };
  return { state: next, verdict: verdictOf({ ...found, state: next }, weight, options.threshold) };
}

/** Adds what a model answer cost to the stretch without progress, if there is one. */
export function chargeTokens(state: JudgeState, tokens: number): JudgeState {
  return { ...state, stretch: charge(state.stretch, tokens) };
}

/** What an event showed, before it is weighed against the threshold. */
interface Found {
  readonly state: JudgeState;
  readonly dead: CountedAs | null;
  /** The rule that speaks when the score does. */
  readonly scoreRule: JudgeRule | null;
  readonly findings: readonly Finding[];
}

interface Finding extends Omit<GuardFinding, 'rule'> {
  readonly rule: JudgeRule;
}

function findingOf(state: JudgeState, digest: EventDigest, options: JudgeOptions): Found {
  switch (digest.kind) {
    case 'tool': {
      const word = options.exceptions.find(({ tool }) => tool === digest.step.tool);
      if (word?.is === 'healthy') return { state, dead: null, scoreRule: null, findings: [] };
      return judgeTool(state, word === undefined ? digest.step : { ...digest.step, poll: true });
    }
    case 'compaction': {
      const { state: guards, findings } = guardCompaction(state.guards);
      const progress = { ...state.progress, compactedAt: state.progress.steps };
      return { state: { ...state, progress, guards }, dead: null, scoreRule: null, findings };
    }
    case 'prompt':
      return judgeSaidPrompt(state, digest);
    case 'response':
      return judgeSaidAnswer(state, digest);
  }
}

function judgeTool(state: JudgeState, step: StepDigest): Found {
  const judged = judgeProgress(state.progress, step);
  const changed = judged.state.changedAt !== state.progress.changedAt;
  const guarded = guardStep(state.guards, step, judged.dead === null, changed);
  // Doing something ends a monologue.
  const text = { ...state.text, answers: [] };
  return {
    state: { ...state, progress: judged.state, text, guards: guarded.state },
    dead: judged.dead,
    scoreRule: 'no-progress',
    findings: guarded.findings,
  };
}

function judgeSaidPrompt(state: JudgeState, digest: TextDigest): Found {
  const { lastAtMs } = state.progress;
  const rested = digest.atMs !== null && lastAtMs !== null && digest.atMs - lastAtMs >= REST_MS;
  const { state: text, isNew } = judgePrompt(state.text, digest, rested);
  const points = isNew ? 0 : state.progress.points;
  const progress = { ...state.progress, points, lastAtMs: digest.atMs ?? state.progress.lastAtMs };
  return { state: { ...state, progress, text }, dead: null, scoreRule: null, findings: [] };
}

function judgeSaidAnswer(state: JudgeState, digest: TextDigest): Found {
  const judged = judgeAnswer(state.text, digest);
  const points = Math.max(0, round(state.progress.points + judged.points));
  const progress = { ...state.progress, points, lastAtMs: digest.atMs ?? state.progress.lastAtMs };
  const { chant } = digest;
  return {
    state: { ...state, progress, text: judged.state },
    dead: judged.points > 0 ? 'same-answer' : null,
    scoreRule: 'monologue',
    findings: chant === null ? [] : [{ rule: 'chant', stop: true, count: chant.repeats }],
  };
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}

/** The strongest word of score and guards. An event that did not count raises no alarm anew. */
function verdictOf(found: Found, weight: number, threshold: number): Verdict {
  const { dead, scoreRule, findings } = found;
  const { stretch, progress } = found.state;
  const score = progress.points;
  const said = (level: Verdict['level'], rule: JudgeRule | null, count: number): Verdict => ({
    score,
    level,
    rule,
    dead,
    weight,
    count,
    stretch,
  });
  const stopping = findings.find(({ stop }) => stop);
  if (stopping !== undefined) return said('stop', stopping.rule, stopping.count);
  if (dead !== null && score > threshold) return said('stop', scoreRule, stretch.fed);
  const [warning] = findings;
  if (warning !== undefined) return said('warn', warning.rule, warning.count);
  if (dead !== null && score > threshold / 2) return said('warn', scoreRule, stretch.fed);
  return said('ok', null, 0);
}
