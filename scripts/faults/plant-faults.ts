/**
 * Plants the faults of many rows, some side by side, each worker in a working copy of its own. Only tests that enter
 * where a user enters are asked.
 */
import { findCitations } from '../../spec/citations.ts';
import { outsideTests, readTestFiles } from '../../spec/repository.ts';
import type { DoneRequirement } from '../../spec/requirement.ts';
import { plantFault } from './plant-fault.ts';
import type { RunOptions } from './run-citing-tests.ts';
import type { Verdict } from './verdict.ts';
import { createWorkingCopy } from './working-copy.ts';

export interface FaultOutcome {
  readonly row: DoneRequirement;
  readonly verdict: Verdict;
}

export interface PlantOptions extends RunOptions {
  readonly workers: number;
  /** No row is begun after this moment (`performance.now()`); those that are left are not in the outcomes. */
  readonly beginUntilMs?: number;
  /** Called as each verdict falls. */
  readonly onOutcome: (outcome: FaultOutcome, elapsedMs: number) => void;
}

/** The outcomes in the order of the rows, whatever order they came in. */
export async function plantFaults(
  root: string,
  rows: readonly DoneRequirement[],
  options: PlantOptions,
): Promise<FaultOutcome[]> {
  const { citations } = findCitations(readTestFiles(root));
  const isOutside = outsideTests(root);
  const filesCiting = (id: string): string[] => [
    ...new Set(
      citations
        .filter(({ ids, file }) => ids.includes(id) && isOutside(file))
        .map(({ file }) => file),
    ),
  ];
  const outcomes = new Map<string, FaultOutcome>();
  const queue = [...rows];
  const work = async (): Promise<void> => {
    if (queue.length === 0) return;
    const copy = await createWorkingCopy(root);
    try {
      for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
        const start = performance.now();
        if (start > (options.beginUntilMs ?? Infinity)) break;
        const verdict = await plantFault(copy.root, row, filesCiting(row.id), options);
        const outcome = { row, verdict };
        outcomes.set(row.id, outcome);
        options.onOutcome(outcome, performance.now() - start);
      }
    } finally {
      await copy.dispose();
    }
  };
  // All are awaited even if one throws, so that no copy is left behind.
  const ends = await Promise.allSettled(Array.from({ length: options.workers }, work));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return rows.flatMap((row) => outcomes.get(row.id) ?? []);
}
