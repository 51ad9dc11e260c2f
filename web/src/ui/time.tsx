/** Times in the reader's zone, with UTC and the distance to now where one hovers. */
import { useSyncExternalStore, type ReactNode } from 'react';
import { clockTime } from './clock-time.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const DAY_MS = 86_400_000;
const TICK_MS = 5_000;

/** One clock for all times on the page. */
const listeners = new Set<() => void>();
let beat = Date.now();
setInterval(() => {
  beat = Date.now();
  for (const listener of listeners) listener();
}, TICK_MS);

function onTick(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const NEVER = (): (() => void) => () => undefined;

/** The time of day if it was today, else with the date. */
export function localTime(at: number): string {
  const isToday = Date.now() - at < DAY_MS && new Date(at).getDate() === new Date().getDate();
  return isToday ? clockTime(at) : day.format(at);
}

/** Reasons name moments in milliseconds since 1970, so that they are the same everywhere; here they are local times. */
export function withLocalTimes(text: string): string {
  return text.replaceAll(/\b\d{13}\b/g, (digits) => localTime(Number(digits)));
}

/** How long ago, in one unit. */
function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

export function Time({
  at,
  relative = false,
  className,
}: {
  readonly at: number;
  readonly relative?: boolean;
  readonly className?: string;
}): ReactNode {
  const now = useSyncExternalStore(relative ? onTick : NEVER, () => beat);
  const utc = `${new Date(at).toISOString().replace('T', ' ').replace('Z', '')} UTC`;
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={relative ? `${day.format(at)} · ${utc}` : utc}
      className={className}
    >
      {relative ? ago(at, Math.max(now, at)) : localTime(at)}
    </time>
  );
}
