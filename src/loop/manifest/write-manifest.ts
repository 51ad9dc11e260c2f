/**
 * Writes the values that the loop keeps into a manifest's text, and leaves everything else as it was.
 *
 * A person's comments, order, indentation and unknown keys are theirs. So a value is replaced where it
 * stands; only when a key is missing is the document written anew, which keeps all but the layout.
 */
import { isAlias, isNode, isScalar, isSeq, parseDocument, type Document, type Node } from 'yaml';
import { inlineYaml, type KeptManifest, type Places } from './known-manifest.ts';
import { DEFAULT_MANIFEST } from './manifest-text.ts';
import { MANIFEST_FIELDS, MANIFEST_NAMES, type Manifest } from './manifest.ts';
import { readManifest } from './read-manifest.ts';

interface Change {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The text with the values of this manifest in it, and with every key of the reference; `also` are a person's. */
export function writeManifest(
  text: string,
  manifest: Manifest,
  also: readonly (keyof Manifest)[] = [],
): string {
  const before = readManifest(text);
  const changes = MANIFEST_NAMES.filter(
    (name) =>
      (MANIFEST_FIELDS[name].kept || also.includes(name)) &&
      !(before.ok && JSON.stringify(before.manifest[name]) === JSON.stringify(manifest[name])),
  ).map((name) => ({ path: MANIFEST_FIELDS[name].path, value: manifest[name] }));
  const document = parseDocument(text);
  const missing = missingKeys(document);
  if (changes.length === 0 && missing.length === 0) return text;
  const replaced = missing.length === 0 ? replacedInPlace(text, document, changes) : null;
  return replaced !== null && holds(replaced, manifest)
    ? replaced
    : writtenAnew(document, [...missing, ...changes]);
}

/** The text with these values in it, and what is to be remembered of it. */
export function writeAndKnow(text: string, manifest: Manifest): KeptManifest {
  const written = writeManifest(text, manifest);
  const read = readManifest(written);
  return {
    text: written,
    known: read.ok ? { values: read.manifest, places: placesIn(written) } : null,
  };
}

/** Where the values stand that the loop keeps. */
function placesIn(text: string): Places | null {
  // An anchor, an alias or a tag makes a value mean something elsewhere, or something else.
  if (/[&*!]/.test(text)) return null;
  const document = parseDocument(text);
  const places = MANIFEST_NAMES.filter((name) => MANIFEST_FIELDS[name].kept).flatMap((name) => {
    const node: unknown = document.getIn(MANIFEST_FIELDS[name].path, true);
    if (!isNode(node) || !standsInLine(node) || !node.range) return [];
    return [[name, [node.range[0], node.range[1]]]];
  });
  return Object.fromEntries(places) as Places;
}

/** The keys of the reference that are not there, with their defaults. */
function missingKeys(document: Document): readonly Change[] {
  const reference = parseDocument(DEFAULT_MANIFEST).toJS() as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >;
  return Object.entries(reference).flatMap(([section, keys]) =>
    Object.entries(keys)
      .map(([key, value]) => ({ path: [section, key], value }))
      .filter(({ path }) => !document.hasIn(path)),
  );
}

/** The new values in the places of the old ones; null where one has no place of its own. */
function replacedInPlace(
  text: string,
  document: Document,
  changes: readonly Change[],
): string | null {
  const places: { readonly from: number; readonly to: number; readonly with: string }[] = [];
  for (const { path, value } of changes) {
    const node: unknown = document.getIn(path, true);
    if (!isNode(node) || !standsInLine(node) || !node.range) return null;
    places.push({ from: node.range[0], to: node.range[1], with: inlineYaml(value) });
  }
  return places
    .toSorted((a, b) => b.from - a.from)
    .reduce(
      (whole, place) => whole.slice(0, place.from) + place.with + whole.slice(place.to),
      text,
    );
}

/** A value between two places of one line: no block, no alias, no empty place behind a colon. */
function standsInLine(node: Node): boolean {
  if (isAlias(node)) return false;
  if (isSeq(node)) return node.flow === true;
  return (
    isScalar(node) &&
    node.range !== null &&
    node.range !== undefined &&
    node.range[0] < node.range[1]
  );
}

function holds(text: string, manifest: Manifest): boolean {
  const read = readManifest(text);
  return (
    read.ok &&
    MANIFEST_NAMES.every(
      (name) => JSON.stringify(read.manifest[name]) === JSON.stringify(manifest[name]),
    )
  );
}

function writtenAnew(document: Document, changes: readonly Change[]): string {
  for (const { path, value } of changes) {
    document.setIn(path, document.createNode(value, { flow: true }));
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
