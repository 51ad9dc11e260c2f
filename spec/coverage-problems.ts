/**
 * What is wrong between the requirements and the tests that cite them, in sentences.
 * Pure, so that each failure can be shown on made-up rows: a check that was never seen to fail is
 * not known to work.
 */
import type { FoundCitations } from './citations.ts';
import type { PlantedFault, Requirement } from './requirement.ts';

/** The text of a file of the repository, or undefined when there is no such file. */
export type ReadFile = (path: string) => string | undefined;

/** Whether a test enters where a user enters (`outside.ts`). */
export type IsOutside = (testFile: string) => boolean;

export function coverageProblems(
  rows: readonly Requirement[],
  found: FoundCitations,
  readFile: ReadFile,
  isOutside: IsOutside,
): string[] {
  return [
    ...duplicateIds(rows),
    ...unknownCitations(rows, found),
    ...uncitedRows(rows, found, isOutside),
    ...rows.flatMap((row) => faultProblems(row, readFile)),
  ];
}

/** How often `text` occurs; overlapping occurrences count, since each could be the one meant. */
export function occurrences(text: string, part: string): number {
  if (part === '') return 0;
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

function duplicateIds(rows: readonly Requirement[]): string[] {
  const seen = new Set<string>();
  return rows.flatMap(({ id }) => {
    if (seen.has(id)) return [`${id}: two rows have this id`];
    seen.add(id);
    return [];
  });
}

function unknownCitations(rows: readonly Requirement[], found: FoundCitations): string[] {
  const known = new Set(rows.map((row) => row.id));
  const unknown = found.citations.flatMap(({ file, line, ids }) =>
    ids
      .filter((id) => !known.has(id))
      .map((id) => `${id}: cited in ${file}:${line}, but no row has this id`),
  );
  const unreadable = found.unreadable.map(
    ({ file, line }) => `${file}:${line}: write the ids of verifies(…) as plain strings`,
  );
  return [...unknown, ...unreadable];
}

function uncitedRows(
  rows: readonly Requirement[],
  { citations }: FoundCitations,
  isOutside: IsOutside,
): string[] {
  return rows.flatMap(({ id, status }) => {
    if (status !== 'done') return [];
    const files = citations.filter(({ ids }) => ids.includes(id)).map(({ file }) => file);
    if (files.length === 0) return [`${id}: done, but no test cites it`];
    if (files.some(isOutside)) return [];
    return [
      `${id}: done, but no test that cites it enters where a user enters: ${files.join(', ')}`,
    ];
  });
}

function faultProblems(row: Requirement, readFile: ReadFile): string[] {
  // The types forbid both; rows may still reach us from untyped code or through a cast.
  const fault: PlantedFault | undefined = row.fault;
  if (row.status === 'planned') {
    return fault === undefined ? [] : [`${row.id}: planned, but has a fault; is it done?`];
  }
  if (fault === undefined) return [`${row.id}: done, but has no fault`];
  const text = readFile(fault.file);
  if (text === undefined) return [`${row.id}: its fault is in ${fault.file}, which does not exist`];
  if (fault.text === fault.replacement) return [`${row.id}: its fault changes nothing`];
  const count = occurrences(text, fault.text);
  if (count === 1) return [];
  return [`${row.id}: the text of its fault occurs ${count} times in ${fault.file}, not once`];
}
