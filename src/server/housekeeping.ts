/**
 * Throws away what is older than it must be, at start and then every hour.
 */
import { toLog, type Log } from '../base/log.ts';
import type { Config } from '../config/index.ts';
import { cutOld } from '../journal/index.ts';
import type { Store } from '../store/index.ts';
import type { ClockWatch } from './clock-watch.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BYTES_PER_MB = 1_048_576;

/** Work that goes on until it is closed. */
export interface Housekeeping {
  close(): Promise<void>;
}

/**
 * Tidies now and then every hour, where it is the first of several that could. Nobody waits for it: it asks about every
 * agent. What fails is told and tried again in an hour: it must stop nothing else.
 */
export function startHousekeeping(
  store: Store,
  config: () => Pick<Config, 'evidenceDays' | 'retention'>,
  time: Pick<ClockWatch, 'trustedMs'>,
  log: Log,
  isFirst: () => boolean = () => true,
): Housekeeping {
  let work = Promise.resolve();
  const tidy = () => {
    work = work
      .then(() => (isFirst() ? tidyOnce(store, config(), time.trustedMs()) : undefined))
      .catch(toLog(log, 'server', 'removing old data'));
    return work;
  };
  void tidy();
  const timer = setInterval(() => void tidy(), HOUR_MS);
  return {
    close: () => {
      clearInterval(timer);
      return work;
    },
  };
}

async function tidyOnce(
  store: Store,
  { evidenceDays, retention }: Pick<Config, 'evidenceDays' | 'retention'>,
  nowMs: number | null,
): Promise<void> {
  const { days, maxMb } = retention;
  const maxBytes = maxMb * BYTES_PER_MB;
  // Nobody knows how old anything is: only the size of the journal counts.
  if (nowMs === null) await cutOld(store, { days: Infinity, maxBytes }, 0);
  else {
    await store.dropEvidence(nowMs - evidenceDays * DAY_MS);
    await cutOld(store, { days, maxBytes }, nowMs);
  }
}
