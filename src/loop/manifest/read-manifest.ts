/**
 * Reads MANIFEST.yaml: its values, or what is wrong with it and on which line.
 *
 * Nothing of a manifest with a problem takes effect, because half of a person's edit is not what they meant.
 */
import { isMap, isNode, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import { MANIFEST_FIELDS, MANIFEST_NAMES, type Manifest } from './manifest.ts';

const TEXT_LENGTH_MAX = 262_144;

/** A manifest, or why it is none. */
export type ReadManifest =
  | { readonly ok: true; readonly manifest: Manifest }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** Reads the text of a manifest. */
export function readManifest(text: string): ReadManifest {
  if (text.length > TEXT_LENGTH_MAX) {
    return problem(1, `it has ${text.length} characters; the most is ${TEXT_LENGTH_MAX}`);
  }
  // An editor that is just saving leaves an empty file for a moment. It must not pass for "all defaults".
  if (text.trim() === '') return problem(1, 'it is empty');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const [error] = document.errors;
  if (error !== undefined)
    return problem(lineAt(error.pos[0]), `it is not valid YAML (${error.code})`);
  if (!isMap(document.contents)) return problem(1, 'it must be lines of the form key: value');
  return valuesOf(document, (path) => lineAt(offsetOf(document, path)));
}

function valuesOf(document: Document, lineOf: (path: readonly string[]) => number): ReadManifest {
  const values: Record<string, unknown> = {};
  for (const name of MANIFEST_NAMES) {
    const { path, kind, ifAbsent } = MANIFEST_FIELDS[name];
    const parent = path.length === 2 ? document.get(path[0]) : document.contents;
    if (path.length === 2 && parent !== undefined && parent !== null && !isMap(parent)) {
      return problem(lineOf([path[0]]), `${path[0]} must be a mapping`);
    }
    if (!isMap(parent) || !parent.has(path.at(-1))) {
      values[name] = ifAbsent;
      continue;
    }
    const written = plain(document, path);
    const value = kind.read(written);
    if (value === undefined) {
      const shown = (JSON.stringify(written) ?? 'nothing').slice(0, 60);
      return problem(lineOf(path), `${path.join('.')} must be ${kind.words}, not ${shown}`);
    }
    values[name] = value;
  }
  const manifest = values as unknown as Manifest;
  return jointProblem(manifest, lineOf) ?? { ok: true, manifest };
}

/** What single values cannot show. */
function jointProblem(
  {
    warningThreshold,
    mandatoryThreshold,
    hardBlockThreshold,
    softLoopThreshold,
    hardLoopThreshold,
  }: Manifest,
  lineOf: (path: readonly string[]) => number,
): ReadManifest | null {
  if (warningThreshold > mandatoryThreshold || mandatoryThreshold > hardBlockThreshold) {
    return problem(
      lineOf(['context', 'warning_threshold']),
      `the thresholds of context must rise: ${warningThreshold}, ${mandatoryThreshold}, ${hardBlockThreshold} do not`,
    );
  }
  if (softLoopThreshold > hardLoopThreshold) {
    return problem(
      lineOf(['safety', 'soft_loop_threshold']),
      `safety.soft_loop_threshold (${softLoopThreshold}) must not be above safety.hard_loop_threshold (${hardLoopThreshold})`,
    );
  }
  return null;
}

function plain(document: Document, path: readonly string[]): unknown {
  const node: unknown = document.getIn(path, true);
  return isNode(node) ? node.toJS(document) : node;
}

/** Where the key stands that the path ends in. */
function offsetOf(document: Document, path: readonly string[]): number {
  let at: unknown = document.contents;
  let offset = 0;
  for (const part of path) {
    if (!isMap(at)) return offset;
    const pair = at.items.find(({ key }) => isScalar(key) && key.value === part);
    if (pair === undefined) return offset;
    offset = isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
    at = pair.value;
  }
  return offset;
}

function problem(line: number, message: string): ReadManifest {
  return { ok: false, line, message };
}
