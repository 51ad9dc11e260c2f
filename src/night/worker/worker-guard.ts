/**
 * The supervisor's own hand on the worker, for a keeper that cannot do its work: a worker of the same user can stop its
 * keeper with a signal, write its leave again, or write other names into the files of its job.
 *
 * What it knows of a job it has read once, before the worker could change it. A keeper that somebody stopped is woken
 * while the worker stands still, so that it sees first what it missed. A worker that still moves when a hold has stood
 * for longer than a keeper needs is stopped from here.
 */
import { HoldLookout } from './hold-lookout.ts';
import { isKeeper, lookAtJob, NOBODY, rootOf, type JobStanding } from './job.ts';
import {
  freezeWorker,
  hasChild,
  isAtWork,
  isChildOf,
  isThere,
  standsStill,
  thawWorker,
  wake,
  type ProcessMark,
  type WorkerRoot,
} from './tree.ts';

const LOOK_EVERY_MS = 100;
const FREEZE_AGAIN_MS = 400;
/** A keeper is quicker than this; whoever writes the loop's files may take as long. */
const KEEPER_MS_MAX = 400;

interface StartedKeeper {
  readonly folder: string | null;
  readonly keeper: ProcessMark | null;
}

const NO_JOB: WorkerRoot = { first: null, keeper: null, mark: null };

/** Guards the job that is being done. */
export class WorkerGuard {
  readonly #lookout: HoldLookout;
  readonly #isHeldInGate: () => boolean;
  readonly #timer: NodeJS.Timeout;
  #started: StartedKeeper = { folder: null, keeper: null };
  /** Of the job that is guarded, as they were first told. */
  #root: WorkerRoot = NO_JOB;
  #isOver = false;
  #heldSinceMs: number | null = null;
  #frozenAtMs: number | null = null;

  constructor(stateFolder: string, isHeldInGate: () => boolean) {
    // What came and went unseen is the keeper's to notice: it is woken before the worker may go on.
    this.#lookout = new HoldLookout(stateFolder, { hasReports: false });
    this.#isHeldInGate = isHeldInGate;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** How the job of this folder stands; from now on it is the one that is guarded. */
  standing(folder: string): JobStanding {
    const standing = lookAtJob(folder, this.root(folder));
    this.#isOver = standing.kind === 'ended';
    return standing;
  }

  /** This process started a keeper for the job of this folder. */
  started(folder: string, keeper: ProcessMark | null): void {
    this.#started = { folder, keeper };
  }

  /** The processes of a job. */
  root(folder: string): WorkerRoot {
    const known = this.#root.mark === folder ? this.#root : NO_JOB;
    if (known.keeper !== null && known.first !== null) return known;
    const told = rootOf(folder);
    const keeper = known.keeper ?? this.#keeperOf(folder, told.keeper);
    // A name that the worker wrote there is not one of its keeper's children.
    const isFirst = keeper !== null && told.first !== null && isChildOf(told.first, keeper);
    const root = { mark: folder, keeper, first: known.first ?? (isFirst ? told.first : null) };
    // Where the file names another, ours is the second, or the worker wrote that name. Only the true one has a child.
    const isSettled = keeper === told.keeper || (keeper !== null && hasChild(keeper));
    this.#root = isSettled ? root : { ...root, keeper: null };
    return root;
  }

  /**
   * The one that this process started, as long as it is there: one that came second leaves at once. The name in the file
   * may be the worker's.
   */
  #keeperOf(folder: string, told: ProcessMark | null): ProcessMark | null {
    const { keeper } = this.#started;
    const isOurs = this.#started.folder === folder && keeper !== null;
    if (isOurs && told?.pid === keeper.pid) return told;
    if (isOurs && isThere(keeper)) return keeper;
    if (told === null) return null;
    // One that has ended is the true one of a job that is over; one that is there must be what it claims to be.
    return !isThere(told) || isKeeper(told, folder) ? told : NOBODY;
  }

  /** Whether nothing of the job can move. */
  isStill(folder: string): boolean {
    return standsStill(this.root(folder));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#lookout.close();
  }

  #look(): void {
    const { mark } = this.#root;
    if (mark === null || this.#isOver) return;
    const root = this.root(mark);
    if (root.keeper === null) return;
    const nowMs = performance.now();
    const isHeld = this.#lookout.look().why !== null || this.#isHeldInGate();
    this.#heldSinceMs = isHeld ? (this.#heldSinceMs ?? nowMs) : null;
    if (!isAtWork(root.keeper)) {
      this.#freeze(root, nowMs);
      wake(root.keeper);
      return;
    }
    if (this.#heldSinceMs === null) {
      this.#thaw(root);
      return;
    }
    const isDue =
      nowMs - this.#heldSinceMs >= KEEPER_MS_MAX &&
      nowMs - (this.#frozenAtMs ?? Number.NEGATIVE_INFINITY) >= FREEZE_AGAIN_MS;
    if (isDue) this.#freeze(root, nowMs);
  }

  #freeze(root: WorkerRoot, nowMs: number): void {
    freezeWorker(root);
    this.#frozenAtMs = nowMs;
  }

  #thaw(root: WorkerRoot): void {
    if (this.#frozenAtMs === null) return;
    this.#frozenAtMs = null;
    thawWorker(root);
  }
}
