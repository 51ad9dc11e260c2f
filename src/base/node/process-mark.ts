/**
 * What tells a process from a later one with the same number: the boot of the machine and when it began.
 */
import { readFileSync } from 'node:fs';

/** The field of `/proc/PID/stat` that says when a process began, counted from behind its name. */
const STARTED_FIELD = 19;

/** The mark of a process; null where it is gone, or where the system does not show it. */
export function processMark(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in brackets and may hold anything, brackets included.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const [state] = fields;
    const started = fields[STARTED_FIELD];
    return started === undefined || state === 'Z' ? null : `${boot}:${started}`;
  } catch {
    return null;
  }
}
