/**
 * The figures of a subscription in the head of a provider's answer: which windows it has, how full they are, when they
 * begin anew, and which of them counts.
 *
 * Read are Anthropic's unified headers and those that Codex gets. Limits by the minute of an API key are no plan and are
 * left alone. What cannot be read is left out, so a strange header never stops anybody.
 */
import { firstOf, type HeaderPairs } from '../base/header-pairs.ts';
import { PLAN_RESET_MAX_MS } from '../base/time-limits.ts';

/** One window, with the share used in ten-thousandths. */
export interface ToldPlanWindow {
  readonly name: string;
  readonly resetAt?: number;
  readonly used: number;
}

/** What an answer says of a plan. */
export interface ToldPlan {
  readonly binds?: string;
  readonly windows: readonly ToldPlanWindow[];
}

const UNIT = 10_000;
const USED_MAX = 10 * UNIT;
const WINDOWS_MAX = 4;
const SECOND_MS = 1_000;

const UNIFIED = /^anthropic-ratelimit-unified-([a-z0-9_]{1,32})-utilization$/;
/** Names as the claim has them, by their short forms. */
const CLAIMS: Readonly<Record<string, string>> = { '5h': 'five_hour', '7d': 'seven_day' };
/** What is paid for on top is no window of the plan. */
const BEYOND_PLAN: ReadonlySet<string> = new Set(['overage']);

/** The figures; null when the answer has none. */
export function planOfHeaders(headers: HeaderPairs, nowMs: number): ToldPlan | null {
  return anthropicPlan(headers, nowMs) ?? codexPlan(headers, nowMs);
}

function anthropicPlan(headers: HeaderPairs, nowMs: number): ToldPlan | null {
  const windows: ToldPlanWindow[] = [];
  for (const [header, value] of headers) {
    const short = UNIFIED.exec(header.toLowerCase())?.[1];
    const used = shareOf(value, UNIT);
    if (short === undefined || used === null || BEYOND_PLAN.has(short)) continue;
    const name = CLAIMS[short] ?? short;
    if (windows.some((one) => one.name === name)) continue;
    const reset = valueOf(headers, `anthropic-ratelimit-unified-${short}-reset`);
    windows.push({ name, ...resetAtOf(reset, nowMs), used });
  }
  const claim = valueOf(headers, 'anthropic-ratelimit-unified-representative-claim');
  const binds = claim !== null && /^[a-z0-9_]{1,32}$/.test(claim) ? claim : null;
  const refused = binds === null ? null : refusedWindow(headers, binds, windows, nowMs);
  const all = refused === null ? windows : [refused, ...windows];
  if (all.length === 0) return null;
  return { ...(binds === null ? {} : { binds }), windows: all.slice(0, WINDOWS_MAX) };
}

/** A window that is told by its name alone is full when the provider refuses because of it. */
function refusedWindow(
  headers: HeaderPairs,
  name: string,
  windows: readonly ToldPlanWindow[],
  nowMs: number,
): ToldPlanWindow | null {
  const isRefused = valueOf(headers, 'anthropic-ratelimit-unified-status') === 'rejected';
  if (!isRefused || windows.some((window) => window.name === name)) return null;
  const reset = valueOf(headers, 'anthropic-ratelimit-unified-reset');
  return { name, ...resetAtOf(reset, nowMs), used: UNIT };
}

/** Names of windows by their length in minutes. */
const CODEX_NAMES: Readonly<Record<string, string>> = { '300': 'five_hour', '10080': 'seven_day' };

function codexPlan(headers: HeaderPairs, nowMs: number): ToldPlan | null {
  const windows = ['primary', 'secondary'].flatMap((place): readonly ToldPlanWindow[] => {
    const told = (what: string) => valueOf(headers, `x-codex-${place}-${what}`);
    const used = shareOf(told('used-percent') ?? '', UNIT / 100);
    const minutes = told('window-minutes');
    // A window without a length is one that the plan doesn't have.
    if (used === null || minutes === '0') return [];
    const after = told('reset-after-seconds');
    const since =
      after !== null && /^\d{1,9}$/.test(after) ? nowMs + Number(after) * SECOND_MS : null;
    const reset = resetAtOf(told('reset-at'), nowMs);
    const known = reset.resetAt !== undefined || since === null ? reset : { resetAt: since };
    return [{ name: CODEX_NAMES[minutes ?? ''] ?? place, ...known, used }];
  });
  const [first, second] = windows;
  if (first === undefined) return null;
  return { windows: second?.name === first.name ? [first] : windows };
}

function shareOf(value: string, unit: number): number | null {
  if (!/^\d{1,5}(?:\.\d{1,20})?$/.test(value.trim())) return null;
  return Math.min(USED_MAX, Math.round(Number(value) * unit));
}

/** Seconds since 1970; nothing where it cannot be the end of a window. */
function resetAtOf(value: string | null, nowMs: number): { readonly resetAt?: number } {
  if (value === null || !/^\d{9,11}$/.test(value)) return {};
  const resetAt = Number(value) * SECOND_MS;
  return resetAt - nowMs <= PLAN_RESET_MAX_MS ? { resetAt } : {};
}

function valueOf(headers: HeaderPairs, name: string): string | null {
  return firstOf(headers, name)?.trim() ?? null;
}
