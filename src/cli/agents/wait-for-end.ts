/**
 * `--wait` of a stop: asks how far it has come until the agent was seen to end, or the time is up.
 */
import { TripwireError } from '../../core/errors.ts';
import type { AdminServer } from '../server/admin-call.ts';
import type { StopCourse } from './stop-course-text.ts';

const EVERY_MS = 250;
const SECOND_MS = 1_000;

/** The stops of an agent or session when all have ended, or when the time is up. */
export async function stopsWhenEnded(
  server: AdminServer,
  agent: string,
  place: { readonly session: string | undefined; readonly subagent: string | undefined },
  seconds: number,
): Promise<readonly StopCourse[]> {
  const { session, subagent } = place;
  const look = async () => {
    const all = await server.call('GET /api/stops', { query: { agent } });
    return all.filter(
      (one) =>
        (session === undefined || one.session === session) &&
        (subagent === undefined || one.subagent === subagent),
    );
  };
  return whenEnded(look, hasEnded, seconds);
}

/** The stops of all agents when all have ended, or when the time is up. */
export function allStopsWhenEnded(
  server: AdminServer,
  seconds: number,
): Promise<readonly StopCourse[]> {
  return whenEnded(() => server.call('GET /api/stops', {}), haveAllEnded, seconds);
}

async function whenEnded(
  look: () => Promise<readonly StopCourse[]>,
  isOver: (stops: readonly StopCourse[]) => boolean,
  seconds: number,
): Promise<readonly StopCourse[]> {
  const untilMs = Date.now() + seconds * SECOND_MS;
  for (;;) {
    const stops = await look();
    if (isOver(stops) || Date.now() >= untilMs) return stops;
    await nextLook();
  }
}

/** By hand: the command that stops an agent loads no part of Node for a wait that is rarely asked for. */
function nextLook(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, EVERY_MS);
  });
}

/** Whether every agent that there is was seen to end; where there is none, none can be alive. */
export function haveAllEnded(stops: readonly StopCourse[]): boolean {
  return stops.every(({ state }) => state === 'ended');
}

/** Whether every one of them was seen to end; where there is no stop, nothing was. */
export function hasEnded(stops: readonly StopCourse[]): boolean {
  return stops.length > 0 && haveAllEnded(stops);
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
