/**
 * A Markdown table from cells.
 */

export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const rule = header.map(() => '---');
  return [header, rule, ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

/** A bar or a line break would end the cell early. */
function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ');
}
