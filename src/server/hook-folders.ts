/**
 * The folders in which the server keeps what the rules of the loop remember of agents that ask by HTTP: one for each
 * agent and project, below the data folder.
 *
 * An agent says itself where it works and what its session is called, so one that makes up a new folder or session for
 * each call would fill the disk. An agent has room for so many projects, and a project for so many recordings of
 * sessions; what was used longest ago goes. Holds are in the journal, so nothing is lifted by that.
 */
import { hash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BoundedMap } from '../base/bounded-map.ts';

/** Projects of an agent. */
export const HOOK_PROJECTS_MAX = 64;
/** Recordings of sessions in a project; so many more may come before they are counted again. */
export const HOOK_REPLAYS_MAX = 64;

const HOOKS_FOLDER = 'hooks';
const REPLAYS_FOLDER = 'replays';
const STATE_FOLDER = '.geometry';
const ID_LENGTH = 16;
const FOLDERS_COUNTED_MAX = 4_096;

/** Finds the folder of an agent's project, and makes room for it. */
export class HookFolders {
  readonly #root: string;
  /** How often each folder was asked for since its recordings were counted. */
  readonly #asked = new BoundedMap<string, number>(FOLDERS_COUNTED_MAX);

  constructor(dataDir: string) {
    this.#root = join(dataDir, HOOKS_FOLDER);
  }

  /** The state folder of one agent in one project. The names are hashes: what an agent says of itself makes no path. */
  folderOf(agent: string, cwd: string): string {
    const own = join(this.#root, idOf(agent));
    const folder = join(own, idOf(cwd));
    const asked = this.#asked.get(folder);
    // Asked for the first time since the start, it may be a new one.
    if (asked === undefined) keepNewest(own, HOOK_PROJECTS_MAX, idOf(cwd));
    if (asked === undefined || asked >= HOOK_REPLAYS_MAX) {
      keepNewest(join(folder, STATE_FOLDER, REPLAYS_FOLDER), HOOK_REPLAYS_MAX);
      this.#asked.set(folder, 1);
    } else this.#asked.set(folder, asked + 1);
    return join(folder, STATE_FOLDER);
  }
}

function idOf(name: string): string {
  return hash('sha256', name).slice(0, ID_LENGTH);
}

/** Removes what was changed longest ago until there is room for so many, with the one that is about to be used. */
function keepNewest(folder: string, most: number, used?: string): void {
  const others = namesIn(folder).filter((name) => name !== used);
  const room = used === undefined ? most : most - 1;
  if (others.length <= room) return;
  const byAge = others
    .map((name) => ({ path: join(folder, name), changedMs: changedMs(join(folder, name)) }))
    .toSorted((one, other) => one.changedMs - other.changedMs);
  for (const { path } of byAge.slice(0, others.length - room)) {
    rmSync(path, { recursive: true, force: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was kept there yet; where it cannot be read, writing fails too, and that refuses.
    return [];
  }
}

/** When something was last written: of a project its state, which every hook writes anew. */
function changedMs(path: string): number {
  const state = statSync(join(path, STATE_FOLDER), { throwIfNoEntry: false });
  return (state ?? statSync(path, { throwIfNoEntry: false }))?.mtimeMs ?? 0;
}
