/**
 * The processes of a supervised worker, found by the mark that everything carries which it started.
 */
import { readdirSync, readFileSync } from 'node:fs';

export interface JobProcess {
  readonly pid: number;
  readonly isStopped: boolean;
}

/** Those that jobs of this project started and that are still there. */
export function jobProcesses(project: string): readonly JobProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8');
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
        // A shell that waits for a child which is stopped before it has become a program is in state D.
        const isOurs = environment.includes(`TRIPWIRE_JOB=${project}/`);
        return isOurs && state !== 'Z'
          ? [{ pid: Number(name), isStopped: 'TD'.includes(state) }]
          : [];
      } catch {
        return [];
      }
    });
}
