/**
 * Reads a settings file of a client: JSON, with comments and commas at the end where the client permits them.
 *
 * A file that is not there says nothing; one that cannot be read says that nothing can be known, which is not the same.
 */
import { errorCode } from '../base/error-words.ts';
import { parseJson } from '../base/json-text.ts';
import { fieldsOf, textOrNull } from '../base/json-values.ts';
import { textIfThere } from '../base/node/file-text.ts';

/** What a file holds; `problem` says why that cannot be known. */
export interface SettingsFile {
  readonly value: unknown;
  readonly problem: string | null;
  readonly isThere: boolean;
}

const FILE_BYTES_MAX = 4_194_304;

/** The text of a file; null when it is not there. Throws when it cannot be read. */
export function settingsText(file: string): string | null {
  const text = textIfThere(file);
  if (text === null) return null;
  if (text.length > FILE_BYTES_MAX) throw new Error(`it has more than ${FILE_BYTES_MAX} bytes`);
  return text.replace(/^\uFEFF/, '');
}

/** Reads the file; `shown` is how it is called in the problem. */
export function readSettings(file: string, shown: string): SettingsFile {
  let text: string | null;
  try {
    text = settingsText(file);
  } catch (error) {
    const why = errorCode(error) ?? 'too large';
    return { value: null, problem: `${shown} cannot be read (${why})`, isThere: true };
  }
  if (text === null) return { value: null, problem: null, isThere: false };
  const value = parseJson(plainJson(text));
  if (value !== undefined) return { value, problem: null, isThere: true };
  // The parser's own words quote the text, and a key may stand there.
  return { value: null, problem: `${shown} is not JSON`, isThere: true };
}

/** What stands at a path of names in a value of unknown shape; undefined where nothing does. */
export function valueAt(value: unknown, ...names: readonly string[]): unknown {
  let at: unknown = value;
  for (const name of names) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

/** The same, if it is a text that is not empty. */
export function textAt(value: unknown, ...names: readonly string[]): string | null {
  return textOrNull(valueAt(value, ...names));
}

/** The names of an object; none for anything else. */
export function namesIn(value: unknown): readonly string[] {
  return Object.keys(fieldsOf(value));
}

/** Comments and commas before a closing bracket go; what stands in texts stays. */
function plainJson(text: string): string {
  const withoutComments = text.replaceAll(
    /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (found) => (found.startsWith('"') ? found : ' '),
  );
  return withoutComments.replaceAll(/"(?:\\.|[^"\\])*"|,(?=\s*[\]}])/g, (found) =>
    found === ',' ? '' : found,
  );
}
