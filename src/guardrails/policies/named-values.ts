/**
 * Finds values among a tool's parameters by the name of their field, however deep they lie.
 *
 * Tools differ in where they keep a path or a command: `path`, `edits[].path`, `options.cwd`. A policy that looked
 * only at the top would be passed by.
 */
import { foldedKey } from '../../base/json-keys.ts';

/** A value that was found: where, and what it is. */
export interface NamedValue {
  /** For example `edits.0.path`. */
  readonly at: string;
  readonly value: unknown;
}

/** How a name is compared: tools write `filePath`, `file_path` and `FilePath`, and some readers take each for the others. */
function spelledOut(name: string): string {
  return foldedKey(name).replaceAll(/[_-]/g, '');
}

/** The last word of a name in any of these styles: `targetUrl`, `target_url`, `Target-URL`. */
function lastWord(name: string): string {
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').split(/[^A-Za-z0-9]+/);
  return (words.at(-1) ?? '').toLowerCase();
}

/** Parameters with more parts than this are not searched. */
const PARTS_MAX = 10_000;

/**
 * Every value under one of these names, lists taken apart; null when there is too much to search. `endings` are last words
 * of names, such as the `url` of `webhook_url`.
 */
export function namedValues(
  params: unknown,
  names: readonly string[],
  endings: readonly string[] = [],
): readonly NamedValue[] | null {
  const wanted = new Set(names.map(spelledOut));
  const isName = (key: string) => wanted.has(spelledOut(key));
  const isMeant = (key: string, one: unknown) =>
    isName(key) || (endings.includes(lastWord(key)) && isText(one));
  const found: NamedValue[] = [];
  const open: { readonly at: string; readonly value: unknown; readonly isNamed: boolean }[] = [
    { at: '', value: params, isNamed: false },
  ];
  for (let seen = 0; ; seen += 1) {
    const part = open.pop();
    if (part === undefined) return found.toReversed();
    if (seen > PARTS_MAX) return null;
    const { at, value, isNamed } = part;
    const isGroup = typeof value === 'object' && value !== null;
    const inner = isGroup ? Object.entries(value).filter(([, one]) => one !== undefined) : [];
    for (const [key, one] of inner) {
      // The fields of a list are numbered: what is named is the list.
      const isWanted = Array.isArray(value) ? isNamed : isMeant(key, one);
      open.push({ at: at === '' ? key : `${at}.${key}`, value: one, isNamed: isWanted });
    }
    // Something named that is neither a list nor holds what is wanted is shown as it is.
    const leadsOn = Array.isArray(value) || inner.some(([key]) => isName(key));
    if (isNamed && !leadsOn) found.push({ at, value });
  }
}

/** A name that only ends like one may be a switch: `use_url: true`. */
function isText(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every(isText));
}

/** Every value that fits, with the last name that leads to it; null when there is too much to search. */
export function valuesThat(
  params: unknown,
  fits: (name: string, value: unknown) => boolean,
): readonly NamedValue[] | null {
  const found: NamedValue[] = [];
  const open: { readonly at: string; readonly value: unknown }[] = [{ at: '', value: params }];
  for (let seen = 0; ; seen += 1) {
    const part = open.pop();
    if (part === undefined) return found.toReversed();
    if (seen > PARTS_MAX) return null;
    if (fits(part.at, part.value)) found.push(part);
    if (typeof part.value !== 'object' || part.value === null) continue;
    const isList = Array.isArray(part.value);
    for (const [key, value] of Object.entries(part.value)) {
      open.push({ at: isList ? part.at : key, value });
    }
  }
}
