/**
 * STOP and PAUSE for a command that a person runs: the file is there, and within a moment everything that the command
 * started is ended, or stands still until the file is gone.
 */
import { existsSync } from 'node:fs';
import { readLoopFiles } from '../loop/index.ts';
import { followFiles, type ActPlace } from './decide/acts.ts';
import type { StartedCommand } from './started-command.ts';
import { HoldLookout } from './worker/hold-lookout.ts';
import { endWorker, freezeWorker, thawWorker } from './worker/tree.ts';

/** A watch over a command. */
export interface HoldWatch {
  close(): void;
}

/** How it is watched. */
interface WatchOptions {
  readonly say: (line: string) => void;
  /** Its hooks cannot end a session that is over, so its process is ended. */
  readonly endsOnBlocker: boolean;
}

const LOOK_EVERY_MS = 40;

/** Watches the files of the project that the command works in. */
export function watchHolds(
  place: ActPlace,
  { root }: Pick<StartedCommand, 'root'>,
  { say, endsOnBlocker }: WatchOptions,
): HoldWatch {
  let lookout: HoldLookout | null = null;
  let isFrozen = false;
  let isStopped = false;
  const goOn = async () => {
    isFrozen = false;
    // While everything stood still, only a person can have taken the file away.
    if (existsSync(place.folder)) await followFiles(place, false, Date.now());
    thawWorker(root);
    say('PAUSE was removed: it continues');
  };
  const look = () => {
    // The folder may appear with the first hook.
    if (lookout === null && !existsSync(place.folder)) return;
    lookout ??= new HoldLookout(place.folder, { hasReports: true });
    const { kind } = lookout.look();
    if (kind === 'stop') {
      if (!isStopped) say(`STOP is there: all of it is ended (${place.folder})`);
      isStopped = true;
      endWorker(root);
    } else if (kind === 'blocker' && endsOnBlocker && isSessionOver(place)) {
      if (!isStopped) {
        say(`it is stuck, and is ended: ${place.folder}/BLOCKER_REPORT.md says what was tried`);
      }
      isStopped = true;
      endWorker(root);
    } else if (kind === 'pause') {
      freezeWorker(root);
      if (!isFrozen && !lookout.isThere('pause')) lookout.restore('pause');
      if (!isFrozen)
        say(`PAUSE is there: all of it stands still until ${place.folder}/PAUSE is deleted`);
      isFrozen = true;
    } else if (isFrozen) {
      goOn().catch((error: unknown) => say(`cannot go on: ${String(error)}`));
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    close: () => {
      clearInterval(timer);
      lookout?.close();
    },
  };
}

/** Whether the report ended a session, and does not only pause the work. */
function isSessionOver({ folder }: ActPlace): boolean {
  const { holds } = readLoopFiles(folder).remembered;
  return holds.some(({ kind, endsSession }) => kind === 'blocker' && endsSession !== null);
}
