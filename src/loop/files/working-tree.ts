/**
 * What a working tree looks like, in one hash: the commit, and the content of whatever differs from it.
 *
 * For unattended work alone, where a turn that changes nothing is a failure. In a repository git says which files differ,
 * from sizes and times, and only those are read; what it ignores is ignored. Elsewhere the folder is walked. Of files that
 * are too large or too many to read, size and time count.
 */
import { createHash, type Hash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { join, relative } from 'node:path';
import { readGit } from '../../base/node/read-git.ts';
import { readBytesSafely } from '../../base/node/safe-file.ts';

const TIME_MS_MAX = 1_500;
const FILE_BYTES_MAX = 1_048_576;
const READ_BYTES_MAX = 33_554_432;
const FILES_MAX = 20_000;
/** Folders that are not anybody's work, where no git says so. */
const NOT_WORK: ReadonlySet<string> = new Set([
  '.geometry',
  '.git',
  '.cache',
  '.venv',
  '__pycache__',
  'node_modules',
]);

/** The hash of a project without its state folder; null when it takes too long, or there is too much to look at. */
export function workingTree({ project, folder }: TreePlace): string | null {
  try {
    const own = existsSync(folder) ? realpathSync(folder) : folder;
    const root = repositoryOf(project);
    const look = new TreeLook(root ?? realpathSync(project), own);
    if (root === null) look.lookBelow('');
    else look.lookByGit(project);
    return look.digest();
  } catch {
    return null;
  }
}

/**
 * The files that were written since a time, by name, without the state folder: in a repository those that differ from its
 * commit or are new in it, elsewhere all that the walk finds. None where there is too much to look at.
 */
export function filesWrittenSince(place: TreePlace, sinceMs: number): readonly string[] {
  const found: string[] = [];
  const wasWritten = (file: string) =>
    (lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= sinceMs;
  try {
    const project = realpathSync(place.project);
    const own = existsSync(place.folder) ? realpathSync(place.folder) : place.folder;
    const root = repositoryOf(project);
    const look = new TreeLook(root ?? project, own, (file) => {
      if (wasWritten(file)) found.push(relative(project, file));
    });
    if (root === null) look.lookBelow('');
    else look.lookByGit(project);
  } catch {
    return [];
  }
  return found;
}

/** A project, and the folder in it that is ours. */
interface TreePlace {
  readonly project: string;
  readonly folder: string;
}

class TreeLook {
  readonly #root: string;
  readonly #own: string;
  readonly #hash: Hash = createHash('sha256');
  readonly #untilMs = performance.now() + TIME_MS_MAX;
  /** Told of each file instead of reading it; null: they are read. */
  readonly #told: ((file: string) => void) | null;
  #files = 0;
  #bytes = 0;

  /** Both without links, as git names them. */
  constructor(root: string, own: string, told: ((file: string) => void) | null = null) {
    this.#root = root;
    this.#own = own;
    this.#told = told;
  }

  digest(): string {
    return this.#hash.digest('hex').slice(0, 16);
  }

  lookByGit(project: string): void {
    const status = git(project, 'status', '--porcelain', '-z', '--untracked-files=all', '--', '.');
    this.#take(commitOf(project));
    for (const entry of status.split('\0')) {
      // The old name of a file that was renamed follows by itself, without the two letters before it.
      if (/^[ MADRCUT?]{2} /.test(entry)) this.#takeFile(entry.slice(3), entry.slice(0, 2));
    }
  }

  lookBelow(folder: string): void {
    const entries = readdirSync(join(this.#root, folder), { withFileTypes: true });
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) this.#takeFile(path);
      else if (!NOT_WORK.has(entry.name)) this.lookBelow(path);
    }
  }

  #takeFile(path: string, letters = ''): void {
    const file = join(this.#root, path);
    if (file.startsWith(`${this.#own}/`)) return;
    this.#files += 1;
    const isTooMuch = this.#files > FILES_MAX || performance.now() > this.#untilMs;
    if (isTooMuch) throw new Error('too much to look at');
    if (this.#told === null) this.#take(letters, path, this.#contentOf(file));
    else this.#told(file);
  }

  #contentOf(file: string): string {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return 'gone';
    if (stat.isSymbolicLink()) return `link ${readlinkSync(file)}`;
    const isRead =
      stat.isFile() && stat.size <= FILE_BYTES_MAX && this.#bytes + stat.size <= READ_BYTES_MAX;
    if (!isRead) return looks(stat);
    this.#bytes += stat.size;
    const bytes = readIfReadable(file);
    return bytes === null ? looks(stat) : createHash('sha256').update(bytes).digest('hex');
  }

  #take(...parts: readonly string[]): void {
    for (const part of parts) this.#hash.update(part).update('\0');
  }
}

function looks({ size, mtimeMs, mode }: Stats): string {
  return `${size} ${mtimeMs} ${mode}`;
}

function readIfReadable(file: string): Buffer | null {
  try {
    return readBytesSafely(file, { bytesMax: FILE_BYTES_MAX });
  } catch {
    return null;
  }
}

/** The top of the repository that the project is in; null where it is in none. */
function repositoryOf(project: string): string | null {
  try {
    return git(project, 'rev-parse', '--show-toplevel').replace(/\n$/, '') || null;
  } catch {
    return null;
  }
}

/** The commit; none in a repository that has none yet. */
function commitOf(project: string): string {
  try {
    return git(project, 'rev-parse', '--quiet', '--verify', 'HEAD');
  } catch {
    return 'none';
  }
}

function git(project: string, ...args: readonly string[]): string {
  return readGit(project, args, TIME_MS_MAX);
}
