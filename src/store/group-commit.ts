/**
 * Group commit: what arrives while a commit is under way goes together into the next.
 *
 * A commit waits for the disk, and the disk takes as long for a hundred batches as for one. So many
 * agents at once cost hardly more than one, and one alone does not wait for company. What nobody waits for does, for
 * a moment: the end of a call then shares the commit of the next one's beginning.
 */
import { batchRefused } from './refusals.ts';
import type { Batch } from './store.ts';

/** The most batches in one transaction, so that the last does not wait for ever. */
const BATCHES_PER_COMMIT_MAX = 512;
/** How long what nobody waits for may wait for company. */
const PATIENCE_MS = 5;

/** Commits some batches at once; for each null, or why that one was refused. */
export type Commit = (batches: readonly Batch[]) => Promise<readonly (string | null)[]>;

/** Appends one batch at a time to whoever asks, in groups to the disk. */
export interface GroupCommit {
  append(batch: Batch): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

interface Queued {
  readonly batch: Batch;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Groups the batches that `commit` gets. */
export function groupCommit(commit: Commit): GroupCommit {
  let queue: Queued[] = [];
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  const commitGroup = async (group: readonly Queued[]) => {
    try {
      const problems = await commit(group.map(({ batch }) => batch));
      for (const [index, { resolve, reject }] of group.entries()) {
        const problem = problems[index];
        if (problem === null) resolve();
        else reject(batchRefused(problem ?? 'the store did not answer for it'));
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };

  const start = () => {
    clearTimeout(timer);
    timer = undefined;
    running ??= run();
  };

  /** Starts at once where somebody waits, and after a while where nobody does. */
  const startWhenDue = () => {
    if (queue.length === 0 || running !== null) return;
    if (queue.some(({ batch }) => batch.patient !== true)) start();
    else timer ??= setTimeout(start, PATIENCE_MS);
  };

  const run = async () => {
    do {
      const group = queue.slice(0, BATCHES_PER_COMMIT_MAX);
      queue = queue.slice(BATCHES_PER_COMMIT_MAX);
      // One after the other is the point: the next group collects meanwhile.
      await commitGroup(group);
    } while (queue.some(({ batch }) => batch.patient !== true));
    running = null;
    startWhenDue();
  };

  return {
    append: (batch) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ batch, resolve, reject });
        startWhenDue();
      }),
    idle: async function idle(): Promise<void> {
      if (running === null && queue.length === 0) return;
      start();
      await running;
      await idle();
    },
  };
}
