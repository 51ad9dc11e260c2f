/**
 * The sets into which runs fall: one a file; hand-made cases apart from those where the right answer
 * depends on where one draws the line.
 */
import { basename } from 'node:path';
import type { CorpusRun } from '../../src/transcripts/index.ts';

/** Runs that belong together in the tables. */
export interface RunSet {
  readonly name: string;
  /** False where reasonable judges differ; such a set is shown and left out of the overall figures. */
  readonly decides: boolean;
  readonly runs: readonly CorpusRun[];
}

/** Groups the runs, in the order in which their sets first appear. */
export function runSets(runs: readonly CorpusRun[]): RunSet[] {
  const sets = new Map<string, CorpusRun[]>();
  for (const run of runs) {
    const name = setName(run);
    const set = sets.get(name) ?? [];
    sets.set(name, set);
    set.push(run);
  }
  return [...sets].map(([name, members]) => ({
    name,
    decides: members.every(isClear),
    runs: members,
  }));
}

function setName(run: CorpusRun): string {
  const file = basename(run.source.file).replace(/\.\w+$/, '');
  return isClear(run) ? file : `${file} (debatable)`;
}

function isClear({ caseClass }: CorpusRun): boolean {
  return caseClass === null || caseClass === 'semantic';
}
