/**
 * A person lifts a hold of the loop by a command: the only way once an agent took its file away.
 */
import { join } from 'node:path';
import { withLock } from './file-lock.ts';
import { LOCK_FILE } from './handle-loop-event.ts';
import { liftHold } from './lift-hold.ts';
import { LoopError } from './loop-error.ts';
import { readLoopFiles, writeLoopFiles } from './loop-files.ts';
import { HOLD_FILES, type LoopHoldKind } from './loop-state.ts';
import { reconcileManifest } from './reconcile-manifest.ts';
import { findStateFolder } from './state-folder.ts';
import { writeManifest } from './write-manifest.ts';

/** Which hold, and who lifts it. */
export interface LoopRelease {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly hold: LoopHoldKind;
  readonly by: string;
  readonly nowMs: number;
}

/** Lifts the hold and removes its file; throws when it does not stand. */
export async function releaseLoopHold({ cwd, env, hold, by, nowMs }: LoopRelease): Promise<void> {
  const { folder, exists } = findStateFolder(cwd, env);
  if (!exists) throw notStanding(hold, folder);
  await withLock(join(folder, LOCK_FILE), () => {
    const files = readLoopFiles(folder);
    const stands = files.remembered.holds.some(({ kind }) => kind === hold);
    if (!stands && !files.holdFiles.includes(hold)) throw notStanding(hold, folder);
    const inForce = reconcileManifest(files.manifestText, files.lastWritten, false);
    const lifted = liftHold({ ...files.remembered, manifest: inForce.manifest }, hold);
    const { manifest, ...remembered } = lifted;
    const manifestText = writeManifest(inForce.text, manifest);
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
      manifestText,
      manifestOnDisk: inForce.problem === null ? manifestText : null,
    });
  });
}

function notStanding(hold: LoopHoldKind, folder: string): LoopError {
  return new LoopError('NOTHING_TO_LIFT', `${folder}: no ${hold} hold stands; nothing was changed`);
}
