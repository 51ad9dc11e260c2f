/**
 * Judges a run that was read: whether it was stuck, from which call, and what went into it after that.
 *
 * What counts begins with the first call that brought nothing and ends when the run made progress again
 * or was over, so that good work after a loop is not laid at its door.
 */
import { DEFAULT_OPTIONS } from '../../detect/index.ts';
import { spentOn, type ModelCall, type Prices, type Spent } from '../../prices/index.ts';
import type { JudgedEvent, Run } from '../../transcripts/index.ts';

/** Calls and what they cost. */
export interface Stretch {
  readonly calls: number;
  readonly spent: Spent;
}

/** A run that was stuck. */
export interface StuckRun {
  readonly run: Run;
  /** What would have stopped it. */
  readonly rule: string;
  /** Calls until the stop that brought nothing. */
  readonly emptyCalls: number;
  /** Calls of the whole run. A call is a tool call; in a run without any, an answer of the model. */
  readonly calls: number;
  /** The first call that brought nothing, counted from 1. */
  readonly stuckFromCall: number;
  /** The call after which Tripwire would have stopped it. */
  readonly stoppedAtCall: number;
  /** The call with which it made progress again; null when it never did. */
  readonly recoveredAtCall: number | null;
  /** From the call where it got stuck. */
  readonly afterStuck: Stretch;
  /** The part of it that comes after the stop. */
  readonly afterStop: Stretch;
  /** The score after each call, and its threshold. */
  readonly scores: readonly number[];
  readonly threshold: number;
}

/** How many calls a run has. */
export function callsOf(run: Run): number {
  return callCounts(run.events).at(-1) ?? 0;
}

/** What became of a run; null when it was not stuck. */
export function judgeRun(run: Run, prices: Prices): StuckRun | null {
  const { events, modelCalls } = run;
  const stop = events.findIndex(({ verdict }) => verdict.level === 'stop');
  if (stop === -1) return null;
  const from = beginning(events, stop);
  const recoveredAt = recovery(events, stop);
  const until = recoveredAt ?? events.length;
  const counts = callCounts(events);
  const callsAfter = (first: number) => (counts[until - 1] ?? 0) - (counts[first - 1] ?? 0);
  const afterStop = modelCalls.filter(({ firstEvent }) => firstEvent > stop && firstEvent < until);
  const isCall = (index: number) => counts[index] !== (counts[index - 1] ?? 0);
  return {
    run,
    rule: events[stop]?.verdict.rule ?? 'unknown',
    calls: counts.at(-1) ?? 0,
    stuckFromCall: counts[from] ?? 0,
    stoppedAtCall: counts[stop] ?? 0,
    recoveredAtCall: recoveredAt === null ? null : (counts[recoveredAt] ?? 0),
    afterStuck: {
      calls: callsAfter(from),
      spent: spentOn(answersFrom(modelCalls, from, until), prices),
    },
    afterStop: { calls: callsAfter(stop + 1), spent: spentOn(afterStop, prices) },
    scores: events.flatMap(({ verdict }, index) => (isCall(index) ? [verdict.score] : [])),
    threshold: DEFAULT_OPTIONS.threshold,
    emptyCalls: events.slice(from, stop + 1).filter(({ verdict }) => verdict.dead !== null).length,
  };
}

/** The first event that brought nothing since the score last was nothing; without one, the warning. */
function beginning(events: readonly JudgedEvent[], stop: number): number {
  let first: number | null = null;
  let warned: number | null = null;
  for (const [index, { verdict }] of events.slice(0, stop + 1).entries()) {
    if (verdict.score === 0) first = null;
    if (verdict.dead !== null) first ??= index;
    if (verdict.level !== 'ok') warned ??= index;
  }
  return first ?? warned ?? stop;
}

/** The answers whose events reach into the stretch: the first of them made the call it begins with. */
function answersFrom(calls: readonly ModelCall[], from: number, until: number): ModelCall[] {
  return calls.filter(({ firstEvent }, index) => {
    const end = calls[index + 1]?.firstEvent ?? Infinity;
    return end > from && firstEvent < until;
  });
}

/** For each event, how many calls there were up to it. */
function callCounts(events: readonly JudgedEvent[]): number[] {
  const kind = events.some((event) => event.kind === 'tool') ? 'tool' : 'response';
  let count = 0;
  return events.map((event) => {
    if (event.kind === kind) count += 1;
    return count;
  });
}

/** Where the score was nothing again after the stop; a guard that stops without a score tells no end. */
function recovery(events: readonly JudgedEvent[], stop: number): number | null {
  if (events[stop]?.verdict.score === 0) return null;
  const index = events.findIndex(({ verdict }, at) => at > stop && verdict.score === 0);
  return index === -1 ? null : index;
}
