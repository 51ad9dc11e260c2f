/**
 * `--end-on-stop`: the command and all it started end when its agent is stopped, instead of waiting for the client to give up.
 *
 * A stop of one turn or one subagent is not meant, nor one under which work may still be saved: the command ends when that
 * is over.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../control/api/client.ts';
import type { AgentPlace } from './agent.ts';

const LOOK_EVERY_MS = 500;

type Stop = Answer<'GET /api/stops'>[number];

/** Asks until the agent is stopped or the command has ended; the stop, or null. */
export async function stopOf(
  { admin }: Pick<AgentPlace, 'admin'>,
  agent: string,
  ended: AbortSignal,
): Promise<Stop | null> {
  const sinceMs = Date.now();
  for (;;) {
    // Asked once more when the command has ended: it may have ended because it was refused, and left others behind.
    const isLast = ended.aborted;
    // Before its first request nobody knows the agent, and a server that is restarted answers again soon.
    const stops = await admin.call('GET /api/stops', { query: { agent } }).catch(() => []);
    const stop = stops.find((one) => endsCommand(one, sinceMs));
    if (stop !== undefined) return stop;
    if (isLast) return null;
    await delay(LOOK_EVERY_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}

/** A session that was stopped before is another run's. */
function endsCommand(
  { state, session, subagent, turn, requested_at: at }: Stop,
  sinceMs: number,
): boolean {
  const isNarrow = turn || subagent !== null;
  return state !== 'requested' && !isNarrow && (session === null || at >= sinceMs);
}
