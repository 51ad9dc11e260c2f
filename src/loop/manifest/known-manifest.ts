/**
 * What is remembered of a manifest besides its text: its values, and where those stand that the loop keeps.
 *
 * Reading YAML takes longer than everything else that a hook does. As long as nobody edits the file, its values are
 * known and new ones go into the places of the old, so YAML is not even loaded.
 */
import { MANIFEST_FIELDS, MANIFEST_NAMES, type Manifest } from './manifest.ts';

/** From one character to another, by the name of the value that stands there. */
export type Places = Readonly<Partial<Record<keyof Manifest, readonly [from: number, to: number]>>>;

/** A text's values and places. */
export interface KnownManifest {
  readonly values: Manifest;
  /** Null: something in the text is connected with something else, so nothing is replaced without reading it. */
  readonly places: Places | null;
}

/** The text of a manifest, and what is known of it. */
export interface KeptManifest {
  readonly text: string;
  /** Null: it has to be read. */
  readonly known: KnownManifest | null;
}

/** What an earlier hook remembered; null when it is not all that this version has to know. */
export function knownIn(remembered: unknown): KnownManifest | null {
  if (typeof remembered !== 'object' || remembered === null) return null;
  const { values, places } = remembered as Readonly<Record<string, unknown>>;
  if (typeof values !== 'object' || values === null) return null;
  const found = values as Readonly<Record<string, unknown>>;
  const isWhole = MANIFEST_NAMES.every((name) => {
    const { read, write } = MANIFEST_FIELDS[name].kind;
    return read(write === undefined ? found[name] : write(found[name])) !== undefined;
  });
  return isWhole
    ? { values: found as unknown as Manifest, places: isPlaces(places) ? places : null }
    : null;
}

function isPlaces(value: unknown): value is Places {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((place) => Array.isArray(place) && place.every(Number.isSafeInteger))
  );
}

/** The text with these values in their places; null where YAML has to be read for that. */
export function keptInPlace(
  text: string,
  { values, places }: KnownManifest,
  manifest: Manifest,
): KeptManifest | null {
  const changed = changedValues(values, manifest);
  if (changed.length === 0) return { text, known: { values, places } };
  const found = changed.flatMap((name) => {
    const place = places?.[name];
    return place === undefined ? [] : [{ place, with: inlineYaml(manifest[name]) }];
  });
  if (places === null || found.length < changed.length) return null;
  const inOrder = found.toSorted((a, b) => a.place[0] - b.place[0]);
  let written = '';
  let readTo = 0;
  for (const { place, with: value } of inOrder) {
    written += text.slice(readTo, place[0]) + value;
    readTo = place[1];
  }
  const moved = (at: number) =>
    inOrder
      .filter(({ place }) => place[1] <= at)
      .reduce((to, { place, with: value }) => to + value.length - (place[1] - place[0]), at);
  const movedPlaces = Object.entries(places).map(([name, [from, to]]) => [
    name,
    [moved(from), moved(to)],
  ]);
  return {
    text: written + text.slice(readTo),
    known: { values: manifest, places: Object.fromEntries(movedPlaces) as Places },
  };
}

/** The values that the loop keeps and that differ. */
function changedValues(before: Manifest, after: Manifest): readonly (keyof Manifest)[] {
  return MANIFEST_NAMES.filter(
    (name) =>
      MANIFEST_FIELDS[name].kept && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}

/** JSON is YAML, and stays on one line. */
export function inlineYaml(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
}
