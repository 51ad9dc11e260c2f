/**
 * The governor: how long an agent must wait so that its window keeps the rest it owes.
 *
 * It looks only at the steps of the running window. As long as enough steps are left, it asks for nothing; when all that
 * are left are needed, every one of them must be rest, also the one that runs now if nothing happened in it yet.
 */
import { MICRO } from './window-numbers.ts';
import { STEPS } from './window-shape.ts';
import { STEP_MS, WINDOW_MS } from './window-steps.ts';

/** Milliseconds to wait before the agent may act; 0 when it may act now. `activeAt` are the times at which it acted. */
export function restOwedMs(activeAt: readonly number[], nowMs: number, rhoMin: number): number {
  const start = nowMs - (nowMs % WINDOW_MS);
  const step = (at: number) => Math.floor((at - start) / STEP_MS);
  const active = new Set(activeAt.filter((at) => at >= start && at <= nowMs).map(step));
  const current = step(nowMs);
  // A step in which it acted already is lost to rest; acting in it again costs nothing.
  if (active.has(current)) return 0;
  const needed = Math.ceil((STEPS * rhoMin) / MICRO);
  const activeIfActing = active.size + 1;
  return STEPS - activeIfActing >= needed ? 0 : start + WINDOW_MS - nowMs;
}
