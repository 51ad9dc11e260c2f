/**
 * Files on a disk that can lose power, fill up and break: what the marks of stops are written to.
 *
 * The real functions of `node:fs` are replaced for paths under one folder, so the program's own code for writing a file
 * whole runs unchanged. What a crash leaves is what `fsync` allows: bytes that were not synced may be there, torn or
 * gone; names that were not synced may be the old ones, up to any of the changes.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { SeededRandom } from '../simulation/seeded-random.ts';

/** The folder of the simulated disk; no machine has it. */
export const VIRTUAL_ROOT = '/tripwire-simulated-disk';

/** How the disk misbehaves. */
export type FileFault = 'full' | 'no-new-files' | 'fsync-fails' | 'read-only';

interface Inode {
  bytes: Buffer;
  /** What is surely on the disk; null when nothing of it is. */
  synced: Buffer | null;
}

type NameChange =
  | { readonly do: 'link'; readonly path: string; readonly inode: Inode }
  | { readonly do: 'unlink'; readonly path: string }
  | { readonly do: 'rename'; readonly from: string; readonly to: string };

interface Opened {
  readonly inode: Inode | null;
  readonly path: string;
}

const FIRST_DESCRIPTOR = 1_000_000;
const SECTOR_BYTES = 512;

/** A disk with names and bytes. */
export class VirtualFiles {
  fault: FileFault | null = null;
  readonly #random: SeededRandom;
  /** Writes of a process that died reach no disk: it wrote under another folder's name. */
  #folder: string;
  #names = new Map<string, Inode>();
  #syncedNames = new Map<string, Inode>();
  #changes: NameChange[] = [];
  readonly #opened = new Map<number, Opened>();
  #descriptors = FIRST_DESCRIPTOR;

  constructor(random: SeededRandom, folder: string) {
    this.#random = random;
    this.#folder = folder;
  }

  /** Names of the files that are there. */
  names(): readonly string[] {
    return [...this.#names.keys()].map((path) => path.slice(this.#folder.length + 1));
  }

  /** Power is lost; the disk comes back under another name, so that nothing of the old process reaches it. */
  crash(folder: string): void {
    const kept = this.#random.between(0, this.#changes.length);
    const names = new Map(this.#syncedNames);
    for (const change of this.#changes.slice(0, kept)) apply(names, change);
    const left = new Map<string, Inode>();
    for (const [path, inode] of names) {
      const bytes = this.#afterCrash(inode);
      left.set(path.replace(this.#folder, folder), { bytes, synced: bytes });
    }
    this.#folder = folder;
    this.#names = left;
    this.#syncedNames = new Map(left);
    this.#changes = [];
    this.#opened.clear();
    this.fault = null;
  }

  /** The replaced functions; undefined as an answer stands for "not a file of mine". */
  open(path: string, flags: string | number): number {
    this.#refuseStrangers(path);
    this.#descriptors += 1;
    if (path === this.#folder) {
      this.#opened.set(this.#descriptors, { inode: null, path });
      return this.#descriptors;
    }
    const isNew = !this.#names.has(path);
    const creates = typeof flags === 'string' ? flags !== 'r' : (flags & 0o100) !== 0;
    if (isNew && !creates) throw failure('ENOENT', path);
    if (this.fault === 'read-only') throw failure('EROFS', path);
    if (isNew && this.fault === 'no-new-files') throw failure('ENOSPC', path);
    if (isNew) this.#change({ do: 'link', path, inode: { bytes: Buffer.alloc(0), synced: null } });
    this.#opened.set(this.#descriptors, { inode: this.#names.get(path) as Inode, path });
    return this.#descriptors;
  }

  isMine(descriptor: number): boolean {
    return descriptor >= FIRST_DESCRIPTOR;
  }

  close(descriptor: number): void {
    this.#opened.delete(descriptor);
  }

  write(descriptor: number, content: string | Uint8Array, position: number): void {
    const { inode, path } = this.#of(descriptor);
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content);
    const grows = position + bytes.length > (inode?.bytes.length ?? 0);
    if (grows && (this.fault === 'full' || this.fault === 'no-new-files')) {
      throw failure('ENOSPC', path);
    }
    if (inode === null) throw failure('EISDIR', path);
    const after = Buffer.alloc(Math.max(inode.bytes.length, position + bytes.length));
    inode.bytes.copy(after);
    bytes.copy(after, position);
    inode.bytes = after;
  }

  sync(descriptor: number): void {
    const { inode, path } = this.#of(descriptor);
    if (this.fault === 'fsync-fails') throw failure('EIO', path);
    if (inode !== null) {
      inode.synced = inode.bytes;
      return;
    }
    this.#syncedNames = new Map(this.#names);
    this.#changes = [];
  }

  rename(from: string, to: string): void {
    this.#refuseStrangers(from);
    if (!this.#names.has(from)) throw failure('ENOENT', from);
    if (this.fault === 'read-only') throw failure('EROFS', from);
    this.#change({ do: 'rename', from, to });
  }

  remove(path: string): void {
    if (!this.#names.has(path)) return;
    if (this.fault === 'read-only') throw failure('EROFS', path);
    this.#change({ do: 'unlink', path });
  }

  read(path: string): Buffer {
    const inode = this.#names.get(path);
    if (inode === undefined) throw failure('ENOENT', path);
    return inode.bytes;
  }

  has(path: string): boolean {
    return this.#names.has(path);
  }

  #change(change: NameChange): void {
    this.#changes.push(change);
    apply(this.#names, change);
  }

  #of(descriptor: number): Opened {
    const opened = this.#opened.get(descriptor);
    if (opened === undefined) throw failure('EBADF', String(descriptor));
    return opened;
  }

  /** A process that died goes on for some steps in the simulator; its writes must fail. */
  #refuseStrangers(path: string): void {
    if (!path.startsWith(this.#folder)) throw failure('EIO', path);
  }

  #afterCrash({ bytes, synced }: Inode): Buffer {
    if (bytes === synced) return bytes;
    const before = synced ?? Buffer.alloc(0);
    const after = Buffer.alloc(this.#random.pick([before.length, bytes.length]));
    for (let from = 0; from < after.length; from += SECTOR_BYTES) {
      const source = this.#random.chance(0.5) ? bytes : before;
      source.subarray(from, from + SECTOR_BYTES).copy(after, from);
    }
    return after;
  }
}

function apply(names: Map<string, Inode>, change: NameChange): void {
  if (change.do === 'link') names.set(change.path, change.inode);
  else if (change.do === 'unlink') names.delete(change.path);
  else {
    const inode = names.get(change.from);
    if (inode === undefined) return;
    names.delete(change.from);
    names.set(change.to, inode);
  }
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: the simulated disk says so, ${path}`), { code });
}

type AnyFunction = (...args: never[]) => unknown;

/** Replaces the functions of `node:fs` for the simulated disk; returns how to put them back. */
export function installFiles(filesOf: () => VirtualFiles): () => void {
  const real = createRequire(import.meta.url)('node:fs') as Record<string, AnyFunction>;
  const isMine = (path: unknown): path is string =>
    typeof path === 'string' && path.startsWith(VIRTUAL_ROOT);
  const isOpened = (one: unknown): one is number =>
    typeof one === 'number' && one >= FIRST_DESCRIPTOR;
  const own: Record<string, (...args: readonly unknown[]) => unknown> = {
    openSync: (path, flags) => filesOf().open(path as string, flags as string | number),
    closeSync: (one) => filesOf().close(one as number),
    writeFileSync: (one, text) => filesOf().write(one as number, text as string, 0),
    writeSync: (one, bytes) => {
      filesOf().write(one as number, bytes as Uint8Array, 0);
      return (bytes as Uint8Array).length;
    },
    fsyncSync: (one) => filesOf().sync(one as number),
    renameSync: (from, to) => filesOf().rename(from as string, to as string),
    rmSync: (path) => filesOf().remove(path as string),
    mkdirSync: () => undefined,
    readdirSync: () => filesOf().names(),
    readFileSync: (path) =>
      filesOf()
        .read(path as string)
        .toString('utf8'),
    existsSync: (path) => filesOf().has(path as string),
  };
  const before = Object.keys(own).map((name) => [name, real[name] as AnyFunction] as const);
  for (const [name, original] of before) {
    real[name] = (...args: readonly unknown[]) =>
      isMine(args[0]) || isOpened(args[0])
        ? own[name]?.(...args)
        : (original as (...all: readonly unknown[]) => unknown)(...args);
  }
  syncBuiltinESMExports();
  return () => {
    for (const [name, original] of before) real[name] = original;
    syncBuiltinESMExports();
  };
}
