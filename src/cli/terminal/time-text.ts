/**
 * Times as people read them where they are: when, and how long ago.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const CLOCK_CHARACTERS = 8;

/** A day and a time of day, to the second. */
export function momentText(atMs: number): string {
  const date = new Date(atMs);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The time of day. */
export function clockText(atMs: number): string {
  return momentText(atMs).slice(-CLOCK_CHARACTERS);
}

/** A span of time in its largest unit. */
export function spanText(spanMs: number): string {
  if (spanMs < MINUTE_MS) return `${Math.max(0, Math.floor(spanMs / 1_000))} s`;
  if (spanMs < HOUR_MS) return `${Math.floor(spanMs / MINUTE_MS)} min`;
  if (spanMs < DAY_MS) return `${Math.floor(spanMs / HOUR_MS)} h`;
  return `${Math.floor(spanMs / DAY_MS)} d`;
}
