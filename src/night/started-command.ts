/**
 * A command that a person runs under Tripwire, with all that it started: also what left its parent and its session, by a
 * mark in the environment. Only Linux shows the environment of others; elsewhere what left its parent is not found.
 */
import { countWorker, endWorker, markOf, RUN_MARK, type WorkerRoot } from './worker/tree.ts';

/** What a command is to have in its environment, so that everything it starts is found. */
export function runMark(): Readonly<Record<typeof RUN_MARK, string>> {
  return { [RUN_MARK]: `${process.pid}-${Date.now()}` };
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
