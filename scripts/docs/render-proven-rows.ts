/**
 * What is proven: a table of the done rows with their tests in docs/requirements.md, and their number in the README.
 * Both are generated, because a table of promises that is kept by hand ends up promising too much.
 */
import type { Citation } from '../../spec/citations.ts';
import { idRanges } from '../../spec/id-ranges.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { markdownTable } from './markdown-table.ts';

/** The table's links lead out of `docs`. */
export function renderProvenRows(
  rows: readonly Requirement[],
  citations: readonly Citation[],
): string {
  const done = rows.filter((row) => row.status === 'done');
  const table = markdownTable(
    ['id', 'what', 'proven by'],
    done.map(({ id, text }) => [id, text, testLinks(id, citations)]),
  );
  return done.length === 0 ? countLine(rows) : `${table}\n\n${countLine(rows)}`;
}

/** The README's one line. */
export function renderProvenCount(rows: readonly Requirement[]): string {
  return `${countLine(rows)} The table of rows and tests: [docs/requirements.md](docs/requirements.md).`;
}

function countLine(rows: readonly Requirement[]): string {
  const planned = rows.filter((row) => row.status === 'planned').map((row) => row.id);
  const count = `${rows.length - planned.length} of ${rows.length} requirements are proven.`;
  return planned.length === 0 ? count : `${count} Planned: ${idRanges(planned)}.`;
}

function testLinks(id: string, citations: readonly Citation[]): string {
  const files = citations.filter(({ ids }) => ids.includes(id)).map(({ file }) => file);
  return [...new Set(files)].map((file) => `[${file}](../${file})`).join(', ');
}
