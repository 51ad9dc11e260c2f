/**
 * The sentences of the reference model: what reasons say, from numbers it reckoned itself.
 */
import type { ConstitutionValues } from '../../src/core/constitution/constitution.ts';
import type { Intensity } from '../../src/core/contracts.ts';
import type { HoldView } from '../../src/core/holds/hold-view.ts';
import type { HoldKind } from '../../src/core/index.ts';
import type { Spent } from './model-spend.ts';
import type { LoopFinding, ModelThread, TempoFinding } from './model-world.ts';

/** Who may lift a hold. */
export const LIFTED_BY: Readonly<Record<HoldKind, string>> = {
  manual: 'a person: activate',
  kill_switch: 'a person: activate',
  soft_suspend: 'a person: resume; or recovery of health',
  hard_stop: 'a person: restart',
  paused: 'a person: resume',
  parked: 'a person: resume; or the reset of the plan window',
  checkpoint: 'the loop, when a person lets it continue',
  blocker: 'the loop, when a person lets it continue',
  compaction: 'the loop, when the context is compacted',
  approval: 'a person: grant',
  stop_all: 'a person: resume-all',
};

/** A quotient rounded to a whole number, halves upwards. */
export function roundedQuotient(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

/** The beginning of a text that fits so many UTF-8 bytes as JSON, with an ellipsis if it is cut. */
export function clipped(text: string, bytes: number): string {
  const size = (part: string) => Buffer.byteLength(JSON.stringify(part)) - 2;
  if (size(text) <= bytes) return text;
  const characters = Array.from(text);
  while (size(`${characters.join('')}…`) > bytes) characters.pop();
  return `${characters.join('')}…`;
}

export function sayActivity(
  thread: ModelThread,
  alarm: 'RUNAWAY' | 'LOOPING' | null,
  tokens: number,
  intensity: Intensity,
  highAbove: number,
  values: ConstitutionValues,
): string {
  const bounds = `LOW below ${values.intensityLowBelow}, HIGH above ${highAbove}`;
  return `${sayMode(thread, alarm)}; ${intensity}: ${tokens} tokens in the last 60 s (${bounds})`;
}

function sayMode(thread: ModelThread, alarm: 'RUNAWAY' | 'LOOPING' | null): string {
  const begin = `${thread.mode} since ${thread.since}`;
  if (alarm === thread.mode) return `${begin}: the signal stands`;
  if (alarm !== null) return `${begin}, held while the ${alarm} signal stands`;
  if (thread.mode === 'LOOPING' || thread.mode === 'RUNAWAY') {
    return `${begin}: the signal has gone, the mode is still held`;
  }
  const last = thread.beats.at(-1);
  return `${begin}: ${last === undefined ? 'no event yet' : `last event ${last.at}`}`;
}

export function sayRunaway({ recentMean, earlierMean }: TempoFinding, since: number): string {
  const recent = Math.round(recentMean);
  const earlier = Math.round(earlierMean);
  return `RUNAWAY_DETECTED: beats every ${recent} ms on average, before that every ${earlier} ms, since ${since}`;
}

export function sayLoop({ farthest, numerator, denominator }: LoopFinding, since: number): string {
  const lowest = roundedQuotient((64 - farthest) * 10_000, 64) / 10_000;
  const threshold = roundedQuotient(numerator, denominator) / 10_000;
  return `LOOP_DETECTED: the last outputs are pairwise at least ${lowest} similar, above ${threshold}, since ${since}`;
}

export function sayBudget(tokens: number, limit: number, asked: boolean): string {
  return `TOKEN_BUDGET_EXCEEDED: ${tokens} tokens${asked ? ' with this call' : ''}, the budget is ${limit}`;
}

export function sayRate(calls: number, limit: number, asked: boolean): string {
  return `RATE_LIMIT_EXCEEDED: ${calls} tool calls${asked ? ' with this call' : ''}, the limit is ${limit}`;
}

export function sayHold(hold: HoldView): string {
  const refused = hold.refused === true ? 'refused, ' : '';
  const quoted = (text: string) => JSON.stringify(text);
  const target = hold.target === undefined ? '' : ` for ${quoted(hold.target)}`;
  const begin = `HOLD_${hold.hold.toUpperCase()}: ${refused}${quoted(hold.why)}${target}`;
  return `${begin} (by ${quoted(hold.by)}, since ${hold.since}; lifted by ${hold.liftedBy})`;
}

export function sayTokenWarning(spent: Spent, limits: Spent): string {
  return `TOKEN_WARNING: ${spent.tokens} of ${limits.tokens} tokens used`;
}

export function sayCallWarning(spent: Spent, limits: Spent): string {
  return `TOOL_CALL_WARNING: ${spent.calls} of ${limits.calls} tool calls used`;
}

export function sayUsage(spent: Spent, limits: Spent): string {
  return `${spent.tokens} of ${limits.tokens} tokens and ${spent.calls} of ${limits.calls} tool calls used in the last 60 s`;
}

/** What is left for saving. */
export function sayGrace({
  left,
  until,
}: {
  readonly left: number;
  readonly until: number;
}): string {
  return `WIND_DOWN: only saving passes, for ${left} more calls, until ${until}`;
}
