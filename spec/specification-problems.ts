/**
 * Where the rows differ from the written specification.
 * The specification is a document that people edit; the rows are a copy that tests cite. Without
 * this comparison a requirement could change and every test would go on proving the old one.
 */
import type { Requirement } from './requirement.ts';

const SPECIFICATION_ROW = /^\| ([A-Z]\d+) \| (.+) \|$/gm;

/** The rows of the specification's tables: id to text. */
export function specificationRows(markdown: string): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  for (const [, id, text] of markdown.matchAll(SPECIFICATION_ROW)) {
    if (id !== undefined && text !== undefined) rows.set(id, text.replaceAll(String.raw`\|`, '|'));
  }
  return rows;
}

export function specificationProblems(rows: readonly Requirement[], markdown: string): string[] {
  const written = specificationRows(markdown);
  // An unreadable document must not pass for one without differences.
  if (written.size === 0) return ['the specification has no rows'];
  const held = new Map(rows.map((row) => [row.id, row.text]));
  const missing = [...written].flatMap(([id, text]) => {
    if (!held.has(id)) return [`${id}: in the specification, but not among the rows`];
    return held.get(id) === text ? [] : [`${id}: the specification says "${text}"`];
  });
  const extra = rows.filter(({ id }) => !written.has(id));
  return [...missing, ...extra.map(({ id }) => `${id}: not in the specification`)];
}
