/** Processor time of another process, as Linux counts it. */
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second, whatever its own clock does. */
const TICK_MS = 10;

/**
 * Processor time of a process so far, in milliseconds: all its threads, and its children that ended. 0 for one that is
 * gone.
 */
export function processorMsOf(pid: number): number {
  let text = '';
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return 0;
  }
  // After the name, which may hold anything, in brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * TICK_MS;
}
