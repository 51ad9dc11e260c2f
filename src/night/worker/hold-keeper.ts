/**
 * Stops a worker while a hold stands, and lets it go on afterwards; in the process of its keeper.
 *
 * Everything that is decided here is remembered here. Whatever is in a file may have been written by the worker until
 * the moment in which all of it stood still.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readTextSafely } from '../../base/node/safe-file.ts';
import { writeWhole } from '../../base/node/whole-file.ts';
import { LOCK_FILE, type LoopHoldKind } from '../../loop/index.ts';
import { HoldLookout } from './hold-lookout.ts';
import { JOB_FILES, readJson, type JobSpec } from './job.ts';
import { freezeWorker, isAtWork, thawWorker, type ProcessMark, type WorkerRoot } from './tree.ts';

/** Stopped ones are counted again, in case something of the worker slept through the first count. */
const FREEZE_AGAIN_MS = 400;
/** Whoever writes the loop's files has so long to finish. A hook needs milliseconds; a worker may pretend to be one. */
const SPARED_MS_MAX = 300;
const LOCK_BYTES_MAX = 256;

/** What the keeper tells of a worker that stands still. */
export interface FrozenNote {
  readonly why: string;
  /** The hold's file was there when nothing of the worker could move any more. */
  readonly stands: boolean;
  /** The hold whose file was taken away before that, and written again. */
  readonly restored: LoopHoldKind | null;
  readonly atMs: number;
}

/** One time that the worker was held. */
interface Episode {
  readonly sinceMs: number;
  /** When all of it was stopped last; null while somebody is spared. */
  frozenAtMs: number | null;
  note: FrozenNote | null;
}

/** Holds one worker. */
export class HoldKeeper {
  readonly #folder: string;
  readonly #job: JobSpec;
  readonly #root: WorkerRoot;
  readonly #stop: (why: string) => void;
  readonly #lookout: HoldLookout;
  #episode: Episode | null = null;

  constructor(folder: string, job: JobSpec, root: WorkerRoot, stop: (why: string) => void) {
    this.#folder = folder;
    this.#job = job;
    this.#root = root;
    this.#stop = stop;
    this.#lookout = new HoldLookout(job.stateFolder, { hasReports: true });
  }

  /** Many times a second: a few files, a process and a date cost next to nothing. */
  look(): void {
    const { kind, why } = this.#lookout.look();
    if (kind === 'stop') return this.#end();
    const reason = why ?? (this.#hasLeave() ? null : 'no leave');
    if (reason === null) return this.#letGoOn();
    this.#episode ??= { sinceMs: performance.now(), frozenAtMs: null, note: null };
    this.#freeze(this.#episode, kind, reason);
  }

  close(): void {
    this.#lookout.close();
  }

  #end(): void {
    this.#stop('STOP is there');
    // Otherwise the supervisor would not hear of it.
    if (!this.#lookout.isThere('stop')) this.#lookout.restore('stop');
  }

  #letGoOn(): void {
    if (this.#episode === null) return;
    this.#episode = null;
    rmSync(join(this.#folder, JOB_FILES.frozen), { force: true });
    thawWorker(this.#root);
  }

  #freeze(episode: Episode, kind: LoopHoldKind | null, why: string): void {
    const nowMs = performance.now();
    const { frozenAtMs } = episode;
    if (frozenAtMs !== null && nowMs - frozenAtMs < FREEZE_AGAIN_MS) return;
    const isSparing = nowMs - episode.sinceMs < SPARED_MS_MAX;
    const isAll = freezeWorker(this.#root, () => (isSparing ? this.#lockHolder() : []));
    if (!isAll) return;
    episode.frozenAtMs = performance.now();
    this.#tell(episode, kind, why);
  }

  /** From here on only a person can take a file away. */
  #tell(episode: Episode, kind: LoopHoldKind | null, why: string): void {
    const isStanding = kind !== null && this.#lookout.isThere(kind);
    const isTakenAway = kind !== null && !isStanding && episode.note === null;
    // A hold that the loop remembers gets its own text back from the supervisor.
    const restored = isTakenAway && !this.#lookout.isRemembered() ? kind : null;
    if (restored !== null) this.#lookout.restore(restored);
    const known = episode.note;
    if (known !== null && (known.stands || !isStanding)) return;
    const note = {
      why,
      stands: isStanding,
      restored: restored ?? known?.restored ?? null,
      atMs: Date.now(),
    };
    writeWhole(join(this.#folder, JOB_FILES.frozen), JSON.stringify(note));
    episode.note = note;
  }

  #lockHolder(): readonly number[] {
    const pid = Number(/^\d+/.exec(this.#lock() ?? '')?.[0]);
    return Number.isSafeInteger(pid) && pid > 0 ? [pid] : [];
  }

  #lock(): string | null {
    try {
      return readTextSafely(join(this.#job.stateFolder, LOCK_FILE), { bytesMax: LOCK_BYTES_MAX });
    } catch {
      return null;
    }
  }

  /** A supervisor that somebody stopped cannot see a hold either. */
  #hasLeave(): boolean {
    const supervisor = readJson(this.#job.leaveFile) as ProcessMark | null;
    return supervisor !== null && isAtWork(supervisor);
  }
}
