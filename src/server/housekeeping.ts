/**
 * Throws away what is older than it must be, at start and then every hour.
 */
import { toLog, type Log } from '../base/log.ts';
import type { Config } from '../config/index.ts';
import type { Clock } from '../gate/index.ts';
import { cutOld } from '../journal/index.ts';
import type { Store } from '../store/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BYTES_PER_MB = 1_048_576;

/** Work that goes on until it is closed. */
export interface Housekeeping {
  close(): Promise<void>;
}

/** Tidies now and then every hour. What fails is told and tried again in an hour: it must stop nothing else. */
export async function startHousekeeping(
  store: Store,
  config: () => Pick<Config, 'evidenceDays' | 'retention'>,
  clock: Pick<Clock, 'now'>,
  log: Log,
): Promise<Housekeeping> {
  let work = Promise.resolve();
  const tidy = () => {
    work = work
      .then(() => tidyOnce(store, config(), clock.now()))
      .catch(toLog(log, 'server', 'removing old data'));
    return work;
  };
  await tidy();
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
  nowMs: number,
): Promise<void> {
  await store.dropEvidence(nowMs - evidenceDays * DAY_MS);
  const { days, maxMb } = retention;
  await cutOld(store, { days, maxBytes: maxMb * BYTES_PER_MB }, nowMs);
}
