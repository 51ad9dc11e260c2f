/**
 * Worlds that broke something once, shortened; each is played again for ever. They are kept act by act, because a seed means
 * another world as soon as somebody changes how worlds are planned.
 */
import { readFileSync } from 'node:fs';
import type { SimulatedAgent } from './cast.ts';
import type { WorldPlan } from './world.ts';

/** A world, and what it showed when it was found. */
export interface KeptWorld {
  readonly found: string;
  readonly plan: WorldPlan;
}

type Written = SimulatedAgent & { readonly sessions: readonly (string | null)[] };

/** All of them. */
export function keptWorlds(): readonly KeptWorld[] {
  const text = readFileSync(new URL('kept-worlds.json', import.meta.url), 'utf8');
  const worlds = JSON.parse(text) as readonly KeptWorld[];
  // JSON has no word for a session that has no name.
  return worlds.map(({ found, plan }) => ({
    found,
    plan: {
      ...plan,
      cast: (plan.cast as readonly Written[]).map((agent) => ({
        ...agent,
        sessions: agent.sessions.map((session) => session ?? undefined),
      })),
    },
  }));
}
