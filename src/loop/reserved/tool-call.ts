/**
 * What a tool call is about: its command line, the files it names, the files it changes.
 *
 * Clients name their tools and arguments differently; whoever asks here need not know how.
 */
import { resolve } from 'node:path';
import { fieldsOf, listOf } from '../../base/json-values.ts';

const VALUES_MAX = 1_000;
const DEPTH_MAX = 6;
const PATH_KEYS =
  /^(?:file|file_?path|path|notebook_?path|target_?file|dir|dir_?path|directory|folder|cwd|workdir|paths|files|old_path|new_path|source|destination)$/i;
const COMMAND_KEYS = /^(?:command|cmd|script|code|chars|input)$/i;
/** Tools that change files, by name. */
const CHANGES_FILES =
  /^(?:edit|write|multi_?edit|notebook_?edit|apply_?patch|patch|write_?file|create_?file|replace|edit_?file|str_?replace(?:_\w+)?|insert)$/i;
const LOOKS_ONLY = /^(?:view|read|list|open)$/i;
const PATCH_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm;
/** Commands that change files in place. */
const CHANGES_IN_PLACE = /\b(?:sed\s+(?:-\w+\s+)*-\w*i|perl\s+-\w*i|git\s+apply|patch\s+-p\d)/;

/** The command line of a call; null when it has none. */
export function commandOf(args: unknown): string | null {
  if (typeof args === 'string') return args;
  const { command, cmd, script } = fieldsOf(args);
  const line = command ?? cmd ?? script;
  if (Array.isArray(line)) return unwrapped(line.map(String));
  return typeof line === 'string' ? unwrapped([line]) : null;
}

/** The files and folders that a call names, as absolute paths. */
export function pathsOf(args: unknown, cwd: string): readonly string[] {
  const named = textsUnder(args, PATH_KEYS).map((path) => resolve(cwd, path));
  return [...named, ...patchedFiles(args).map((path) => resolve(cwd, path))];
}

/** The texts of a call that are run or typed somewhere. */
export function commandTexts(args: unknown): readonly string[] {
  const command = commandOf(args);
  const typed = textsUnder(args, COMMAND_KEYS).filter(
    (text) => !text.startsWith('*** Begin Patch'),
  );
  return command === null ? typed : [command, ...typed];
}

/** The files that a call changes, as absolute paths; null when it changes none. */
export function changedFiles(tool: string, args: unknown, cwd: string): readonly string[] | null {
  const { command } = fieldsOf(args);
  const patched = patchedFiles(args).map((path) => resolve(cwd, path));
  if (patched.length > 0) return patched;
  const shell = commandOf(args);
  if (CHANGES_FILES.test(tool)) {
    const looks = typeof command === 'string' && LOOKS_ONLY.test(command);
    return looks ? null : pathsOf(args, cwd);
  }
  return shell !== null && CHANGES_IN_PLACE.test(shell) ? [] : null;
}

/** The text before and after an edit, where the call holds both. */
export function editedText(args: unknown): { readonly before: string; readonly after: string } {
  const { old_string, new_string, oldString, newString, content, edits } = fieldsOf(args);
  const parts = listOf(edits).map(fieldsOf);
  const texts = (values: readonly unknown[]) =>
    values.filter((value) => typeof value === 'string').join('\n');
  const patch = textsUnder(args, COMMAND_KEYS)
    .filter((text) => text.includes('*** Begin Patch'))
    .join('\n');
  const signed = (sign: string) =>
    patch.split('\n').flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : []));
  return {
    before: texts([
      old_string,
      oldString,
      ...parts.map((one) => one['old_string']),
      ...signed('-'),
    ]),
    after: texts([
      new_string,
      newString,
      content,
      ...parts.map((one) => one['new_string']),
      ...signed('+'),
    ]),
  };
}

function patchedFiles(args: unknown): readonly string[] {
  const texts =
    typeof args === 'string' ? [args] : [listOf(args), Object.values(fieldsOf(args))].flat(2);
  return texts
    .filter((text): text is string => typeof text === 'string' && text.includes('*** '))
    .flatMap((text) =>
      [...text.matchAll(PATCH_FILE)].map(([, file, moved]) => file ?? moved ?? ''),
    );
}

/**
 * All texts under keys like these, as many as a call can sensibly have. What lies on top comes first: a long list before it
 * must not hide what the tool itself reads.
 */
function textsUnder(args: unknown, keys: RegExp): readonly string[] {
  const found: string[] = [];
  let level: readonly (readonly [key: string, value: unknown])[] = [['', args]];
  for (let depth = 0; depth <= DEPTH_MAX && level.length > 0; depth += 1) {
    for (const [key, value] of level) {
      if (typeof value === 'string' && keys.test(key)) found.push(value);
    }
    if (found.length >= VALUES_MAX) break;
    level = level.flatMap(([key, value]) => partsInside(value, key));
  }
  return found.slice(0, VALUES_MAX);
}

/** The members of a value; those of a list go by its name. */
function partsInside(value: unknown, key: string): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((one): [string, unknown] => [key, one]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** `bash -lc "npm test"` runs `npm test`. */
function unwrapped(words: readonly string[]): string {
  const [shell = '', option = ''] = words;
  if (words.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(shell) && /^-l?c$/.test(option)) {
    return words[2] ?? '';
  }
  const line = words.join(' ');
  return /^(?:\S*\/)?(?:ba|z|da)?sh\s+-l?c\s+(['"])([\s\S]*)\1\s*$/.exec(line)?.[2] ?? line;
}
