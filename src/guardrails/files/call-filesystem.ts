/**
 * The filesystem as one tool call gets it: what the call changes can be taken back.
 *
 * It covers what goes through it. A tool that writes past it, or runs a command, has to clean up after itself.
 */
import { FileHistory } from './file-history.ts';
import type { Filesystem } from './filesystem.ts';

/** A filesystem whose changes belong to one call. */
export class CallFilesystem implements Filesystem {
  readonly root: string;
  readonly #filesystem: Filesystem;
  readonly #history: FileHistory;
  #isOver = false;

  constructor(filesystem: Filesystem) {
    this.root = filesystem.root;
    this.#filesystem = filesystem;
    this.#history = FileHistory.of(filesystem);
  }

  canonical(path: string): Promise<string> {
    return this.#filesystem.canonical(path);
  }

  exists(path: string): Promise<boolean> {
    return this.#filesystem.exists(path);
  }

  read(path: string): Promise<string> {
    return this.#filesystem.read(path);
  }

  readBytes(path: string): Promise<Uint8Array> {
    return this.#filesystem.readBytes(path);
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Uint8Array.from(content);
    await this.#change(path, bytes);
  }

  async remove(path: string): Promise<void> {
    await this.#change(path, null);
  }

  /** The call succeeded. */
  keep(): Promise<void> {
    this.#isOver = true;
    return this.#history.keep(this);
  }

  /** The call failed. Returns the files that could not be put back. */
  undo(): Promise<readonly string[]> {
    this.#isOver = true;
    return this.#history.undo(this);
  }

  async #change(path: string, content: Uint8Array | null): Promise<void> {
    const name = await this.#filesystem.canonical(path);
    await this.#history.change(this, name, content, () => this.#isOver);
  }
}
