/**
 * The holds of a project as a person sees them, without changing anything.
 */
import { readLoopFiles } from '../files/loop-files.ts';
import { HOLD_FILES, HOLD_KINDS, type LoopHoldKind } from '../files/loop-state.ts';
import { findStateFolder } from '../files/state-folder.ts';

/** A hold that stands, or whose file is there and will raise it with the next event. */
export interface StandingLoopHold {
  readonly kind: LoopHoldKind;
  readonly file: string;
  readonly why: string;
  /** Null when no hook has seen its file yet. */
  readonly sinceMs: number | null;
  /** Only a command lifts it. */
  readonly locked: boolean;
}

/** What stands in the project, the one that binds most first. */
export function loopHolds(cwd: string, env: NodeJS.ProcessEnv): readonly StandingLoopHold[] {
  const { folder, exists } = findStateFolder(cwd, env);
  if (!exists) return [];
  const { remembered, holdFiles } = readLoopFiles(folder);
  return HOLD_KINDS.flatMap((kind): StandingLoopHold[] => {
    const file = HOLD_FILES[kind];
    const hold = remembered.holds.find((one) => one.kind === kind);
    if (hold !== undefined) {
      const { why, sinceMs, locked } = hold;
      return [{ kind, file, why, sinceMs, locked }];
    }
    const found = { kind, file, why: `${file} is there`, sinceMs: null, locked: false };
    return holdFiles.includes(kind) ? [found] : [];
  });
}
