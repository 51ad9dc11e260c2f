/**
 * A person lifts a hold of the loop by a command: the only way once an agent took its file away.
 */
import { join } from 'node:path';
import { withLock } from '../files/file-lock.ts';
import { readLoopFiles, writeLoopFiles, type LoopFiles } from '../files/loop-files.ts';
import { HOLD_FILES, type LoopHold, type LoopHoldKind } from '../files/loop-state.ts';
import { findStateFolder, LOCK_FILE } from '../files/state-folder.ts';
import { LoopError } from '../loop-error.ts';
import { keepValues, reconcileManifest } from '../manifest/reconcile-manifest.ts';
import { journalChanges } from './journal-holds.ts';
import { liftHold } from './lift-hold.ts';
import type { JournalOpener, LoopJournal, RecordedHold } from './loop-journal.ts';

/** Which hold, and who lifts it. */
export interface LoopRelease {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly hold: LoopHoldKind;
  readonly by: string;
  readonly nowMs: number;
  /** Where the lifting is recorded; left out, the next event of a hook records it. */
  readonly journals?: JournalOpener;
}

/** Lifts the hold and removes its file; throws when it does not stand. */
export async function releaseLoopHold(release: LoopRelease): Promise<void> {
  const { cwd, env, hold, by, nowMs, journals } = release;
  const place = findStateFolder(cwd, env);
  const { folder, exists } = place;
  if (!exists) throw notStanding(hold, folder);
  await journals?.prepare();
  await withLock(join(folder, LOCK_FILE), async () => {
    const files = readLoopFiles(folder);
    const stands = files.remembered.holds.some(({ kind }) => kind === hold);
    if (!stands && !files.holdFiles.includes(hold)) throw notStanding(hold, folder);
    const inForce = await reconcileManifest(files.manifestText, files.lastWritten, false);
    const lifted = liftHold({ ...files.remembered, manifest: inForce.manifest }, hold);
    const { manifest, ...remembered } = lifted;
    const kept = await keepValues(inForce, manifest);
    const journal = await journals?.open(place);
    const recorded = await recordRelease(journal, files, remembered.holds, hold, by);
    writeLoopFiles(folder, files, {
      files: [{ name: HOLD_FILES[hold], text: null }],
      log: [
        {
          timestamp: new Date(nowMs).toISOString(),
          type: 'MANUAL_OVERRIDE',
          details: { file: HOLD_FILES[hold], by },
          action_taken: 'resumed',
        },
      ],
      remembered,
      recorded,
      manifestText: kept.text,
      manifestKnown: kept.known,
      manifestOnDisk: inForce.problem === null ? kept.text : null,
    });
  });
}

/** Lifts what stands in the journal because of the hold; returns what still does. */
async function recordRelease(
  journal: LoopJournal | undefined,
  { recorded }: LoopFiles,
  holds: readonly LoopHold[],
  hold: LoopHoldKind,
  by: string,
): Promise<readonly RecordedHold[]> {
  if (journal === undefined) return recorded;
  try {
    const signals = [{ hold, change: 'lift', details: `released by ${by}` } as const];
    const next = journalChanges({
      journal,
      session: '',
      holds,
      isFull: false,
      signals,
      standing: [],
      recorded,
    });
    await journal.change(next.changes.filter(({ change }) => change === 'lift'));
    return next.recorded.filter(({ session }) => session !== '');
  } finally {
    await journal.close();
  }
}

function notStanding(hold: LoopHoldKind, folder: string): LoopError {
  return new LoopError('NOTHING_TO_LIFT', `${folder}: no ${hold} hold stands; nothing was changed`);
}
