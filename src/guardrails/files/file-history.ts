/**
 * What calls under way have done to the files of one filesystem, so that one call's changes can be taken back.
 *
 * Several calls may write the same file. Taking back one of them must leave what the others wrote, and must not bring
 * back what another one that failed had written. So every change is kept, in order, until no earlier one can be taken
 * back any more.
 */
import type { Filesystem } from './filesystem.ts';

/** The content of a file; null when it is not there. */
type Content = Uint8Array | null;

interface Change {
  readonly call: object;
  readonly content: Content;
  isKept: boolean;
}

interface ChangedFile {
  /** What was there before the changes. */
  base: Content;
  changes: Change[];
}

const histories = new WeakMap<Filesystem, FileHistory>();

/** The changes of all calls under way on one filesystem. */
export class FileHistory {
  readonly #filesystem: Filesystem;
  readonly #files = new Map<string, ChangedFile>();
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(filesystem: Filesystem) {
    this.#filesystem = filesystem;
  }

  static of(filesystem: Filesystem): FileHistory {
    const known = histories.get(filesystem) ?? new FileHistory(filesystem);
    histories.set(filesystem, known);
    return known;
  }

  /** Changes a file for a call, unless the call is over by then. */
  change(call: object, name: string, content: Content, isOver: () => boolean): Promise<void> {
    return this.#inTurn(async () => {
      if (isOver())
        throw new Error('the tool call has ended; its filesystem takes no more changes');
      const file = this.#files.get(name) ?? { base: await this.#contentOf(name), changes: [] };
      await this.#put(name, content);
      file.changes.push({ call, content, isKept: false });
      this.#files.set(name, file);
    });
  }

  /** A call succeeded: its changes stay. */
  keep(call: object): Promise<void> {
    return this.#inTurn(() => {
      for (const [name, file] of this.#files) {
        for (const change of file.changes) if (change.call === call) change.isKept = true;
        this.#settle(name, file);
      }
      return Promise.resolve();
    });
  }

  /** A call failed: takes its changes back. Returns the files that could not be put back. */
  undo(call: object): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      const left: string[] = [];
      for (const [name, file] of this.#files) {
        if (!(await this.#undoFile(call, name, file))) left.push(name);
        this.#settle(name, file);
      }
      return left;
    });
  }

  async #undoFile(call: object, name: string, file: ChangedFile): Promise<boolean> {
    const last = file.changes.at(-1);
    file.changes = file.changes.filter((change) => change.call !== call);
    if (last?.call !== call) return true;
    const before = file.changes.at(-1);
    try {
      // Somebody else has written it since, beside all calls: theirs to keep.
      if (!isSame(await this.#contentOf(name), last.content)) return false;
      await this.#put(name, before === undefined ? file.base : before.content);
      return true;
    } catch {
      return false;
    }
  }

  /** Forgets what nobody can take back. */
  #settle(name: string, file: ChangedFile): void {
    for (let first = file.changes[0]; first?.isKept === true; first = file.changes[0]) {
      file.base = first.content;
      file.changes.shift();
    }
    if (file.changes.length === 0) this.#files.delete(name);
  }

  async #contentOf(name: string): Promise<Content> {
    return (await this.#filesystem.exists(name)) ? this.#filesystem.readBytes(name) : null;
  }

  async #put(name: string, content: Content): Promise<void> {
    if (content === null) await this.#filesystem.remove(name);
    else await this.#filesystem.write(name, content);
  }

  /** One change after the other: what is read before a change must be what the change replaces. */
  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => null);
    return turn;
  }
}

function isSame(one: Content, other: Content): boolean {
  if (one === null || other === null) return one === other;
  return Buffer.compare(one, other) === 0;
}
