/**
 * A file named STOP in the data folder stops all agents: the stop that needs no program, no port and no token.
 *
 * Somebody put it there in haste, so it counts as long as it stands: a release while it is there is followed by
 * another stop. Removing it releases nothing; that takes a person's `resume-all`.
 */
import { join } from 'node:path';
import { EVERYBODY } from '../base/everybody.ts';
import { standsThere } from '../base/node/stands-there.ts';
import type { Gate } from '../gate/index.ts';

/** How often is looked. Watching the folder instead would wake at every write of the journal. */
const LOOK_EVERY_MS = 100;

/** A file that is looked for. */
export interface StopWatch {
  close(): void;
}

/** Looks for the file now, and stops everybody before it returns if it is there; then goes on looking. */
export async function watchStopFile(
  dataDir: string,
  gate: Gate,
  log: (line: string) => void,
): Promise<StopWatch> {
  const file = join(dataDir, 'STOP');
  let isThere = standsThere(file);
  const stop = async () => {
    const { cut, recorded } = await gate.stopAll('stop-file', `the file ${file} is there`);
    const written = recorded ? '' : ', not yet recorded';
    log(
      `All agents are stopped: ${file} is there (${cut} calls ended${written}). ` +
        'Remove it, then run: tripwire resume-all',
    );
  };
  if (isThere) await stop();
  const forget = gate.onEvent(({ agent, eventType, details }) => {
    const isRelease = eventType === 'operator' && details['action'] === 'resume-all';
    if (agent === EVERYBODY && isRelease && standsThere(file)) void stop();
  });
  const timer = setInterval(() => {
    const was = isThere;
    isThere = standsThere(file);
    if (isThere && !was) void stop();
    if (was && !isThere) log(`${file} is gone. Nothing is released by that: tripwire resume-all`);
  }, LOOK_EVERY_MS);
  return {
    close: () => {
      clearInterval(timer);
      forget();
    },
  };
}
