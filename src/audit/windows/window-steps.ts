/**
 * Measures the 16 steps of a window from its facts and from what was going on before.
 */
import { betaOf, BEHAVIOURS, smoothed } from './behaviour-graph.ts';
import { chapelAfter, chapelAfterStep, hasConsent, type Chapel } from './chapel.ts';
import { rememberedScars, type Scar } from './scars.ts';
import {
  isAnyLost,
  linksAfter,
  linksAfterGap,
  NO_LINKS,
  openLinks,
  type Links,
} from './session-links.ts';
import type { Fact } from './window-facts.ts';
import { MICRO, NOT_MEASURED } from './window-numbers.ts';
import { STEPS, type Rest, type Stance } from './window-shape.ts';

/** One step lasts so long. */
export const STEP_MS = 3_000;
export const WINDOW_MS = STEPS * STEP_MS;
const MINUTE_MS = 60_000;
const THREADS_MAX = 64;

interface Spent {
  readonly at: number;
  readonly session: string;
  readonly tokens: number;
  readonly toolCalls: number;
}

interface ThreadTrail {
  readonly at: number;
  readonly hashes: readonly string[];
}

/** Times at which Tripwire was not there to see anything. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What the minute may cost. */
export interface MinuteLimits {
  readonly tokens: number;
  readonly toolCalls: number;
}

/** What a step needs to know of the time before it. Plain data. */
export interface StepState {
  /** Of the constitution. */
  readonly limits: MinuteLimits;
  /** The agent's own, where they are set. */
  readonly own: { readonly tokens: number | null; readonly toolCalls: number | null };
  readonly spent: readonly Spent[];
  readonly threads: Readonly<Record<string, ThreadTrail>>;
  /** β₁ in micro-units, and what it moves towards. */
  readonly beta: number;
  readonly target: number;
  readonly isSuspended: boolean;
  /** All agents are stopped. */
  readonly isAllStopped: boolean;
  readonly links: Links;
  readonly chapel: Chapel;
  readonly scars: readonly Scar[];
}

/** One measured step. */
export interface Step {
  readonly beta1: number;
  readonly acute: number;
  readonly systemic: number;
  readonly rest: Rest;
  readonly stance: Stance;
  readonly highImpact: 0 | 1;
}

/** Before anything happened; β₁ is 1, or where another recorder left it. */
export function initialStepState(limits: MinuteLimits, beta = MICRO): StepState {
  return {
    limits,
    own: { tokens: null, toolCalls: null },
    spent: [],
    threads: {},
    beta,
    target: MICRO,
    isSuspended: false,
    isAllStopped: false,
    links: NO_LINKS,
    chapel: {},
    scars: [],
  };
}

/** Measures the step that ends at a time. */
export function measureStep(
  before: StepState,
  facts: readonly Fact[],
  endMs: number,
  gaps: readonly Gap[],
): { readonly going: StepState; readonly step: Step } {
  let going = before;
  let [isHigh, isUnasked, isConsented, wasSuspended] = [false, false, false, isHeld(before)];
  for (const fact of facts) {
    // Nothing is recorded while Tripwire is down: what is later than the beginning of a gap came after it.
    going = afterGaps(going, gaps, fact.at);
    const { chapel } = fact;
    const isKnown =
      chapel !== null && (chapel.kind === 'ask' || Object.hasOwn(going.chapel, chapel.target));
    if (isKnown && (chapel.kind === 'ask' || chapel.kind === 'act')) isHigh = true;
    if (isKnown && chapel.kind === 'act') {
      if (hasConsent(going.chapel, chapel.target)) isConsented = true;
      else isUnasked = true;
    }
    going = takeFact(going, fact);
    wasSuspended ||= isHeld(going);
  }
  going = afterGaps(going, gaps, endMs);
  const startMs = endMs - STEP_MS;
  const wasDown = gaps.some(({ fromMs, toMs }) => fromMs < endMs && toMs > startMs);
  const isSilent = wasDown || isAnyLost(going.links, startMs, endMs);
  const target = targetAt(going, endMs);
  const beta = smoothed(going.beta, target);
  const isDenied = Object.values(going.chapel).some((one) => one === 'dissent' || one === 'lapse');
  const step: Step = {
    beta1: beta,
    acute: shareSpent(going, startMs, endMs),
    systemic: shareSpent(going, endMs - MINUTE_MS, endMs),
    rest: restOf(facts, isDenied, isSilent),
    stance: isUnasked ? 'ABSTAIN' : stanceOf(going.chapel, { wasSuspended, isDenied, isConsented }),
    highImpact: isHigh ? 1 : 0,
  };
  const spent = going.spent.filter(({ at }) => at >= endMs + STEP_MS - MINUTE_MS);
  const links = openLinks(going.links, endMs);
  const chapel = chapelAfterStep(going.chapel);
  return { going: { ...going, beta, target, spent, links, chapel }, step };
}

function isHeld({ isSuspended, isAllStopped }: StepState): boolean {
  return isSuspended || isAllStopped;
}

function afterGaps(going: StepState, gaps: readonly Gap[], beforeMs: number): StepState {
  if (Object.keys(going.links.calls).length === 0) return going;
  const passed = gaps.filter(({ fromMs }) => fromMs < beforeMs);
  return { ...going, links: passed.reduce(linksAfterGap, going.links) };
}

function takeFact(going: StepState, fact: Fact): StepState {
  const { at, session, tokens, toolCalls, behaviour, chapel, incident, envelope } = fact;
  const hasSpent = tokens > 0 || toolCalls > 0;
  const felt = fact.isRelease
    ? going.scars.map((one) => ({ ...one, resolved: true }))
    : going.scars;
  return {
    ...going,
    own: envelope === null || isLooser(envelope, going) ? going.own : ownAfter(going.own, envelope),
    spent: hasSpent ? [...going.spent, { at, session, tokens, toolCalls }] : going.spent,
    threads:
      behaviour === null ? going.threads : threadsAfter(going.threads, fact.thread, at, behaviour),
    isSuspended: fact.allStopped === null ? fact.isSuspended : going.isSuspended,
    isAllStopped: fact.allStopped ?? going.isAllStopped,
    links: fact.link === null ? going.links : linksAfter(going.links, fact.link, at),
    chapel: chapel === null ? going.chapel : chapelAfter(going.chapel, chapel),
    scars: incident === null ? felt : scarsAfter(felt, fact, incident),
  };
}

/** What goes on for a minute is one incident, however many events it has. */
function scarsAfter(
  scars: readonly Scar[],
  { at, seq }: Fact,
  { name, weight }: NonNullable<Fact['incident']>,
): readonly Scar[] {
  const last = scars.findLast(({ incident }) => incident === name);
  if (last !== undefined && !last.resolved && at - last.at < MINUTE_MS) return scars;
  return [...scars, { incident: name, seq, at, weight, resolved: false }];
}

/** The core refuses all of a change of which one value is looser than the constitution. */
function isLooser(envelope: NonNullable<Fact['envelope']>, { limits }: StepState): boolean {
  const { maxTokensPerMinute: tokens, maxToolCallsPerMinute: toolCalls } = envelope;
  return (tokens ?? 0) > limits.tokens || (toolCalls ?? 0) > limits.toolCalls;
}

function ownAfter(
  own: StepState['own'],
  envelope: NonNullable<Fact['envelope']>,
): StepState['own'] {
  const { maxTokensPerMinute: tokens, maxToolCallsPerMinute: toolCalls } = envelope;
  return {
    tokens: tokens === undefined ? own.tokens : tokens,
    toolCalls: toolCalls === undefined ? own.toolCalls : toolCalls,
  };
}

function threadsAfter(
  threads: StepState['threads'],
  name: string,
  at: number,
  behaviour: string,
): StepState['threads'] {
  const { [name]: known, ...others } = threads;
  const hashes = [...(known?.hashes ?? []), behaviour].slice(-BEHAVIOURS);
  const kept = Object.entries(others).slice(1 - THREADS_MAX);
  return { ...Object.fromEntries(kept), [name]: { at, hashes } };
}

/** The lowest β₁ of the threads that did something in the last minute; as before when none did. */
function targetAt({ threads, target }: StepState, endMs: number): number {
  const live = Object.values(threads).filter(({ at }) => at >= endMs - MINUTE_MS);
  return live.length === 0 ? target : Math.min(...live.map(({ hashes }) => betaOf(hashes)));
}

/** The largest share that one session spent of what the minute may cost, in micro-units. */
function shareSpent({ spent, limits, own }: StepState, from: number, to: number): number {
  const within = spent.filter(({ at }) => at >= from && at < to);
  const share = (used: number, limit: number) => Math.floor((used * MICRO) / limit);
  let most = 0;
  for (const session of new Set(within.map((one) => one.session))) {
    const its = within.filter((one) => one.session === session);
    const tokens = its.reduce((sum, one) => sum + one.tokens, 0);
    const calls = its.reduce((sum, one) => sum + one.toolCalls, 0);
    most = Math.max(
      most,
      share(tokens, Math.min(limits.tokens, own.tokens ?? Infinity)),
      share(calls, Math.min(limits.toolCalls, own.toolCalls ?? Infinity)),
    );
  }
  return Math.min(most, NOT_MEASURED - 1);
}

/** What nobody saw is silent, whatever else was seen in the same step. */
function restOf(facts: readonly Fact[], isDenied: boolean, isSilent: boolean): Rest {
  if (isDenied || facts.some(({ isVetoed }) => isVetoed)) return 'VETO';
  if (isSilent) return 'SILENT';
  return facts.some(({ isActive }) => isActive) ? 'ACTIVE' : 'REST';
}

/** An action that waits is suspended until somebody speaks; silence is never consent. */
function stanceOf(
  chapel: Chapel,
  step: {
    readonly wasSuspended: boolean;
    readonly isDenied: boolean;
    readonly isConsented: boolean;
  },
): Stance {
  const stages = Object.values(chapel);
  if (step.isDenied) return 'DISSENT';
  if (step.wasSuspended || stages.includes('waiting')) return 'SUSPEND';
  return step.isConsented || stages.includes('consent') ? 'CONSENT' : 'LISTEN';
}

/** The scars of a time, without those that are forgotten. */
export function scarsAt(going: StepState, now: number, halfLifeS: number): readonly Scar[] {
  return rememberedScars(going.scars, now, halfLifeS);
}
