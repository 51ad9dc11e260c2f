/**
 * `--wait` of a stop: asks how far it has come until the agent was seen to end, or the time is up.
 */
import { TripwireError } from '../../core/errors.ts';
import type { AdminServer } from '../server/admin-call.ts';
import type { StopCourse } from './stop-course-text.ts';

const EVERY_MS = 250;
const SECOND_MS = 1_000;

/** Whose stops: those of all agents where none is named. */
export interface Stopped {
  readonly agent?: string;
  readonly session?: string | undefined;
  readonly subagent?: string | undefined;
}

/** These stops when all have ended, or when the time is up. */
export async function stopsWhenEnded(
  server: AdminServer,
  of: Stopped,
  seconds: number,
): Promise<readonly StopCourse[]> {
  const { agent, session, subagent } = of;
  const untilMs = Date.now() + seconds * SECOND_MS;
  for (;;) {
    const all = await server.call('GET /api/stops', {
      query: agent === undefined ? {} : { agent },
    });
    const stops = all.filter(
      (one) =>
        (session === undefined || one.session === session) &&
        (subagent === undefined || one.subagent === subagent),
    );
    if (hasEnded(stops, of) || Date.now() >= untilMs) return stops;
    await nextLook();
  }
}

/** By hand: the command that stops an agent loads no part of Node for a wait that is rarely asked for. */
function nextLook(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, EVERY_MS);
  });
}

/** Whether every one of them was seen to end. An agent without a stop was not; where there is no agent, none can be alive. */
export function hasEnded(stops: readonly StopCourse[], { agent }: Stopped): boolean {
  const isAny = stops.length > 0 || agent === undefined;
  return isAny && stops.every(({ state }) => state === 'ended');
}

/** The seconds of `--wait`; null when it is not given. */
export function waitSecondsOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new TripwireError(
    'USAGE',
    `--wait must be a whole number of seconds, not ${JSON.stringify(text)}.`,
  );
}
