/**
 * Which faults to plant: those of all done rows, or of the rows named on the command line.
 * A wrong or unfinished id is refused rather than skipped, so that "no fault survived" never means
 * "nothing was tried".
 */
import type { DoneRequirement, Requirement } from '../../spec/requirement.ts';

export function chooseRows(
  rows: readonly Requirement[],
  chosen: readonly string[],
): readonly DoneRequirement[] {
  const done = rows.filter((row) => row.status === 'done');
  if (chosen.length === 0) return done;
  return [...new Set(chosen)].map((id) => {
    const row = done.find((candidate) => candidate.id === id);
    if (row !== undefined) return row;
    const planned = rows.some((candidate) => candidate.id === id);
    throw new Error(planned ? `${id} is planned: it has no fault yet` : `${id} is no requirement`);
  });
}
