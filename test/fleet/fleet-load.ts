/** Agents that work on a fleet until they are told to end: each request is a session of its own, to any node. */
import { setTimeout as delay } from 'node:timers/promises';
import { chat } from '../crash/server-client.ts';
import type { Dice } from '../kit/dice.ts';
import type { NodeSlot } from './node-process.ts';

const PAUSE_MS = 10;

/** What the agents got. */
export interface FleetLoad {
  /** Sessions that were answered whole, of each agent. */
  readonly answered: ReadonlyMap<string, readonly string[]>;
  /** How many answers there are in all. */
  count(): number;
  /** Resolves when all have ended. */
  end(): Promise<void>;
}

/** Starts so many clients for each agent; `content` makes what they say. */
export function startLoad(
  slots: readonly NodeSlot[],
  agents: readonly string[],
  { clients, roll, content }: { readonly clients: number; readonly roll: Dice; content?: string },
): FleetLoad {
  const answered = new Map<string, string[]>(agents.map((agent) => [agent, []]));
  const ending = new AbortController();
  let count = 0;
  const client = async (agent: string) => {
    while (!ending.signal.aborted) {
      const url = slots[roll(slots.length)]?.url ?? null;
      // A node that was killed meanwhile, or that is being started: the next request goes elsewhere.
      const answer = url === null ? null : await ask(url, agent, content).catch(() => null);
      if (answer?.status === 200) {
        answered.get(agent)?.push(answer.session);
        count += 1;
      } else await delay(PAUSE_MS);
    }
  };
  const working = agents.flatMap((agent) => Array.from({ length: clients }, () => client(agent)));
  return {
    answered,
    count: () => count,
    end: async () => {
      ending.abort();
      await Promise.all(working);
    },
  };
}

function ask(url: string, agent: string, content: string | undefined) {
  return chat(url, agent, content === undefined ? {} : { content });
}
