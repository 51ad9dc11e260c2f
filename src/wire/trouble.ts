/**
 * What kept a provider from answering, by the status and the fields of its answer: a limit that says to come back later,
 * or an outage of its own. Some put an outage into an answer that calls itself successful.
 *
 * Read are codes alone. What is not known to be one of the two is none, so a mistake of the client is never an outage.
 */
import { firstOf, type HeaderPairs } from '../base/header-pairs.ts';

/** Why there is no answer, and when there may be one again. */
export interface ToldTrouble {
  readonly kind: 'limited' | 'down';
  readonly until?: number;
}

const LIMITED_STATUS = 429;
const DOWN_STATUSES: ReadonlySet<number> = new Set([500, 502, 503, 504, 520, 522, 524, 529]);
const LIMITED_CODES: ReadonlySet<string> = new Set([
  'rate_limit_error',
  'rate_limit_exceeded',
  'insufficient_quota',
  'usage_limit_reached',
  'RESOURCE_EXHAUSTED',
  '429',
]);
const DOWN_CODES: ReadonlySet<string> = new Set([
  'overloaded_error',
  'overloaded',
  'api_error',
  'server_error',
  'internal_error',
  'internal_server_error',
  'service_unavailable',
  'timeout_error',
  'UNAVAILABLE',
  'INTERNAL',
  'DEADLINE_EXCEEDED',
]);
const SECOND_MS = 1_000;
/** No limit lasts longer, so a later time is a mistake. */
const UNTIL_MAX_MS = 32 * 86_400_000;

/** What a status says; null where it is neither. */
export function troubleOfStatus(
  status: number,
  headers: HeaderPairs,
  nowMs: number,
): ToldTrouble | null {
  if (status === LIMITED_STATUS) return { kind: 'limited', ...untilOf(headers, nowMs) };
  return DOWN_STATUSES.has(status) ? { kind: 'down', ...untilOf(headers, nowMs) } : null;
}

/** What an error inside an answer says, by its code as `errorOf` puts it first; null where it is neither. */
export function troubleOfError(error: string | null): ToldTrouble | null {
  const code = error?.split(':', 1)[0] ?? '';
  if (LIMITED_CODES.has(code)) return { kind: 'limited' };
  return DOWN_CODES.has(code) || DOWN_STATUSES.has(Number(code)) ? { kind: 'down' } : null;
}

/** The latest time that the head of the answer names, in seconds: a date can't be read without a calendar. */
function untilOf(headers: HeaderPairs, nowMs: number): Pick<ToldTrouble, 'until'> {
  const times = [
    secondsFrom(headers, 'retry-after', nowMs),
    secondsFrom(headers, 'anthropic-ratelimit-unified-reset', 0),
  ].filter((at): at is number => at !== null && at > nowMs && at - nowMs <= UNTIL_MAX_MS);
  return times.length === 0 ? {} : { until: Math.max(...times) };
}

function secondsFrom(headers: HeaderPairs, name: string, fromMs: number): number | null {
  const value = firstOf(headers, name)?.trim() ?? '';
  return /^\d{1,11}$/.test(value) ? fromMs + Number(value) * SECOND_MS : null;
}
