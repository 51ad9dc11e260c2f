/**
 * The kill switch: what an agent's owner set, and what the two detectors say about an observation.
 *
 * Both detectors always score. Only the chosen one may stop, and only where the switch is enabled and
 * not in shadow; the other one's word is reported beside it, so that a choice can be checked before it is made.
 */
import {
  addRequest,
  addResponse,
  chargeTokens,
  initialJudge,
  judgeEvent,
  literalScore,
  voicesOf,
  type JudgeException,
  type JudgeOptions,
  type JudgeState,
  type LiteralScore,
  type LiteralWindow,
  type Verdict,
  type Voices,
} from '../detect/index.ts';
import type { Observation } from './records/observation.ts';
import type { Opinion } from './records/records.ts';
import { stopsAbove } from './take/opinion-band.ts';

/** What a person may set for an agent. */
export interface KillSwitch {
  readonly enabled: boolean;
  /** Requests the literal score looks back. */
  readonly windowSize: number;
  readonly threshold: number;
  readonly detector: 'progress' | 'literal';
  /** Reports what it would have done, and does nothing. */
  readonly shadow: boolean;
  /** What a stopped agent's client gets: an error, or a message in the model's name. */
  readonly refusal: 'error' | 'message';
  /** A person's word on tools: they wait by design, or their repeats are healthy. */
  readonly exceptions: readonly JudgeException[];
}

/** The switch of an agent for which nobody set anything. */
export const DEFAULT_KILL_SWITCH: KillSwitch = Object.freeze({
  enabled: false,
  windowSize: 20,
  threshold: 10,
  detector: 'progress',
  shadow: false,
  refusal: 'error',
  exceptions: Object.freeze([]),
});

/** The limits of what may be set. */
export const KILL_SWITCH_LIMITS = Object.freeze({
  windowSize: Object.freeze({ min: 5, max: 100 }),
  threshold: Object.freeze({ min: 1, max: 50 }),
  exceptions: 16,
});

/** The literal detector's word. */
export interface LiteralReport extends LiteralScore {
  readonly exceeds: boolean;
}

/** The progress detector's word. */
export interface ProgressReport {
  readonly level: Verdict['level'];
  readonly rule: Verdict['rule'];
  readonly score: number;
}

/** What the kill switch says after an observation. */
export interface KillSwitchReport {
  readonly detector: KillSwitch['detector'];
  /** killed: it stopped the agent with this record; would: it would have, were it enabled and not in shadow. */
  readonly did: 'killed' | 'would' | null;
  readonly literal: LiteralReport;
  readonly progress: ProgressReport;
  /** Why, with the numbers; null while the chosen detector has nothing to say. */
  readonly reason: string | null;
  /** What to tell the agent. */
  readonly steer: string | null;
  readonly threshold: number;
  /** The second opinion in force, and above which score it lets the progress detector stop; absent where there is none. */
  readonly opinion?: { readonly said: Opinion; readonly stopsAbove: number };
}

/** What the switch remembers of a session and of one of its threads. */
export interface Watched {
  readonly window: LiteralWindow;
  readonly judge: JudgeState;
}

/** The tool of an exception that is about all an agent does: it is judged and reported, and not stopped. */
export const EVERY_TOOL = '*';

/** The exceptions in force at a time. */
export function exceptionsAt(
  { exceptions }: Pick<KillSwitch, 'exceptions'>,
  now: number,
): readonly JudgeException[] {
  return exceptions.every(({ until }) => until === undefined)
    ? exceptions
    : exceptions.filter(({ until }) => until === undefined || now < until);
}

/** What was watched so far, and the word of both detectors. */
export interface Watching extends Watched {
  readonly report: KillSwitchReport;
}

/** Nothing watched yet. */
export function unwatched(): Watched {
  return { window: [], judge: initialJudge() };
}

/** What an observation is judged under. */
interface WatchedUnder {
  readonly now: number;
  readonly settings: KillSwitch;
  /** What a model said of the conversation, where one was asked. */
  readonly opinion: Opinion | undefined;
  /** Subagents without a result that are too many, where a person said so. */
  readonly fruitless: number | undefined;
}

/** Takes in an observation. */
export function watch(
  watched: Watched,
  call: string,
  observed: Observation,
  tokens: number,
  { now, settings: given, opinion, fruitless }: WatchedUnder,
): Watching {
  const settings = { ...given, exceptions: exceptionsAt(given, now) };
  const limit = stopsAbove(settings.threshold, opinion);
  const window = slide(watched.window, call, observed, settings.windowSize);
  const { judge, verdict, voices } = judgeAll(watched.judge, observed, tokens, {
    threshold: settings.threshold,
    exceptions: settings.exceptions,
    stopsAbove: limit,
    ...(fruitless === undefined ? {} : { fruitless }),
  });
  const literal = literalScore(window);
  const exceeds = literal.score > settings.threshold;
  const { score, level, rule } = verdict;
  const chosenStops = settings.detector === 'literal' ? exceeds : level === 'stop';
  const isExempt = settings.exceptions.some(({ tool }) => tool === EVERY_TOOL);
  const acts = settings.enabled && !settings.shadow && !isExempt;
  return {
    window,
    judge,
    report: {
      detector: settings.detector,
      did: chosenStops ? (acts ? 'killed' : 'would') : null,
      literal: { exceeds, ...literal },
      progress: { level, rule, score },
      reason: reasonOf(settings, literal, exceeds, verdict, voices),
      steer: settings.detector === 'progress' ? (voices?.steer ?? null) : null,
      threshold: settings.threshold,
      ...(opinion === undefined ? {} : { opinion: { said: opinion, stopsAbove: limit } }),
    },
  };
}

/** A request enters the window; a response joins its own request, whichever comes first. */
function slide(
  window: LiteralWindow,
  call: string,
  { prompt, response, calls }: Observation,
  size: number,
): LiteralWindow {
  let slid = window;
  if (prompt !== undefined) slid = addRequest(slid, call, prompt, size);
  if (response !== undefined) slid = addResponse(slid, call, response, calls ?? []);
  return slid.length > size ? slid.slice(-size) : slid;
}

/** The judge after all digests, with the strongest verdict among them. */
function judgeAll(
  judge: JudgeState,
  { digests = [] }: Observation,
  tokens: number,
  options: JudgeOptions & { readonly stopsAbove: number },
): { readonly judge: JudgeState; readonly verdict: Verdict; readonly voices: Voices | null } {
  let state = tokens > 0 ? chargeTokens(judge, tokens) : judge;
  let verdict: Verdict | null = null;
  for (const digest of digests) {
    const judged = judgeEvent(state, digest, options);
    ({ state } = judged);
    if (verdict === null || strength[judged.verdict.level] >= strength[verdict.level]) {
      verdict = judged.verdict;
    }
  }
  const silent: Verdict = {
    score: state.progress.points,
    level: 'ok',
    rule: null,
    dead: null,
    weight: 0,
    count: 0,
    stretch: state.stretch,
  };
  const said = verdict ?? silent;
  return { judge: state, verdict: said, voices: voicesOf(said, options.stopsAbove) };
}

const strength: Readonly<Record<Verdict['level'], number>> = Object.freeze({
  ok: 0,
  warn: 1,
  stop: 2,
});

function reasonOf(
  { detector, threshold }: KillSwitch,
  { score, similarPrompts, similarResponses, repeatedToolCalls }: LiteralScore,
  exceeds: boolean,
  { level }: Verdict,
  voices: Voices | null,
): string | null {
  if (detector === 'progress') {
    return (level === 'stop' ? voices?.stop : voices?.warn) ?? null;
  }
  if (!exceeds) return null;
  const parts = `${similarPrompts} similar prompts, ${similarResponses} similar responses, ${repeatedToolCalls} repeated tool calls`;
  return `literal: score ${score} exceeds ${threshold}: ${parts}`;
}
