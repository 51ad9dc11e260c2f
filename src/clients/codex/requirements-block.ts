/**
 * Puts Tripwire's hooks into Codex's managed requirements (TOML) as one marked block at the end, and takes it out again.
 *
 * TOML forbids the same table twice, so a file that already speaks of hooks in a way the block cannot be added to is
 * refused, with what to do. Everything outside the block stays byte for byte.
 */
import { dirname } from 'node:path';
import type { HookGroup, KeptHooks } from '../hook-settings.ts';

/** What is to stand in the file. */
export interface WantedBlock {
  readonly groups: Readonly<Record<string, HookGroup>>;
  /** Codex runs managed hooks only if it is told a folder that exists. */
  readonly managedFolder: string;
}

const FIRST =
  '# >>> tripwire: hooks of the kill switch; tripwire init codex --managed --remove takes them out';
const LAST = '# <<< tripwire';

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
  return there === '' || there.endsWith('\n')
    ? `${there}${block}${lineEnd}`
    : `${there}${lineEnd}${block}`;
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

/** The tables that may stand only once in a file. */
function headLines(text: string, { managedFolder }: WantedBlock): readonly string[] {
  const lines = text.split(/\r?\n/);
  return [...featureLines(lines), ...hooksLines(lines, managedFolder)];
}

/** Without this a person's own settings could switch the managed hooks off. */
function featureLines(lines: readonly string[]): readonly string[] {
  const table = tableLines(lines, 'features');
  const isDotted = lines.some((line) => /^\s*["']?features["']?\s*[.=]/.test(line));
  if (table === null && !isDotted) return ['[features]', 'hooks = true', ''];
  if (table?.some((line) => /^\s*hooks\s*=\s*true\s*(?:#.*)?$/.test(line))) return [];
  throw new Error(
    'it speaks of features, but has no table [features] with hooks = true; write that line there, then run this again',
  );
}

function hooksLines(lines: readonly string[], managedFolder: string): readonly string[] {
  const table = tableLines(lines, 'hooks');
  const speaks = lines.some((line) =>
    /^\s*(?:\[+\s*["']?hooks\b|["']?hooks["']?\s*[.=]\s*[^\st])/.test(line),
  );
  if (table === null && !speaks) return ['[hooks]', `managed_dir = ${tomlText(managedFolder)}`, ''];
  const isOpen =
    table?.some((line) => /^\s*managed_dir\s*=/.test(line)) === true &&
    !table.some((line) => /^\s*["']?[A-Z]\w*["']?\s*=/.test(line));
  if (isOpen) return [];
  throw new Error(
    'it has hooks already, but no table [hooks] with managed_dir that more could be added to; add managed_dir, or ' +
      'write its hooks as [[hooks.EVENT]] tables, then run this again',
  );
}

/** The lines under a table's header, up to the next header; null when it has none. */
function tableLines(lines: readonly string[], name: string): readonly string[] | null {
  const header = new RegExp(String.raw`^\s*\[\s*["']?${name}["']?\s*\]\s*(?:#.*)?$`);
  const at = lines.findIndex((line) => header.test(line));
  if (at === -1) return null;
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => /^\s*\[/.test(line));
  return end === -1 ? rest : rest.slice(0, end);
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
