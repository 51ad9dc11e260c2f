/**
 * Puts Tripwire's hooks into Codex's managed requirements (TOML) as one marked block at the end, and takes it out again.
 *
 * TOML forbids the same table twice, so a file that already speaks of hooks in a way the block cannot be added to is
 * refused, with what to do. Everything outside the block stays byte for byte.
 */
import { dirname } from 'node:path';
import type { TomlTable } from 'smol-toml';
import type { HookGroup, KeptHooks } from '../hook-settings.ts';
import { tomlAt, tomlValues } from '../toml.ts';

/** What is to stand in the file. */
export interface WantedBlock {
  readonly groups: Readonly<Record<string, HookGroup>>;
  /** Codex runs managed hooks only if it is told a folder that exists. */
  readonly managedFolder: string;
}

const FIRST =
  '# >>> tripwire: hooks of the kill switch; tripwire init codex --managed --remove takes them out';
const LAST = '# <<< tripwire';
const CLOSED_HOOKS =
  'it has hooks already, but no table [hooks] with managed_dir that more could be added to; add managed_dir, or ' +
  'write its hooks as [[hooks.EVENT]] tables, then run this again';

/** How hooks that run this program are kept in the file. */
export function requirementsBlock(
  groups: Readonly<Record<string, HookGroup>>,
  program: string,
): KeptHooks {
  const wanted = { groups, managedFolder: dirname(program) };
  return {
    holds: holdsBlock,
    isComplete: (text) =>
      text !== null && holdsBlock(text) && withBlock(withoutBlock(text, null), wanted) === text,
    put: (bare) => withBlock(bare, wanted),
    take: withoutBlock,
  };
}

/** The file with the block at its end; `text` is null where there is no file, and holds no block. */
export function withBlock(text: string | null, wanted: WantedBlock): string {
  const there = text ?? '';
  const lineEnd = there.includes('\r\n') ? '\r\n' : '\n';
  const lines = [FIRST, ...headLines(there, wanted), ...groupLines(wanted), LAST];
  const block = lines.join(lineEnd);
  const whole =
    there === '' || there.endsWith('\n')
      ? `${there}${block}${lineEnd}`
      : `${there}${lineEnd}${block}`;
  // A list that is closed, such as `Stop = []`, takes no more tables.
  if (tomlValues(whole) === null) throw new Error(CLOSED_HOOKS);
  return whole;
}

/** Whether the block is there. */
export function holdsBlock(text: string | null): boolean {
  return text !== null && blockIn(text) !== null;
}

/** The file without the block; null when nothing is left of a file that was not there before. */
export function withoutBlock(text: string, before: string | null): string | null {
  const block = blockIn(text);
  if (block === null) return text;
  const left = text.slice(0, block.start) + text.slice(block.end);
  return left === '' ? before : left;
}

function blockIn(text: string): { readonly start: number; readonly end: number } | null {
  const found =
    /^# >>> tripwire[^\n]*\n(?:(?!# (?:>>>|<<<) tripwire)[^\n]*\n)*# <<< tripwire[^\S\n]*(\n|$)/m.exec(
      text,
    );
  if (found === null) {
    if (/^# (?:>>>|<<<) tripwire/m.test(text)) {
      throw new Error(
        'a block of Tripwire begins or ends there without its other line; mend or delete it by hand',
      );
    }
    return null;
  }
  const end = found.index + found[0].length;
  // A block without a line end behind it was put behind a text that had none: its line end was added too.
  const added = found[1] === '' ? (/\r?\n$/.exec(text.slice(0, found.index))?.[0].length ?? 0) : 0;
  return { start: found.index - added, end };
}

/** The tables that may stand only once in a file, as far as it lacks them. */
function headLines(text: string, { managedFolder }: WantedBlock): readonly string[] {
  const values = tomlValues(text);
  if (values === null) throw new Error('it is not valid TOML; mend it, then run this again');
  return [...featureLines(values), ...hooksLines(values, managedFolder)];
}

/** Without this a person's own settings could switch the managed hooks off. */
function featureLines(values: TomlTable): readonly string[] {
  if (tomlAt(values, 'features') === undefined) return ['[features]', 'hooks = true', ''];
  if (tomlAt(values, 'features', 'hooks') === true) return [];
  throw new Error(
    'it speaks of features, but has no table [features] with hooks = true; write that line there, then run this again',
  );
}

function hooksLines(values: TomlTable, managedFolder: string): readonly string[] {
  if (tomlAt(values, 'hooks') === undefined) {
    return ['[hooks]', `managed_dir = ${tomlText(managedFolder)}`, ''];
  }
  if (typeof tomlAt(values, 'hooks', 'managed_dir') === 'string') return [];
  throw new Error(CLOSED_HOOKS);
}

function groupLines({ groups }: WantedBlock): readonly string[] {
  return Object.entries(groups).flatMap(([event, { hooks }], at) => [
    ...(at === 0 ? [] : ['']),
    `[[hooks.${event}]]`,
    ...hooks.flatMap((handler) => [
      `[[hooks.${event}.hooks]]`,
      ...Object.entries(handler).map(([name, value]) => `${name} = ${tomlValue(value)}`),
    ]),
  ]);
}

function tomlValue(value: unknown): string {
  return typeof value === 'string' ? tomlText(value) : JSON.stringify(value);
}

/** A basic string of TOML; JSON escapes the same characters, but for one. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007F', String.raw`\u007F`);
}
