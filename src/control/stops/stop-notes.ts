/**
 * Writes into an agent's journal what became of its stops: that it was seen to end, or that nobody saw it end in time and it
 * may be alive. Each once for a stop, also over a restart: what was noted is read back from the journal.
 */
import { MAIN } from '../../base/main-name.ts';
import type { Gate } from '../../gate/index.ts';
import type { NotedStop, StandingStop } from './stop-courses.ts';

/** What is noted of a stop. */
export type StopNoteState = 'ended' | 'may_be_alive';

/** Notes what is news of these stops. `aliveAfterMs`: from when on one that was not seen to end may be alive. */
export async function noteStops(
  gate: Pick<Gate, 'signal'>,
  stops: readonly NotedStop[],
  now: number,
  aliveAfterMs: number,
): Promise<void> {
  for (const { stop, noted } of stops) {
    const state = newsOf(stop, noted, now - stop.in_force_at >= aliveAfterMs);
    if (state === null) continue;
    const { agent, session, subagent } = stop;
    await gate.signal({
      agent,
      ...(session === null ? {} : { session }),
      ...(subagent === null ? {} : { thread: subagent }),
      source: 'detector',
      change: 'note',
      details: detailsOf(stop, state),
      stop: { state, since: stop.requested_at },
    });
  }
}

function newsOf(
  { state }: StandingStop,
  noted: StopNoteState | null,
  isLate: boolean,
): StopNoteState | null {
  if (state === 'ended') return noted === 'ended' ? null : 'ended';
  if (state === 'requested' || noted === 'may_be_alive') return null;
  // One that was taken to have ended asks again.
  return isLate || (noted === 'ended' && state === 'may_be_alive') ? 'may_be_alive' : null;
}

function detailsOf(stop: StandingStop, state: StopNoteState): string {
  const whom = placeWords(stop);
  if (state === 'may_be_alive')
    return `the stop of ${whom}: nobody has seen it end, it may be alive`;
  const how = stop.ended_by === 'process' ? 'its process is gone' : 'it was told and stayed silent';
  return `the stop of ${whom} is confirmed: ${how}`;
}

/** Who is stopped, within the agent. */
export function placeWords({
  session,
  subagent,
}: Pick<StandingStop, 'session' | 'subagent'>): string {
  if (session === null) return 'the agent';
  const whose = session === MAIN ? 'its session' : `session ${session}`;
  return subagent === null ? whose : `subagent ${subagent} of ${whose}`;
}
