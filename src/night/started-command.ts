/**
 * A command that a person runs under Tripwire, with all that it started: also what left its parent and its session, by a
 * mark in the environment. Only Linux shows the environment of others; elsewhere what left its parent is not found.
 */
import { markInherited } from './worker/inherited-mark.ts';
import { countWorker, endWorker, markOf, RUN_MARK, type WorkerRoot } from './worker/tree.ts';

/** The same for every start of the command: what an earlier one left running is its own too. */
const MARK = `${process.pid}-${Date.now()}`;

/** What a command is to have in its environment, so that everything it starts is found; a limit tells of it too. */
export function runMark(): Readonly<Record<typeof RUN_MARK, string>> {
  markInherited(MARK);
  return { [RUN_MARK]: MARK };
}

/** A command that was started. */
export class StartedCommand {
  readonly root: WorkerRoot;

  constructor(pid: number, mark: ReturnType<typeof runMark>) {
    this.root = { first: markOf(pid), keeper: null, mark: mark[RUN_MARK] };
  }

  /** How many of its processes are there. */
  left(): number {
    return countWorker(this.root);
  }

  /** Ends all of them at once; how many are left. */
  end(): number {
    return endWorker(this.root);
  }
}
