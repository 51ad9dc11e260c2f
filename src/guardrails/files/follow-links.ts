/**
 * Follows the symbolic links of a path, step by step, as the system would.
 *
 * The system's own `realpath` knows only what is there. Here a file that is about to be created must be named too,
 * also behind a link that points to nothing yet: creating it creates the link's target.
 */
import { lstat, readlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, parse, sep } from 'node:path';
import { errorCode } from '../../base/error-words.ts';
import { pathRefused, stepsUp } from '../policies/path-in-root.ts';

const LINKS_MAX = 40;
const SEPARATOR = sep === '/' ? /\// : /[/\\]/;

/** The name behind all links of an absolute path, whether the file is there or not. */
export async function followLinks(path: string): Promise<string> {
  const name = await walk(path);
  // Some tools shorten `link/..` in the text, some let the system follow the link first.
  if (stepsUp(path) && (await walk(normalize(path))) !== name) {
    throw pathRefused(path, 'goes through a link and up again, which tools read differently');
  }
  return name;
}

async function walk(path: string): Promise<string> {
  const { root } = parse(path);
  const ahead = partsOf(path.slice(root.length));
  let here = root;
  let links = 0;
  for (let part = ahead.pop(); part !== undefined; part = ahead.pop()) {
    if (part === '..') {
      here = dirname(here);
      continue;
    }
    const next = join(here, part);
    const target = await linkTarget(next, path);
    if (target === null) {
      here = next;
      continue;
    }
    links += 1;
    if (links > LINKS_MAX) throw pathRefused(path, `goes through more than ${LINKS_MAX} links`);
    const targetRoot = isAbsolute(target) ? parse(target).root : '';
    if (targetRoot !== '') here = targetRoot;
    ahead.push(...partsOf(target.slice(targetRoot.length)));
  }
  return here;
}

/** The parts of a path, last one first. */
function partsOf(path: string): string[] {
  return path
    .split(SEPARATOR)
    .filter((part) => part !== '' && part !== '.')
    .toReversed();
}

/** Where a link points; null for everything else, also for what is not there. */
async function linkTarget(file: string, path: string): Promise<string | null> {
  try {
    return (await lstat(file)).isSymbolicLink() ? await readlink(file) : null;
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    if (code === 'ENOENT') return null;
    throw pathRefused(path, `cannot be looked at (${code} at ${JSON.stringify(file)})`);
  }
}
