/**
 * Whether a call names a path that somebody called high-impact: in a parameter, in a command, or in a patch.
 *
 * Paths are compared as they are written, without looking at any disk: whoever asks is often another machine than the
 * one the call runs on. So a link is not followed; case and the way a letter is written do not matter.
 */
import { posix } from 'node:path';
import { fitsAny } from '../../base/glob.ts';
import { foldedKey } from '../../base/json-keys.ts';
import { readCommandLine } from '../../shell/index.ts';
import { COMMAND_PARAMS, commandTexts } from '../policies/command-texts.ts';
import { namedValues } from '../policies/named-values.ts';
import { PATH_PARAMS, pathOf } from '../policies/path-params.ts';

const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;
const VALUES_MAX = 10_000;

/** Whether one of the paths in a call's parameters is one of these, or lies below one. */
export function namesPath(
  patterns: readonly string[],
  params: unknown,
  cwd: string | null,
): boolean {
  const found = pathsIn(params);
  if (found === null) return true;
  const wanted = patterns.flatMap(withWhatIsIn);
  return found.some((path) => fitsAny(wanted, plainPath(path, cwd)));
}

/** Every path that is named; null when that cannot be told. */
function pathsIn(params: unknown): readonly string[] | null {
  const values = namedValues(params, PATH_PARAMS);
  const lines = commandTexts(params, COMMAND_PARAMS);
  const patches = patchedIn(params);
  if (values === null || lines === null || patches === null) return null;
  const found: string[] = [...patches];
  for (const { at, value } of values) {
    if (typeof value !== 'string') return null;
    const path = pathOf(value, at);
    if (path !== null) found.push(path);
  }
  for (const text of lines) {
    const { commands, unreadable } = readCommandLine(text);
    if (unreadable.length > 0) return null;
    for (const { words, redirects } of commands) {
      found.push(...words.map((word) => word.text), ...redirects.map(({ target }) => target.text));
    }
  }
  // `--file=infra/main.tf` names a path too.
  return found.flatMap((text) => (text.includes('=') ? [text, ...text.split('=')] : [text]));
}

/** The files that a patch changes, wherever the patch is among the parameters. */
function patchedIn(params: unknown): readonly string[] | null {
  const found: string[] = [];
  const open: unknown[] = [params];
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen > VALUES_MAX) return null;
    const value = open.pop();
    if (typeof value === 'string') {
      for (const [, path = ''] of value.matchAll(PATCHED)) found.push(path.trim());
    } else if (typeof value === 'object' && value !== null) {
      open.push(...(Object.values(value) as unknown[]));
    }
  }
  return found;
}

/** The path without detours, from the root of whatever it lies in. */
function plainPath(path: string, cwd: string | null): string {
  const slashed = path.trim().replaceAll('\\', '/');
  const isWhole = slashed.startsWith('/') || /^[A-Za-z]:\//.test(slashed);
  const isAtHome = /^(?:~|\$HOME|\$\{HOME\})(?:\/|$)/.test(slashed);
  const whole = isWhole || isAtHome ? slashed : `${cwd?.replaceAll('\\', '/') ?? ''}/${slashed}`;
  return foldedKey(posix.normalize(`/${whole}`).replace(/(?<=.)\/$/, ''));
}

/** A pattern for the path itself and one for what lies below it. */
function withWhatIsIn(pattern: string): readonly string[] {
  const bare = foldedKey(pattern.replace(/^~\//, '').replace(/^\.\//, '').replace(/\/+$/, ''));
  const whole = bare.startsWith('/') ? bare : `*/${bare}`;
  return [whole, `${whole}/*`];
}
