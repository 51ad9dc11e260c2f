/**
 * One line of CSV (RFC 4180) that a spreadsheet opens as text.
 *
 * Reasons hold what agents said. A cell that begins like a formula, also in wide signs or behind blanks, would be reckoned
 * when somebody opens the file, so it gets an apostrophe in front.
 */

/** The line, with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(text: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
