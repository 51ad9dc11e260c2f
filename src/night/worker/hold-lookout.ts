/**
 * Looks out for the loop's holds in a project's state folder, and misses none: also a file that is there for less time
 * than lies between two looks.
 *
 * A worker may delete STOP and PAUSE faster than anybody can look. So the system is asked to report every name that comes
 * and goes. A file that was reported and that no look has seen was taken away by somebody who was quicker than the hold;
 * it counts until it has been written again. Where the system reports nothing, looks alone have to do.
 */
import { existsSync, statSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf } from '../../base/json-values.ts';
import { readTextSafely } from '../../base/node/safe-file.ts';
import { writeWhole } from '../../base/node/whole-file.ts';
import { HOLD_FILES, HOLD_KINDS, type LoopHoldKind } from '../../loop/index.ts';

/** What a look finds. */
export interface HoldSight {
  /** The strongest hold whose file is there, or was before anybody could look. */
  readonly kind: LoopHoldKind | null;
  /** Why the worker may not go on, in a word; null when it may. */
  readonly why: string | null;
}

/** Looks out, until it is closed. */
export class HoldLookout {
  readonly #stateFolder: string;
  readonly #folderAtFirst: string;
  readonly #isRemembered: () => boolean;
  readonly #watcher: FSWatcher | null;
  /** Files that were there when they were looked for last. */
  readonly #seen = new Set<LoopHoldKind>();
  /** Files that were reported, and that no look has seen since. */
  readonly #unseen = new Set<LoopHoldKind>();

  /** Without reports it only looks. */
  constructor(stateFolder: string, { hasReports }: { readonly hasReports: boolean }) {
    this.#stateFolder = stateFolder;
    this.#watcher = hasReports ? this.#reports() : null;
    this.#folderAtFirst = identityOf(stateFolder);
    this.#isRemembered = rememberedHolds(join(stateFolder, 'state.json'));
    this.look();
  }

  /** What holds the worker now. */
  look(): HoldSight {
    for (const kind of HOLD_KINDS) {
      if (!this.isThere(kind)) continue;
      this.#seen.add(kind);
      this.#unseen.delete(kind);
    }
    const kind = HOLD_KINDS.find((one) => this.#unseen.has(one) || this.isThere(one)) ?? null;
    if (kind !== null) return { kind, why: HOLD_FILES[kind] };
    if (this.#isRemembered()) return { kind, why: 'hold' };
    const isSame = identityOf(this.#stateFolder) === this.#folderAtFirst;
    return { kind, why: isSame ? null : 'the state folder is another one' };
  }

  isThere(kind: LoopHoldKind): boolean {
    return existsSync(join(this.#stateFolder, HOLD_FILES[kind]));
  }

  /** Whether the loop itself remembers a hold, and so can write its file again. */
  isRemembered(): boolean {
    return this.#isRemembered();
  }

  /** Writes the file of a hold again that was taken away before everything stood still. */
  restore(kind: LoopHoldKind): void {
    const name = HOLD_FILES[kind];
    const text = `${name} was deleted while the worker could still have done it, so it was written again.\n\nTo continue: tripwire release\n`;
    writeWhole(join(this.#stateFolder, name), text);
    this.look();
  }

  close(): void {
    this.#watcher?.close();
  }

  /** Of what comes and goes; null where the system cannot tell, or has no more room for it. */
  #reports(): FSWatcher | null {
    // Elsewhere reports may be late or of the past, and a person's release would look like the worker's.
    if (process.platform !== 'linux') return null;
    try {
      const watcher = watch(this.#stateFolder, { persistent: false }, (event, name) => {
        const kind = HOLD_KINDS.find((one) => HOLD_FILES[one] === name);
        if (event === 'rename' && kind !== undefined) this.#cameOrWent(kind);
      });
      watcher.on('error', () => undefined);
      return watcher;
    } catch {
      return null;
    }
  }

  #cameOrWent(kind: LoopHoldKind): void {
    // Whether it is there now says little: it may be gone before the next look.
    const isEndOfSeen = this.#seen.has(kind) && !this.isThere(kind);
    if (isEndOfSeen) this.#seen.delete(kind);
    else if (!this.#seen.has(kind)) this.#unseen.add(kind);
  }
}

/** Whether the loop remembers a hold, whose file may be gone. Read only when it was written. */
function rememberedHolds(file: string): () => boolean {
  let seen = '';
  let isHeld = false;
  return () => {
    const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
    const now = stats === undefined ? '' : `${stats.mtimeNs} ${stats.ino} ${stats.size}`;
    if (now === seen) return isHeld;
    seen = now;
    isHeld = hasHolds(file);
    return isHeld;
  };
}

/** A file that cannot be read says nothing here; the hooks refuse every call then. */
function hasHolds(file: string): boolean {
  try {
    const { holds } = fieldsOf(parseJson(readTextSafely(file) ?? ''));
    return Array.isArray(holds) && holds.length > 0;
  } catch {
    return false;
  }
}

function identityOf(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? '' : `${stats.dev} ${stats.ino}`;
}
