/**
 * The processes of a trial, known by its home, which only they have.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Their ids; those that have ended and are only remembered are none. */
export function homeProcesses(home: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const isEnded = / Z /.test(readFileSync(`/proc/${name}/stat`, 'utf8'));
        return !isEnded && readFileSync(`/proc/${name}/environ`, 'utf8').includes(`HOME=${home}\0`);
      } catch {
        // It ended while it was looked at.
        return false;
      }
    });
}

/** Ends what a client left running: one of them keeps a service for its next run. */
export function endHomeProcesses(home: string): void {
  for (const pid of homeProcesses(home)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}
