/**
 * A bar for work whose length is known, on a terminal; nothing where nobody watches.
 */
import { cleanLine } from '../../base/clean-text.ts';
import { draw } from './say.ts';
const WIDTH = 24;
const INTERVAL_MS = 100;

/** Shows how much of the work is done. */
export interface ProgressBar {
  update(done: number): void;
  end(): void;
}

/** A bar on standard error if it is a terminal. */
export function createProgressBar(what: string, total: number): ProgressBar {
  if (!process.stderr.isTTY || process.env['CI'] === 'true' || total === 0) {
    return { update: () => undefined, end: () => undefined };
  }
  let shownAt = 0;
  return {
    update(done) {
      if (Date.now() - shownAt < INTERVAL_MS) return;
      shownAt = Date.now();
      const filled = Math.floor((WIDTH * done) / total);
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
      const count = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
      draw(`\r${cleanLine(what)} ${bar} ${count}`, 'stderr');
    },
    end() {
      if (shownAt > 0) draw('\r\u001b[K', 'stderr');
    },
  };
}
