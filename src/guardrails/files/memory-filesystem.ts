/**
 * Files in memory, for tests and for agents that need no disk.
 *
 * It reads paths like the host's, so that a policy cannot tell the two apart; it has no links.
 */
import { dirname, normalize } from 'node:path/posix';
import {
  checkedMountPoint,
  isWithin,
  pathRefused,
  placeInFrame,
  type PathFrame,
} from '../policies/path-in-root.ts';
import type { Filesystem } from './filesystem.ts';

/** What the filesystem is made of. */
export interface MemoryFilesystemOptions {
  /** Texts by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** `/` when it is not given. */
  readonly root?: string;
  readonly mountPoint?: string;
}

/** Files in memory, below a root. */
export class MemoryFilesystem implements Filesystem {
  readonly root: string;
  readonly #frame: PathFrame;
  readonly #files = new Map<string, Uint8Array>();

  constructor({ files = {}, root = '/', mountPoint }: MemoryFilesystemOptions = {}) {
    this.root = withoutEndSlash(normalize(root));
    this.#frame = { root: this.root, mountPoint: checkedMountPoint(this.root, mountPoint) };
    for (const [path, text] of Object.entries(files)) {
      this.#files.set(this.#name(path), Buffer.from(text));
    }
  }

  async canonical(path: string): Promise<string> {
    return Promise.resolve(this.#name(path));
  }

  async exists(path: string): Promise<boolean> {
    const name = await this.canonical(path);
    return this.#files.has(name) || this.#isFolder(name);
  }

  async read(path: string): Promise<string> {
    return Buffer.from(await this.readBytes(path)).toString('utf8');
  }

  async readBytes(path: string): Promise<Uint8Array> {
    const content = this.#files.get(await this.canonical(path));
    if (content === undefined) throw pathRefused(path, 'is not there, or is not a file');
    return Uint8Array.from(content);
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    const name = await this.canonical(path);
    if (name === this.root || this.#isFolder(name)) throw pathRefused(path, 'is not a file');
    for (let folder = dirname(name); folder !== dirname(folder); folder = dirname(folder)) {
      if (this.#files.has(folder)) throw pathRefused(path, `cannot be below ${folder}, a file`);
    }
    this.#files.set(name, Buffer.from(content));
  }

  async remove(path: string): Promise<void> {
    this.#files.delete(await this.canonical(path));
  }

  #name(path: string): string {
    const name = withoutEndSlash(normalize(placeInFrame(this.#frame, path)));
    if (!isWithin(this.root, name)) throw pathRefused(path, `leaves the root ${this.root}`);
    return name;
  }

  #isFolder(name: string): boolean {
    const start = name.endsWith('/') ? name : `${name}/`;
    return name === this.root || [...this.#files.keys()].some((file) => file.startsWith(start));
  }
}

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
