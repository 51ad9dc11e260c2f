/**
 * `--end-on-stop`: the command and all it started end when its agent is stopped, instead of waiting for the client to give up.
 *
 * A stop of one turn or one subagent is not meant, nor one under which work may still be saved: the command ends when that
 * is over.
 */
import { errorWords } from '../../base/error-words.ts';
import type { Answer } from '../../control/api/client.ts';
import type { AgentPlace } from './agent.ts';

const LOOK_EVERY_MS = 500;

type Stop = Answer<'GET /api/stops'>[number];

/** Whose stops end a command. */
export interface AsksForStops {
  readonly place: Pick<AgentPlace, 'admin'>;
  readonly agent: string;
  /** What stood when it began. */
  readonly before: ReadonlySet<string>;
}

/**
 * What to ask for, before a command begins. Which stops stood before is told by their names: this machine's clock may be
 * hours away from the server's.
 */
export async function asksForStops(
  place: AsksForStops['place'],
  agent: string,
): Promise<AsksForStops> {
  await place.admin.call('POST /api/agents', { body: { name: agent, by: 'run' } });
  const stops = await place.admin.call('GET /api/stops', { query: { agent } });
  return { place, agent, before: new Set(stops.map(nameOf)) };
}

/** Asks until the agent is stopped or the command has ended; the stop, or null. */
export async function stopOf(
  { place: { admin }, agent, before }: AsksForStops,
  { ended, say }: { readonly ended: AbortSignal; readonly say: (line: string) => void },
): Promise<Stop | null> {
  let problem: string | null = null;
  for (;;) {
    // Asked once more when the command has ended: it may have ended because it was refused, and left others behind.
    const isLast = ended.aborted;
    try {
      const stops = await admin.call('GET /api/stops', { query: { agent } });
      const stop = stops.find((one) => endsCommand(one, before));
      if (stop !== undefined) return stop;
      problem = null;
    } catch (error) {
      // A server that is restarted answers again soon; meanwhile it lets nothing through.
      if (problem === null) say(`cannot ask whether it is stopped: ${errorWords(error)}`);
      problem = errorWords(error);
    }
    if (isLast) return null;
    await pause(ended);
  }
}

/** Until the next look, or the end of the command. */
function pause(ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      ended.removeEventListener('abort', wake);
      resolve();
    }, LOOK_EVERY_MS);
    ended.addEventListener('abort', wake, { once: true });
  });
}

/** A session that was stopped before is another run's. */
function endsCommand(stop: Stop, before: ReadonlySet<string>): boolean {
  const { state, session, subagent, turn } = stop;
  const isNarrow = turn || subagent !== null;
  return state !== 'requested' && !isNarrow && (session === null || !before.has(nameOf(stop)));
}

function nameOf({ session, hold, requested_at: at }: Stop): string {
  return JSON.stringify([session, hold, at]);
}
