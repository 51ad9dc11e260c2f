/**
 * The title of a wait: why a call is kept waiting or refused for now, in one sentence, and until when.
 *
 * The core's own reason is part of the decision and never changes its wording, times in milliseconds included. This
 * says the same for people. What it doesn't recognise it leaves as it is, without the times.
 */
import type { SafetyVeto } from '../contracts.ts';
import { refusedTitle } from './refused-title.ts';

/** What a wait is made of. */
export interface WaitFacts {
  readonly veto: SafetyVeto;
  /** The reason of the decision. */
  readonly reason: string;
  /** When it passes by itself; null when that isn't known. */
  readonly until: number | null;
}

/** The title; `clock` says a time as people read it where this is shown. */
export function waitTitle(
  { veto, reason, until }: WaitFacts,
  clock: (atMs: number) => string,
): string {
  // No time of a veto ends what a budget or a hold refuses.
  const refused = refusedTitle(reason);
  if (refused !== null) return refused;
  const why = causes[veto](reason);
  return until === null ? why : `${why}; waiting until ${clock(until)}`;
}

/** Why alone, for where the time is shown apart. */
export function waitCause({ veto, reason }: Pick<WaitFacts, 'veto' | 'reason'>): string {
  return refusedTitle(reason) ?? causes[veto](reason);
}

/** The whole reason with its times as a clock shows them. */
export function withClockTimes(reason: string, clock: (atMs: number) => string): string {
  return reason.replaceAll(/\b\d{13}\b/g, (at) => clock(Number(at)));
}

const causes: Readonly<Record<SafetyVeto, (reason: string) => string>> = {
  RUNAWAY_DETECTED: (reason) => {
    const [, now, before] =
      /every (\d+) ms on average, before that every (\d+) ms/.exec(reason) ?? [];
    return now === undefined || before === undefined
      ? 'Sped up suddenly'
      : `Sped up from one call every ${seconds(before)} to one every ${seconds(now)}`;
  },
  LOOP_DETECTED: () => 'The last 5 outputs are nearly the same',
  TOKEN_BUDGET_EXCEEDED: (reason) => {
    const own = ownLimit(reason, 'tokens');
    if (own !== null) return own;
    const [, used, budget] = /(\d+) tokens[^,;]*, the budget is (\d+)/.exec(reason) ?? [];
    return used === undefined || budget === undefined
      ? plainly(reason)
      : `Needs ${grouped(used)} tokens within a minute; the budget is ${grouped(budget)}`;
  },
  RATE_LIMIT_EXCEEDED: (reason) => {
    const own = ownLimit(reason, 'tool calls');
    if (own !== null) return own;
    const [, made, limit] = /(\d+) tool calls[^,;]*, the limit is (\d+)/.exec(reason) ?? [];
    return made === undefined || limit === undefined
      ? plainly(reason)
      : `Needs ${grouped(made)} tool calls within a minute; the limit is ${grouped(limit)}`;
  },
  COOLDOWN_ACTIVE: () => 'Cooling down after a limit was reached',
  HEALTH_DEGRADED: (reason) => {
    // A hold says its words in quotes.
    const [, why] = /^(?:HEALTH_DEGRADED: )?"((?:[^"\\]|\\.)*)" \(by "health"/.exec(reason) ?? [];
    return why === undefined ? plainly(reason) : plainly(why);
  },
};

/** A limit that a person set for the agent, as the gate words it; null: it is another one. */
function ownLimit(reason: string, what: 'tokens' | 'tool calls'): string | null {
  const form = `(\\d+) ${what} in the last 60 s over all sessions and (\\d+) for this call; the agent's limit is (\\d+)`;
  const [, used, asked, limit] = new RegExp(form).exec(reason) ?? [];
  if (used === undefined || asked === undefined || limit === undefined) return null;
  return `Used ${grouped(used)} ${what} in the last 60 s and needs ${grouped(asked)} more; its own limit is ${grouped(limit)} a minute`;
}

/** The first thing that a reason names, without its code and its times. */
function plainly(reason: string): string {
  const [first = ''] = reason.split('; ');
  const words = first.replace(/^[A-Z_]+: /, '').replaceAll(/,? (?:since|until) \d{13}/g, '');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function seconds(ms: string): string {
  const value = Number(ms) / 1_000;
  return `${value < 1 ? Number(value.toPrecision(2)) : Math.round(value * 10) / 10} s`;
}

function grouped(count: string): string {
  return count.replace(/\B(?=(?:\d{3})+$)/g, ',');
}
