/**
 * The files an agent may see, behind one interface.
 *
 * Every path goes through `canonical` first, so that one file has one name however it was written, and so that
 * nothing outside the root can be named at all. A path that leaves the root is refused everywhere, also by `exists`:
 * "it is not there" would read as "it may be created".
 */

/** Files under one root. Paths may be relative to it, absolute below it, or below its mount point. */
export interface Filesystem {
  /** The canonical path of the root. */
  readonly root: string;
  /**
   * The one name of a file, there or not: absolute, without `.`, `..` and symbolic links.
   * Rejects with `PATH_REFUSED` when the path leaves the root or cannot be told.
   */
  canonical(path: string): Promise<string>;
  /** Whether a file or folder is there. */
  exists(path: string): Promise<boolean>;
  read(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Writes a whole file; missing folders are made. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Removes a file; one that is not there is no error. */
  remove(path: string): Promise<void>;
}
