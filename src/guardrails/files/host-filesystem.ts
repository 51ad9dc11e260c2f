/**
 * The files of this machine below one folder.
 *
 * Links are followed before anything is touched, and what lies behind them must be below the root. A process that
 * swaps folders for links while a call is running can still win a race: keeping a hostile agent in is the business
 * of its user, its container or its machine.
 */
import { constants, realpathSync, statSync } from 'node:fs';
import { lstat, mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, errorWords } from '../../base/error-words.ts';
import { refuseGuardrail } from '../guardrail-error.ts';
import {
  checkedMountPoint,
  isWithin,
  pathRefused,
  placeInFrame,
  type PathFrame,
} from '../policies/path-in-root.ts';
import type { Filesystem } from './filesystem.ts';
import { followLinks } from './follow-links.ts';

/** What the filesystem is made of. */
export interface HostFilesystemOptions {
  /** A folder that is there. */
  readonly root: string;
  /** Where the agent's tools see the root, for example `/workspace` in a container. */
  readonly mountPoint?: string;
}

// Without waiting: opening a named pipe would never come back. Windows has neither flag, and there they count as 0.
const { O_CREAT, O_RDONLY, O_TRUNC, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Files on this machine, below a root. */
export class HostFilesystem implements Filesystem {
  readonly root: string;
  readonly #frame: PathFrame;

  constructor({ root, mountPoint }: HostFilesystemOptions) {
    this.root = folderAt(root);
    this.#frame = { root: this.root, mountPoint: checkedMountPoint(this.root, mountPoint) };
  }

  async canonical(path: string): Promise<string> {
    const name = await followLinks(placeInFrame(this.#frame, path));
    if (!isWithin(this.root, name)) throw pathRefused(path, `leaves the root ${this.root}`);
    return name;
  }

  async exists(path: string): Promise<boolean> {
    return (await kindOf(await this.canonical(path))) !== null;
  }

  async read(path: string): Promise<string> {
    return (await this.#readFile(path)).toString('utf8');
  }

  async readBytes(path: string): Promise<Uint8Array> {
    return this.#readFile(path);
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    const name = await this.canonical(path);
    const kind = await kindOf(name);
    if (kind !== null && kind !== 'file') throw pathRefused(path, 'is not a file');
    await mkdir(dirname(name), { recursive: true });
    const flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK;
    await thenClosed(await open(name, flags, 0o666), (file) => file.writeFile(content));
  }

  async remove(path: string): Promise<void> {
    await rm(await this.canonical(path), { force: true });
  }

  async #readFile(path: string): Promise<Buffer> {
    const name = await this.canonical(path);
    const kind = await kindOf(name);
    if (kind === null) throw pathRefused(path, 'is not there');
    if (kind !== 'file') throw pathRefused(path, 'is not a file');
    return thenClosed(await open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), (file) =>
      file.readFile(),
    );
  }
}

function folderAt(root: string): string {
  try {
    const name = realpathSync(root);
    if (statSync(name).isDirectory()) return name;
  } catch (error) {
    const why = errorWords(error);
    return refuseGuardrail('root', `must be a folder that is there: ${why}`);
  }
  return refuseGuardrail('root', `must be a folder, and ${JSON.stringify(root)} is none`);
}

/** What is at a canonical path; null when nothing is. */
async function kindOf(name: string): Promise<'file' | 'other' | null> {
  const stats = await lstat(name).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (stats === null) return null;
  return stats.isFile() ? 'file' : 'other';
}

async function thenClosed<Value>(
  file: FileHandle,
  work: (file: FileHandle) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
