/**
 * A progress line on a terminal; nothing where nobody watches.
 */
import { cleanLine } from '../../base/clean-text.ts';
import { draw } from './say.ts';
const INTERVAL_MS = 250;

/** Shows how far long work has come. */
export interface Progress {
  update(steps: number, bytes: number): void;
  end(): void;
}

/** A progress line on standard error if it is a terminal. */
export function createProgress(what: string): Progress {
  if (!process.stderr.isTTY || process.env['CI'] === 'true') {
    return { update: () => undefined, end: () => undefined };
  }
  let shownAt = Date.now();
  let shown = false;
  return {
    update(steps, bytes) {
      // Looking at the clock for every record would cost more than it shows.
      if (steps % 1_000 !== 0 || Date.now() - shownAt < INTERVAL_MS) return;
      shownAt = Date.now();
      shown = true;
      const megabytes = (bytes / 1_000_000).toFixed(1);
      draw(
        `\r${cleanLine(what)}: ${steps.toLocaleString('en')} records, ${megabytes} MB`,
        'stderr',
      );
    },
    end() {
      if (shown) draw('\r\u001b[K', 'stderr');
    },
  };
}
