/**
 * Puts Tripwire's hooks into settings that are JSON, and takes them out again without a trace.
 *
 * Hooks of others, unknown keys, comments and the person's own formatting stay byte for byte. An entry is known as
 * Tripwire's by its command or address, so that also an entry from an older place of the program is found.
 */
import { isDeepStrictEqual } from 'node:util';
import type { HookGroup, HookSwitch } from '../../clients/hook-settings.ts';
import { betweenBrackets, putFirst, putInPlace, takeOut } from './json-edit.ts';
import { memberNamed, readJson, type JsonMember, type JsonPart } from './json-text.ts';

/** What is to stand in the settings. */
export interface WantedHooks {
  /** For each event the group that is added. */
  readonly groups: Readonly<Record<string, HookGroup>>;
  /** Switches that must be set, such as `hooksConfig.enabled`. */
  readonly switches: readonly HookSwitch[];
  /** By the command of an entry, or by the address that it asks. */
  readonly isOurs: (asked: string) => boolean;
}

type Path = readonly (string | number)[];

const NEW_FILE = '{}\n';

/** The settings with the hooks in them. `text` is null where there is no file; it holds none of ours. */
export function withHooks(text: string | null, wanted: WantedHooks): string {
  let now = text === null || readJson(text) === null ? NEW_FILE : text;
  requireShape(now, wanted);
  const events = Object.entries(wanted.groups);
  const { root, hooks } = rootAndHooks(now);
  if (hooks === undefined) {
    const groups = events.map(([event, group]) => [event, [group]]);
    now = putFirst(now, root, 'hooks', Object.fromEntries(groups));
  } else {
    for (const [event, group] of events.toReversed()) now = withGroup(now, event, group);
  }
  for (const { path, value } of wanted.switches) now = withSwitch(now, path, value);
  return now;
}

/** Whether exactly these hooks stand there already, however they are written. */
export function hasHooks(text: string | null, wanted: WantedHooks): boolean {
  if (text === null) return false;
  const root = readJson(text) ?? undefined;
  const switched = wanted.switches.every(({ path, value }) =>
    isDeepStrictEqual(partAtPath(root, path)?.value, value),
  );
  const found = ourGroups(text, wanted);
  const events = Object.entries(wanted.groups);
  return (
    switched &&
    found.length === events.length &&
    events.every(([event, group]) =>
      found.some((one) => one.event === event && isDeepStrictEqual(one.value, group)),
    )
  );
}

/** Whether any hook of Tripwire's stands there. */
export function holdsHooks(text: string | null, wanted: WantedHooks): boolean {
  return text !== null && ourGroups(text, wanted).length > 0;
}

/**
 * The settings without the hooks; null when nothing is left of a file that was not there before. `before` is the copy
 * that was kept: by it an object that was empty is told from one that was made.
 */
export function withoutHooks(
  text: string,
  before: string | null,
  wanted: WantedHooks,
): string | null {
  let now = text;
  let found = ourGroups(now, wanted);
  if (found.length === 0) return text;
  for (; found[0] !== undefined; found = ourGroups(now, wanted)) {
    const { path, handlers, ours } = found[0];
    const first = ours[0] ?? 0;
    now = takeOutAt(now, handlers === ours.length ? path : [...path, 'hooks', first], before);
  }
  for (const { path, value } of wanted.switches) now = withoutSwitch(now, path, value, before);
  const root = readJson(now);
  const isBare = root?.members.length === 0 && betweenBrackets(now, root).trim() === '';
  if (!isBare) return now;
  return before === null || readJson(before) === null ? before : now;
}

interface OurGroup {
  readonly event: string;
  readonly path: Path;
  readonly value: unknown;
  /** How many handlers the group has, and which of them are ours. */
  readonly handlers: number;
  readonly ours: readonly number[];
}

function ourGroups(text: string, { isOurs }: WantedHooks): readonly OurGroup[] {
  const hooks = memberNamed(readJson(text) ?? undefined, 'hooks')?.part;
  return (hooks?.members ?? []).flatMap(({ name, part }) =>
    part.members.flatMap((group, at): OurGroup[] => {
      const handlers = memberNamed(group.part, 'hooks')?.part.members ?? [];
      const ours = handlers.flatMap((handler, index) => {
        const asked = ['command', 'url'].map((key) => memberNamed(handler.part, key)?.part.value);
        return asked.some((one) => typeof one === 'string' && isOurs(one)) ? [index] : [];
      });
      if (name === null || ours.length === 0) return [];
      const path = ['hooks', name, at];
      return [{ event: name, path, value: group.part.value, handlers: handlers.length, ours }];
    }),
  );
}

/** Refuses what cannot be added to, before anything is changed. */
function requireShape(text: string, { groups, switches }: WantedHooks): void {
  const root = readJson(text);
  if (root?.kind !== 'object') throw new Error('it holds no JSON object');
  const paths = [...switches.map(({ path }) => path.slice(0, -1)), ['hooks']];
  for (const path of paths) {
    const kind = partAtPath(root, path)?.kind ?? 'object';
    if (kind !== 'object') throw new Error(`${path.join('.')} is not an object`);
  }
  for (const event of Object.keys(groups)) {
    const kind = partAtPath(root, ['hooks', event])?.kind ?? 'array';
    if (kind !== 'array') throw new Error(`hooks.${event} is not a list`);
  }
}

function rootAndHooks(text: string): { root: JsonPart; hooks: JsonPart | undefined } {
  const root = readJson(text);
  if (root === null) throw new Error('it is empty');
  return { root, hooks: memberNamed(root, 'hooks')?.part };
}

function withGroup(text: string, event: string, group: HookGroup): string {
  const { hooks } = rootAndHooks(text);
  if (hooks === undefined) return text;
  const list = memberNamed(hooks, event)?.part;
  return list === undefined
    ? putFirst(text, hooks, event, [group])
    : putFirst(text, list, null, group);
}

function withSwitch(text: string, path: readonly string[], value: unknown): string {
  const { root } = rootAndHooks(text);
  const there = partAtPath(root, path);
  if (there !== undefined) {
    if (isDeepStrictEqual(there.value, value)) return text;
    return putInPlace(text, there, JSON.stringify(value));
  }
  let into = root;
  let [name = '', ...rest] = path;
  for (let next = memberNamed(into, name); next !== undefined && rest.length > 0;) {
    into = next.part;
    [name = '', ...rest] = rest;
    next = memberNamed(into, name);
  }
  const written = rest.reduceRight<unknown>((inner, one) => ({ [one]: inner }), value);
  return putFirst(text, into, name, written);
}

function withoutSwitch(
  text: string,
  path: readonly string[],
  value: unknown,
  before: string | null,
): string {
  const there = partAtPath(readJson(text) ?? undefined, path);
  // Somebody set it otherwise meanwhile: then it is theirs.
  if (there === undefined || !isDeepStrictEqual(there.value, value)) return text;
  const earlier = before === null ? undefined : partAtPath(readJson(before) ?? undefined, path);
  if (before === null || earlier === undefined) return takeOutAt(text, path, before);
  return putInPlace(text, there, before.slice(earlier.start, earlier.end));
}

/** Takes out what stands at a path, and what held only that, unless it was there before. */
function takeOutAt(text: string, path: Path, before: string | null): string {
  const root = readJson(text) ?? undefined;
  const above = path.slice(0, -1);
  const parent = partAtPath(root, above);
  const member = parent && memberAt(parent, path.at(-1));
  if (parent === undefined || member === undefined) return text;
  const earlier = before === null ? undefined : partAtPath(readJson(before) ?? undefined, above);
  const emptied =
    before !== null && earlier?.members.length === 0 && earlier.kind !== 'plain'
      ? betweenBrackets(before, earlier)
      : null;
  const next = takeOut(text, parent, member, emptied);
  const left = partAtPath(readJson(next) ?? undefined, above);
  const isEmpty = left?.members.length === 0 && betweenBrackets(next, left).trim() === '';
  return isEmpty && earlier === undefined && above.length > 0
    ? takeOutAt(next, above, before)
    : next;
}

function partAtPath(root: JsonPart | undefined, path: Path): JsonPart | undefined {
  return path.reduce<JsonPart | undefined>(
    (part, step) => (part === undefined ? undefined : memberAt(part, step)?.part),
    root,
  );
}

function memberAt(part: JsonPart, step: string | number | undefined): JsonMember | undefined {
  return typeof step === 'number' ? part.members[step] : memberNamed(part, step ?? '');
}
