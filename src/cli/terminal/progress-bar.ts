/**
 * How far long work has come, in a line on a terminal; nothing where nobody watches.
 */
import { cleanLine } from '../../base/clean-text.ts';
import { draw } from './say.ts';

const BAR_COLUMNS = 24;
const BAR_INTERVAL_MS = 100;
const COUNT_INTERVAL_MS = 250;

/** A line that is written over. */
export interface StatusLine {
  /** Shows a text, unless the last one is too young. */
  show(text: () => string): void;
  end(): void;
}

/** The line, or one that shows nothing where standard error is no terminal. */
export function statusLine(intervalMs = BAR_INTERVAL_MS): StatusLine {
  if (!process.stderr.isTTY || process.env['CI'] === 'true') {
    return { show: () => undefined, end: () => undefined };
  }
  let shownAtMs = 0;
  return {
    show(text) {
      const nowMs = Date.now();
      if (nowMs - shownAtMs < intervalMs) return;
      shownAtMs = nowMs;
      draw(`\r${cleanLine(text())}\u001b[K`, 'stderr');
    },
    end() {
      if (shownAtMs > 0) draw('\r\u001b[K', 'stderr');
    },
  };
}

/** A bar that is full to this share. */
export function bar(share: number): string {
  const full = Math.floor(BAR_COLUMNS * Math.min(1, share));
  return `${'█'.repeat(full)}${'░'.repeat(BAR_COLUMNS - full)}`;
}

/** Shows how much of the work is done. */
export interface ProgressBar {
  update(done: number): void;
  end(): void;
}

/** A bar on standard error, for work whose length is known. */
export function createProgressBar(what: string, total: number): ProgressBar {
  const line = statusLine();
  const count = (done: number) => `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  return {
    update: (done) => line.show(() => `${what} ${bar(done / Math.max(1, total))} ${count(done)}`),
    end: () => line.end(),
  };
}

/** Shows how many records were read. */
export interface RecordCount {
  update(records: number, bytes: number): void;
  end(): void;
}

/** A count on standard error, for records that come until they end. */
export function createRecordCount(what: string): RecordCount {
  const line = statusLine(COUNT_INTERVAL_MS);
  return {
    update(records, bytes) {
      // Looking at the clock for every record would cost more than it shows.
      if (records % 1_000 !== 0) return;
      const megabytes = (bytes / 1_000_000).toFixed(1);
      line.show(() => `${what}: ${records.toLocaleString('en')} records, ${megabytes} MB`);
    },
    end: () => line.end(),
  };
}
