/**
 * Which calls are running: let through and not come back.
 *
 * A call that a person turned down never comes back; so the end of a turn, a new prompt and the end of a
 * session end all of its calls.
 */
import type { Flight } from '../files/loop-state.ts';
import type { Rule, Situation } from './situation.ts';

const FLIGHTS_MAX = 64;

/** A prompt or the beginning or end of a session: nothing of it runs. Before the files are looked at. */
export const groundedRule: Rule = (now) => {
  const { kind, agent } = now.event;
  const isBreak = kind === 'prompt' || kind === 'session-start' || kind === 'session-end';
  return isBreak && agent === null ? ground(now) : now;
};

/** Calls take off and land. After the files were looked at. */
export const flightsRule: Rule = (now) => {
  const { event } = now;
  if (event.kind === 'stop' && event.agent === null) return ground(now);
  if (event.kind === 'tool-after') {
    const key = keyOf(now);
    return withFlights(now, without(now.state.flights, event.session, key));
  }
  if (event.kind !== 'tool-before' || now.denial !== null) return now;
  const { session, tool, atMs } = event;
  const flight = { session, key: keyOf(now), tool, sinceMs: atMs };
  return withFlights(now, [...now.state.flights, flight].slice(-FLIGHTS_MAX));
};

function ground(now: Situation): Situation {
  const { session } = now.event;
  return withFlights(
    now,
    now.state.flights.filter((flight) => flight.session !== session),
  );
}

function withFlights(now: Situation, flights: readonly Flight[]): Situation {
  return { ...now, state: { ...now.state, flights } };
}

/** Without the first that fits: two equal calls without ids are two. */
function without(flights: readonly Flight[], session: string, key: string): readonly Flight[] {
  const index = flights.findIndex((one) => one.session === session && one.key === key);
  return index === -1 ? flights : flights.toSpliced(index, 1);
}

function keyOf({ event, call }: Situation): string {
  const id = 'callId' in event ? event.callId : null;
  return id ?? call?.step.call ?? '';
}
