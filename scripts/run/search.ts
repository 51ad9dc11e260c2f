/**
 * What the scripts have in common that look for a mistake until they are told to stop: a seed that plays a search again,
 * a time, and a line every half minute on how far it is.
 */
import { randomBytes } from 'node:crypto';

const MINUTE_MS = 60_000;
const PROGRESS_EVERY_MS = 30_000;

/** The options of a search: another seed each time, unless one is given. */
export function searchOptions(minutes: string) {
  return {
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    minutes: { type: 'string', default: minutes },
  } as const;
}

/** A search under way. */
export interface Search<Found> {
  /** Tells how far it is, if nothing was told for a while. */
  tell(soFar: Found): void;
  hasLasted(minutes: number): boolean;
  seconds(): number;
}

/** Begins a search, and says with which seed. */
export function startSearch<Found>(
  name: string,
  seed: string,
  words: (soFar: Found) => string,
): Search<Found> {
  console.log(`${name}: seed ${seed}`);
  const startedAt = performance.now();
  let toldAt = startedAt;
  return {
    tell: (soFar) => {
      const now = performance.now();
      if (now - toldAt <= PROGRESS_EVERY_MS) return;
      toldAt = now;
      console.log(`${name}: ${words(soFar)}`);
    },
    hasLasted: (minutes) => performance.now() - startedAt > minutes * MINUTE_MS,
    seconds: () => (performance.now() - startedAt) / 1_000,
  };
}

/** What this process used so far: on a machine that others use too it says more than the clock on the wall. */
export function coreSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

/** A count as people read it. */
export function count(value: number): string {
  return value.toLocaleString('en');
}
