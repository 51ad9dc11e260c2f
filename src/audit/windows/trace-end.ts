/**
 * Where the windows of one recorder end, so that another one can go on with the chain.
 */
import { TraceVerifier } from './verify-trace.ts';
import type { Carry } from './window-numbers.ts';
import type { AuditWindow } from './window-shape.ts';

/** What the next window continues. */
export interface TraceEnd {
  readonly index: number;
  readonly tStartMs: number;
  readonly prevRoot: string | null;
  readonly carry: Carry;
  readonly civicRoot: string | null;
}

/** The end of some windows; null when there are none. */
export function traceEnd(windows: readonly AuditWindow[]): TraceEnd | null {
  // Roots are not needed to know the carry, and cost a second a hundred windows.
  const verifier = new TraceVerifier(undefined, { roots: false });
  for (const window of windows) verifier.take(window);
  const { tStartMs, prevRoot, carry } = verifier.next;
  if (tStartMs === null) return null;
  const civicRoot = windows.at(-1)?.witness.civic_memory_root ?? null;
  return { index: windows.length, tStartMs, prevRoot, carry, civicRoot };
}
