/**
 * `--since`: a day, or how long ago.
 */
import { TripwireError } from '../../core/index.ts';

const HOUR_MS = 3_600_000;
const lengths: Readonly<Record<string, number>> = {
  h: HOUR_MS,
  d: 24 * HOUR_MS,
  w: 7 * 24 * HOUR_MS,
};

/** The time that is meant, in milliseconds. */
export function sinceMs(text: string, nowMs: number): number {
  const [, amount, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) {
    return nowMs - Number(amount) * (lengths[unit] ?? 0);
  }
  // A day without a time means its beginning where the person is.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = /^\d{4}-/.test(text) ? Date.parse(isDay ? `${text}T00:00:00` : text) : Number.NaN;
  if (Number.isFinite(time)) return time;
  throw new TripwireError('USAGE', `--since takes a day (2026-11-01) or 24h, 7d, 4w, not ${text}`);
}
