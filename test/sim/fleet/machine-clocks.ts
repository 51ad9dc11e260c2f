/**
 * The clocks of simulated machines: what a program asks for the time, and waits by, is the world's, seen from the machine
 * that asks.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { currentProcess } from '../processes.ts';
import type { VirtualTime } from '../virtual-time.ts';

/** The moment at which every world begins. */
export const BEGAN_MS = 1_800_000_000_000;

class Interval {
  isCleared = false;

  constructor(run: () => void, ms: number) {
    const again = () => {
      setTimeout(() => {
        if (this.isCleared) return;
        again();
        run();
      }, ms);
    };
    again();
  }

  unref(): this {
    return this;
  }
}

/** Replaces clocks and timers; returns how to put them back. */
export function installClocks(time: VirtualTime): () => void {
  const timers = time.install();
  const own = globalThis as unknown as Record<string, unknown>;
  const promises = createRequire(import.meta.url)('node:timers/promises') as Record<
    string,
    unknown
  >;
  const before = { wall: Date.now, delay: promises['setTimeout'] };
  own['setInterval'] = (run: () => void, ms: number) => new Interval(run, ms);
  own['clearInterval'] = (one: unknown) => {
    if (one instanceof Interval) one.isCleared = true;
  };
  Date.now = () => BEGAN_MS + Math.floor(time.nowMs) + (currentProcess()?.wallAheadMs ?? 0);
  performance.now = () => time.nowMs;
  promises['setTimeout'] = <T>(ms: number, value: T) =>
    new Promise<T>((resolve) => {
      setTimeout(() => resolve(value), ms);
    });
  syncBuiltinESMExports();
  return () => {
    Date.now = before.wall;
    // Its own method comes to light again.
    Reflect.deleteProperty(performance, 'now');
    promises['setTimeout'] = before.delay;
    syncBuiltinESMExports();
    timers();
  };
}
