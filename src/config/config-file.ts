/**
 * `tripwire.yaml` as it was written: its values, and on which line each of them stands.
 *
 * Stricter than YAML where YAML is treacherous: no aliases, no tags, no key twice, one document. What the
 * parser says about a broken file is put in our own words, because its messages quote the file and the
 * file may hold a secret that does not belong there.
 */
import { readFileSync, statSync } from 'node:fs';
import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
} from 'yaml';
import { errorCode } from '../base/error-words.ts';
import { isObject, type JsonObject } from '../base/json-values.ts';
import { ConfigError, type ConfigProblem } from './config-error.ts';
import type { ValuePath } from './value-path.ts';

const FILE_BYTES_MAX = 1_048_576;

export interface ConfigFile {
  readonly file: string;
  readonly values: JsonObject;
  /** Line of the key at that path, or of the nearest thing around it. */
  readonly lineOf: (path: ValuePath) => number;
}

/** Reads the file; throws with every problem of its YAML. */
export function readConfigFile(file: string): ConfigFile {
  const lines = new LineCounter();
  const document = parseDocument(utf8Text(file), { lineCounter: lines, prettyErrors: false });
  const line = (offset: number) => lines.linePos(offset).line;
  const problems = [
    ...[...document.errors, ...document.warnings].map(({ code, pos }) => ({
      path: '',
      line: line(pos[0]),
      message: YAML_PROBLEMS[code] ?? `is not valid YAML (${code})`,
    })),
    ...unwelcomeParts(document, line),
  ];
  if (problems.length > 0) throw new ConfigError(file, problems);
  const values: unknown = document.toJS() ?? {};
  if (!isObject(values)) {
    throw refused(file, 'must be a mapping: lines of the form key: value');
  }
  return { file, values, lineOf: (path) => line(offsetAt(document.contents, path)) };
}

const YAML_PROBLEMS: Readonly<Record<string, string>> = {
  BAD_INDENT: 'is not valid YAML: the indentation does not fit',
  DUPLICATE_KEY: 'this key stands twice in its mapping; keep one',
  MISSING_CHAR: 'is not valid YAML: a quote, bracket, colon or comma is missing',
  MULTIPLE_DOCS: 'a second document (---) begins here; write one',
  TAB_AS_INDENT: 'is not valid YAML: indent with spaces, not with a tab',
  TAG_RESOLVE_FAILED: 'tags (!name) are not known here; write the plain value',
};

function utf8Text(file: string): string {
  const bytes = bytesOf(file);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(file, 'is not UTF-8 text; save it as UTF-8');
  }
  // An editor that is just saving leaves an empty file for a moment. It must not pass for "all defaults".
  if (text.trim() === '')
    throw refused(file, 'is empty; write a setting or a comment, or remove it');
  return text;
}

function bytesOf(file: string): Buffer {
  let size: number;
  try {
    size = statSync(file).size;
    if (size <= FILE_BYTES_MAX) return readFileSync(file);
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    throw refused(file, `cannot be read (${code}); correct --config or the file’s permissions`);
  }
  throw refused(file, `has ${size} bytes; the most is ${FILE_BYTES_MAX}`);
}

function refused(file: string, message: string): ConfigError {
  return new ConfigError(file, [{ path: '', line: null, message }]);
}

/** Aliases, and keys that would not arrive as they were written. */
function unwelcomeParts(document: Document, line: (offset: number) => number): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const refuse = (node: Node | null, message: string) => {
    problems.push({ path: '', line: line(node?.range?.[0] ?? 0), message });
  };
  visit(document, {
    Alias: (_, alias) => refuse(alias, 'aliases (*name) are not known here; write the value again'),
    Pair: (_, { key }: Pair) => {
      if (!isNode(key)) return;
      if (!isScalar(key)) refuse(key, 'a key must be a word, not a list or a mapping');
      else if (key.value === '__proto__') refuse(key, '__proto__ cannot be a name here');
    },
  });
  return problems;
}

/** Where the key stands that the path ends in; on the way down, the last place that exists. */
function offsetAt(contents: unknown, path: ValuePath): number {
  let at = contents;
  let offset = isNode(at) ? (at.range?.[0] ?? 0) : 0;
  for (const part of path) {
    if (isMap(at)) {
      const pair = at.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (pair === undefined) return offset;
      offset = isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
      at = pair.value;
    } else if (isSeq(at)) {
      at = at.items[Number(part)];
      offset = isNode(at) ? (at.range?.[0] ?? offset) : offset;
    } else return offset;
  }
  return offset;
}
