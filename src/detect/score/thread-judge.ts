/**
 * The judge of one thread: the progress score, what is said, and the guards, composed.
 *
 * Pure, incremental and bounded: the cost of an event does not grow with the conversation, and the
 * state is plain data.
 */
import { digestStep, type StepDigest } from '../digest/step-digest.ts';
import { digestText, type TextDigest } from '../digest/text-digest.ts';
import { withLines } from '../memory/line-memory.ts';
import { initialProgress, type ProgressState } from '../memory/progress-state.ts';
import type { TranscriptEvent } from '../thread/transcript.ts';
import { completeDigest } from './complete-digest.ts';
import {
  guardCompaction,
  guardStep,
  UNGUARDED,
  type GuardFinding,
  type GuardRule,
  type GuardState,
} from './guards.ts';
import { beginsRun, hasAnswered, takePrompt } from './new-run.ts';
import { judgeProgress } from './progress-score.ts';
import { charge, lengthen, NO_STRETCH, type CountedAs, type Stretch } from './stretch.ts';
import { judgeAnswer, SILENT, type TextState } from './text-score.ts';
import { withPause } from './waiting.ts';

/** What the journal keeps of an event. */
export type EventDigest =
  | { readonly kind: 'tool'; readonly step: StepDigest }
  | TextDigest
  | { readonly kind: 'compaction' };

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
  /** Only calls of this shape (`looseCall` of their digest); all calls of the tool when absent. */
  readonly call?: string;
  /** In force until this time, which whoever judges has to look at; for ever when absent. */
  readonly until?: number;
}

/** What a person may tune. */
export interface JudgeOptions {
  readonly threshold: number;
  /** The score stops above this where something moved the limit; above the threshold when absent. It warns as ever. */
  readonly stopsAbove?: number;
  readonly exceptions: readonly JudgeException[];
  /** Agents that may be started within ten minutes and bring nothing back; 25 when absent. */
  readonly fruitless?: number;
}

/** The judge as it comes. */
export const DEFAULT_OPTIONS: JudgeOptions = Object.freeze({
  threshold: DEFAULT_THRESHOLD,
  exceptions: Object.freeze([]),
});

/** Judges one event. */
export function judgeEvent(
  state: JudgeState,
  recorded: EventDigest,
  options: JudgeOptions = DEFAULT_OPTIONS,
): Judged {
  const digest = completeDigest(recorded);
  const found = findingOf(state, digest, options);
  const { dead } = found;
  const score = found.state.progress.points;
  const weight = dead === null ? 0 : round(score - state.progress.points);
  const what = digest.kind === 'tool' ? digest.step.tool : digest.kind;
  const step = dead === null ? null : { index: state.events, what, why: dead, weight };
  const isCall = digest.kind === 'tool' || digest.kind === 'response';
  const stretch = lengthen(state.stretch, score, step, isCall);
  const next = { ...found.state, events: state.events + 1, stretch };
  return { state: next, verdict: verdictOf({ ...found, state: next }, weight, options) };
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
      const word = options.exceptions.find((one) => isAbout(one, digest.step));
      if (word?.is === 'healthy') return { state, dead: null, scoreRule: null, findings: [] };
      const step = word === undefined ? digest.step : { ...digest.step, poll: true };
      return judgeTool(state, step, options.fruitless);
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

function isAbout({ tool, call }: JudgeException, step: StepDigest): boolean {
  return tool === step.tool && (call === undefined || call === step.looseCall);
}

function judgeTool(state: JudgeState, step: StepDigest, fruitless: number | undefined): Found {
  const judged = judgeProgress(state.progress, step);
  const known = judged.state.calls.find(({ call }) => call === step.call);
  const guarded = guardStep(state.guards, step, known, judged, fruitless);
  // Doing something ends a monologue.
  const text = { ...state.text, answers: [], asked: [], earlier: [], pressed: false };
  return {
    state: { ...state, progress: judged.state, text, guards: guarded.state },
    dead: judged.dead,
    scoreRule: 'no-progress',
    findings: guarded.findings,
  };
}

function judgeSaidPrompt(state: JudgeState, digest: TextDigest): Found {
  const { asked, ...progress } = state.progress;
  const begins = beginsRun(state.text, digest, progress);
  const text = takePrompt(state.text, digest, begins);
  const next = {
    ...progress,
    points: begins ? 0 : progress.points,
    ...askedAfter(begins ? digest.count : asked),
    // After its own answer the agent was done: what it did before belongs to another run.
    runAt: begins && hasAnswered(state.text) ? progress.steps : progress.runAt,
    lastAtMs: digest.atMs ?? progress.lastAtMs,
    workedAtMs: digest.atMs ?? progress.workedAtMs,
    lines: withLines(progress.lines, digest.items),
  };
  return { state: { ...state, progress: next, text }, dead: null, scoreRule: null, findings: [] };
}

function askedAfter(asked: number | undefined): { readonly asked?: number } {
  return asked === undefined ? {} : { asked };
}

function judgeSaidAnswer(state: JudgeState, digest: TextDigest): Found {
  const judged = judgeAnswer(state.text, digest);
  const { atMs, chant } = digest;
  const { lastAtMs, workedAtMs, pausesMs } = state.progress;
  // The time from a prompt to its answer shows how fast the model is.
  const isFirst = lastAtMs !== null && lastAtMs === workedAtMs && state.text.asked.length > 0;
  const thought = isFirst && atMs !== null ? atMs - lastAtMs : null;
  const progress = {
    ...state.progress,
    points: Math.max(0, round(state.progress.points + judged.points)),
    lastAtMs: atMs ?? lastAtMs,
    pausesMs: withPause(pausesMs, thought),
  };
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
function verdictOf(
  found: Found,
  weight: number,
  { threshold, stopsAbove = threshold }: JudgeOptions,
): Verdict {
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
  if (dead !== null && score > stopsAbove) return said('stop', scoreRule, stretch.fed);
  const [warning] = findings;
  if (warning !== undefined) return said('warn', warning.rule, warning.count);
  if (dead !== null && score > threshold / 2) return said('warn', scoreRule, stretch.fed);
  return said('ok', null, 0);
}
