/**
 * Reads settings that are written in TOML. What cannot be read is unclear, and nothing is guessed from it.
 */
import { parse, type TomlTable, type TomlValue } from 'smol-toml';

/** A text, nothing, or that it cannot be told. */
export type TomlText = { readonly text: string | null } | 'unclear';

/** Looks keys up. */
export interface TomlTexts {
  textAt(...path: readonly string[]): TomlText;
}

/** The values of a file; null when it is not TOML. */
export function tomlValues(text: string): TomlTable | null {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

/** The value at a path; undefined when there is none, or something else than a table on the way. */
export function tomlAt(
  values: TomlTable | null,
  ...path: readonly string[]
): TomlValue | undefined {
  let at: TomlValue | undefined = values ?? undefined;
  for (const name of path) at = isTable(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** Reads the file; null when it is not TOML. */
export function readToml(text: string): TomlTexts | null {
  const values = tomlValues(text);
  return values === null ? null : { textAt: (...path) => textIn(values, path) };
}

/** A value that is no text, also one in the place of a table on the way, is unclear. */
function textIn(values: TomlTable, path: readonly string[]): TomlText {
  const [name = '', ...rest] = path;
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return { text: null };
  if (rest.length > 0) return isTable(value) ? textIn(value, rest) : 'unclear';
  return typeof value === 'string' ? { text: value } : 'unclear';
}

function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
}
