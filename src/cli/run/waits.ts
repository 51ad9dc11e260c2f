/**
 * Says at the terminal that the command's calls wait, why, and until when.
 *
 * No wire format has room for it: a client shows nothing before it has an answer, and to begin one would settle its
 * status. A coding agent that draws its own screen must not be written over, so there it is said when the command has ended.
 */
import type { Agent } from '../../control/api/client.ts';
import { waitCause } from '../../core/holds/wait-title.ts';
import { clockText } from '../terminal/time-text.ts';
import type { AgentPlace } from './agent.ts';

const LOOK_EVERY_MS = 1_000;

type Wait = NonNullable<Agent['waiting']>;

/** Where it is said. */
export interface WaitWords {
  readonly place: Pick<AgentPlace, 'admin'>;
  readonly agent: string;
  /** The command draws on this terminal. */
  readonly ownsScreen: boolean;
  readonly say: (line: string) => void;
}

/** Looks until the command has ended; ask for the end with what it returns. */
export function tellWaits({ place, agent, ownsScreen, say }: WaitWords): () => void {
  let told: Wait | null = null;
  let last: Wait | null = null;
  let times = 0;
  const look = async (): Promise<void> => {
    const waiting = await waitOf(place, agent);
    if (waiting !== null && told === null) {
      times += 1;
      last = waiting;
      if (!ownsScreen) say(`${agent} waits ${untilAndWhy(waiting)}`);
    }
    if (waiting === null && told !== null && !ownsScreen) say(`${agent} no longer waits`);
    told = waiting;
  };
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null;
    });
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    if (ownsScreen && last !== null) {
      const often = times === 1 ? 'once,' : `${times} times, last`;
      say(`${agent} was kept waiting ${often} ${untilAndWhy(last)}`);
    }
  };
}

function untilAndWhy(waiting: Wait): string {
  return `until ${clockText(waiting.until)}: ${waitCause(waiting)}`;
}

/** Null as well when the agent has not called yet, or nobody answers: then its calls fail, which its client shows. */
async function waitOf({ admin }: WaitWords['place'], agent: string): Promise<Wait | null> {
  try {
    return (await admin.call('GET /api/agents/:id', { params: { id: agent } })).waiting;
  } catch {
    return null;
  }
}
