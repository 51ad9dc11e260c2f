/**
 * Reads texts out of a TOML file: enough for the few keys that say where Codex sends its calls.
 *
 * It knows `key = "text"`, dotted and quoted keys, `[tables]`, and how to pass over values of several lines. It does not
 * guess: a line that it does not know makes the whole file unclear, and a key that may hide in a value which it does
 * not open (an inline table) is unclear too.
 */

/** A text, nothing, or that it cannot be told. */
export type TomlText = { readonly text: string | null } | 'unclear';

/** Looks keys up. */
export interface TomlTexts {
  textAt(...path: readonly string[]): TomlText;
}

const PART = String.raw`(?:[A-Za-z0-9_-]+|"[^"\\\n]*"|'[^'\n]*')`;
const PATH = String.raw`${PART}(?:\s*\.\s*${PART})*`;
const TABLE = new RegExp(String.raw`^\[\s*(${PATH})\s*\]\s*(?:#.*)?$`);
const LIST_OF_TABLES = new RegExp(String.raw`^\[\[\s*(${PATH})\s*\]\]\s*(?:#.*)?$`);
const PAIR = new RegExp(String.raw`^(${PATH})\s*=\s*(.*)$`);
const PLAIN_TEXT = /^(?:"([^"\\]*)"|'([^']*)')\s*(?:#.*)?$/;
const SEPARATOR = '\u0000';

/** Reads the file; null when it holds something that is not understood. */
export function readToml(text: string): TomlTexts | null {
  const values = new Map<string, string | null>();
  let table: readonly string[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line === '' || line.startsWith('#')) continue;
    const opened = TABLE.exec(line) ?? LIST_OF_TABLES.exec(line);
    if (opened !== null) {
      table = partsOf(opened[1] ?? '');
      continue;
    }
    const [, key, first] = PAIR.exec(line) ?? [];
    if (key === undefined || first === undefined) return null;
    const name = [...table, ...partsOf(key)].join(SEPARATOR);
    const [, double, single] = PLAIN_TEXT.exec(first) ?? [];
    values.set(name, double ?? single ?? null);
    const end = lastLine(lines, at, first);
    if (end === null) return null;
    at = end;
  }
  return { textAt: (...path) => lookUp(values, path) };
}

function lookUp(values: ReadonlyMap<string, string | null>, path: readonly string[]): TomlText {
  const found = values.get(path.join(SEPARATOR));
  if (found !== undefined) return found === null ? 'unclear' : { text: found };
  const above = path.slice(0, -1).map((_, index) => path.slice(0, index + 1).join(SEPARATOR));
  return above.some((name) => values.has(name)) ? 'unclear' : { text: null };
}

function partsOf(path: string): readonly string[] {
  const parts = path.match(new RegExp(PART, 'g')) ?? [];
  return parts.map((part) => (/^["']/.test(part) ? part.slice(1, -1) : part));
}

/** The line on which a value ends; null when it never does. */
function lastLine(lines: readonly string[], from: number, first: string): number | null {
  const quotes = /^(?:"""|''')/.exec(first)?.[0];
  if (quotes !== undefined) {
    if (first.indexOf(quotes, quotes.length) !== -1) return from;
    const end = lines.findIndex((line, at) => at > from && line.includes(quotes));
    return end === -1 ? null : end;
  }
  let open = depthOf(first);
  let at = from;
  while (open > 0) {
    at += 1;
    const line = lines[at];
    if (line === undefined) return null;
    open += depthOf(line);
  }
  return open === 0 ? at : null;
}

/** Brackets that a line opens less those it closes, outside of texts and comments. */
function depthOf(line: string): number {
  const bare = line.replaceAll(/"(?:\\.|[^"\\])*"|'[^']*'/g, '').replace(/#.*$/, '');
  return (bare.match(/[[{]/g)?.length ?? 0) - (bare.match(/[\]}]/g)?.length ?? 0);
}
