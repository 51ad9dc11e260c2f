/**
 * The README's account of what is proven: a table of the done rows with their tests, and the rest
 * by name.
 * It is generated, because a table of promises that is kept by hand ends up promising too much.
 */
import type { Citation } from '../../spec/citations.ts';
import { idRanges } from '../../spec/id-ranges.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { markdownTable } from './markdown-table.ts';

export function renderProvenRows(
  rows: readonly Requirement[],
  citations: readonly Citation[],
): string {
  const done = rows.filter((row) => row.status === 'done');
  const planned = rows.filter((row) => row.status === 'planned').map((row) => row.id);
  const table = markdownTable(
    ['id', 'what', 'proven by'],
    done.map(({ id, text }) => [id, text, testLinks(id, citations)]),
  );
  const count = `${done.length} of ${rows.length} requirements proven.`;
  const rest = planned.length === 0 ? count : `${count} Planned: ${idRanges(planned)}.`;
  return done.length === 0 ? rest : `${table}\n\n${rest}`;
}

function testLinks(id: string, citations: readonly Citation[]): string {
  const files = citations.filter(({ ids }) => ids.includes(id)).map(({ file }) => file);
  return [...new Set(files)].map((file) => `[${file}](${file})`).join(', ');
}
