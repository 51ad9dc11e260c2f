/**
 * What Claude Code tells its status line of the subscription: how full the windows are and when they begin anew.
 *
 * It doesn't say which of them counts. What cannot be read is left out: a status line must never get in anybody's way.
 */
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf, textOrNull } from '../../base/json-values.ts';
import { PLAN_RESET_MAX_MS } from '../../base/time-limits.ts';

/** What a status line was told. */
export interface StatusLineFigures {
  readonly session: string;
  readonly windows: readonly {
    readonly name: string;
    readonly resetAt?: number;
    /** In ten-thousandths. */
    readonly used: number;
  }[];
}

/** Whose status line it is. */
export const STATUS_LINE_CLIENT = 'claude-code';

const WINDOWS = ['five_hour', 'seven_day'] as const;
const HUNDREDTHS = 100;
const USED_MAX = 100_000;
const SECOND_MS = 1_000;

/** The session in the text that the client writes; null where it names none. */
export function statusLineSession(text: string): string | null {
  return textOrNull(fieldsOf(parseJson(text))['session_id']);
}

/** The figures in the text that the client writes; null where it has none, as for an API key. */
export function statusLineFigures(text: string, nowMs: number): StatusLineFigures | null {
  const told = fieldsOf(parseJson(text));
  const session = textOrNull(told['session_id']);
  const limits = fieldsOf(told['rate_limits']);
  const windows = WINDOWS.flatMap((name) => {
    const { used_percentage: share, resets_at: reset } = fieldsOf(limits[name]);
    if (typeof share !== 'number' || !(share >= 0)) return [];
    const used = Math.min(USED_MAX, Math.round(share * HUNDREDTHS));
    const resetAt = typeof reset === 'number' ? Math.floor(reset) * SECOND_MS : Number.NaN;
    const isReset = resetAt > 0 && resetAt - nowMs <= PLAN_RESET_MAX_MS;
    return [{ name, ...(isReset ? { resetAt } : {}), used }];
  });
  return session === null || windows.length === 0 ? null : { session, windows };
}
