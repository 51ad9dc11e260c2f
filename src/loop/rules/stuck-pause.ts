/**
 * The pause of a thread that is stuck, as the rules keep it.
 */
import { sep } from 'node:path';
import type { StuckPause } from '../files/loop-state.ts';
import { APPROACH } from './protected-paths.ts';
import { sessionOf, withSession, type Situation } from './situation.ts';

/** The pause of the event's thread. */
export function pauseOf(now: Situation): StuckPause | null {
  const agent = now.event.agent ?? '';
  return sessionOf(now).pauses?.find((one) => one.agent === agent) ?? null;
}

/** The thread is paused from now on; one that is paused already stays so. */
export function pauseThread(
  now: Situation,
  found: Pick<StuckPause, 'level' | 'signature' | 'count'>,
): Situation {
  if (pauseOf(now) !== null) return now;
  const pause = { ...found, agent: now.event.agent ?? '', sinceMs: now.event.atMs, denials: 0 };
  return withPauses(now, [...(sessionOf(now).pauses ?? []), pause]);
}

/** What the agent has to do, for the words of a denial. */
export function howToContinue({ event, around }: Situation): string {
  const folder =
    around.isForeign === true ? `${event.cwd}${sep}.geometry` : around.places.stateFolder;
  return `No tool runs until there is a new approach. Write it to ${folder}${sep}${APPROACH}: what you tried, why it failed, and what you will do instead. If there is nothing left to try, stop and tell the person.`;
}

/** The same with other pauses in the event's session. */
export function withPauses(now: Situation, pauses: readonly StuckPause[]): Situation {
  return withSession(now, { pauses });
}
