/**
 * What happens in a fleet, planned from its seed before it begins: who asks which node when, what people do at which, what
 * breaks.
 */
import { EVERYBODY } from '../../../src/base/everybody.ts';
import type { EnvelopeChange } from '../../../src/core/index.ts';
import type { SeededRandom } from '../../simulation/seeded-random.ts';
import type { StopAction, Target } from '../stop-ledger.ts';
import type { LinkFault } from './virtual-link.ts';

/** An agent that asks any node. */
export interface FleetAgent {
  readonly name: string;
  readonly sessions: readonly (string | undefined)[];
  readonly callsPerDay: number | null;
  readonly loops: boolean;
}

/** A model call at one node. */
export interface FleetAsk {
  readonly do: 'ask';
  readonly node: number;
  readonly agent: string;
  readonly session: string | undefined;
  readonly lastsMs: number;
}

export type FleetAct = { readonly at: number } & (
  | FleetAsk
  | {
      readonly do: 'stop' | 'release';
      readonly node: number;
      readonly target: Target;
      readonly action: StopAction;
    }
  | { readonly do: 'kill'; readonly node: number }
  | { readonly do: 'sleep'; readonly node: number; readonly forMs: number }
  | {
      readonly do: 'link';
      readonly node: number;
      readonly fault: LinkFault;
      readonly forMs: number;
    }
  | { readonly do: 'clock'; readonly node: number; readonly ms: number; readonly forMs: number }
  | { readonly do: 'still'; readonly forMs: number }
);

/** What makes a fleet's world. */
export interface FleetPlan {
  readonly seed: string;
  readonly nodes: number;
  readonly leaseMs: number;
  readonly cast: readonly FleetAgent[];
  readonly acts: readonly FleetAct[];
}

/** How long a world lasts, and how full it is. */
interface FleetScale {
  readonly agents: number;
  readonly asks: number;
  readonly lastsMs: number;
  readonly leaseMs: number;
  readonly roughness: number;
}

const SOON_MS = [0, 0, 1, 2, 5, 12, 40, 300, 1_000];

/** The world of a seed, small or large by chance. */
export function fleetPlanOf(seed: string, random: SeededRandom): FleetPlan {
  return fleetPlan(seed, random, {
    agents: random.pick([1, 2, 4, 12]),
    asks: random.pick([40, 120, 300]),
    lastsMs: random.pick([2_000, 10_000, 60_000]),
    leaseMs: random.pick([500, 1_500, 5_000]),
    // Calm worlds find what everybody meets, rough ones what is rare.
    roughness: random.pick([0, 1, 3]),
  });
}

/** A day of fifty agents, each of which asks once in a minute or so. */
export function fleetDayOf(seed: string, random: SeededRandom): FleetPlan {
  const lastsMs = 86_400_000;
  return fleetPlan(seed, random, {
    agents: 50,
    asks: 45_000,
    lastsMs,
    leaseMs: 10_000,
    roughness: 1,
  });
}

function fleetPlan(seed: string, random: SeededRandom, scale: FleetScale): FleetPlan {
  const { asks, lastsMs, leaseMs, roughness } = scale;
  const nodes = random.pick([2, 3, 3, 5]);
  const cast = Array.from({ length: scale.agents }, (_, index) => agentOf(random, index));
  const node = () => random.between(0, nodes - 1);
  const acts: FleetAct[] = [];
  for (let index = 0; index < asks; index += 1) {
    const at = random.between(0, lastsMs);
    const agent = random.pick(cast);
    // Several nodes at one agent at once: somebody loses the race.
    const count = random.chance(0.15) ? random.between(2, 8) : 1;
    for (let one = 0; one < count; one += 1) acts.push({ at, ...askOf(random, agent, node()) });
  }
  const some = (share: number) => Math.round(asks * share * random.between(0, 2));
  const around = () => Math.max(0, random.pick(acts).at + random.pick(SOON_MS));
  for (let left = 1 + some(0.05); left > 0; left -= 1) {
    acts.push(...personActs(random, cast, around(), node));
  }
  for (let left = some(0.012 * roughness); left > 0; left -= 1) {
    acts.push({ at: around() - random.pick([0, 0, 1, 20]), ...brokenOf(random, node(), leaseMs) });
  }
  return { seed, nodes, leaseMs, cast, acts: acts.toSorted((one, other) => one.at - other.at) };
}

/** What an agent is given when it first comes. */
export function envelopeOf({ callsPerDay }: FleetAgent): EnvelopeChange {
  return {
    killSwitch: { enabled: true, refusal: 'error' },
    ...(callsPerDay === null ? {} : { budgets: { callsPerDay } }),
  };
}

function agentOf(random: SeededRandom, index: number): FleetAgent {
  const loops = random.chance(0.2);
  const name = `${loops ? 'looping' : 'working'}-${index}`;
  const sessions = random.chance(0.5) ? [undefined] : [`${name}-a`, `${name}-b`];
  const callsPerDay = random.chance(0.3) ? random.between(5, 60) : null;
  return { name, sessions, callsPerDay, loops };
}

/** An act without its moment. */
type Unplaced = FleetAct extends infer One
  ? One extends FleetAct
    ? Omit<One, 'at'>
    : never
  : never;

function askOf(random: SeededRandom, agent: FleetAgent, node: number): Unplaced {
  const session = random.pick(agent.sessions);
  const lastsMs = random.pick([1, 20, 200, 3_000, 20_000]);
  return { do: 'ask', node, agent: agent.name, session, lastsMs };
}

function personActs(
  random: SeededRandom,
  cast: readonly FleetAgent[],
  at: number,
  node: () => number,
): FleetAct[] {
  const agent = random.pick(cast);
  const session = random.pick(agent.sessions);
  const all = random.chance(0.1);
  const target: Target = all
    ? { agent: EVERYBODY }
    : { agent: agent.name, ...(session === undefined || random.chance(0.6) ? {} : { session }) };
  const action: StopAction = all ? 'stop-all' : random.pick(['deactivate', 'deactivate', 'pause']);
  const stop = { do: 'stop', target, action } as const;
  const acts: FleetAct[] = [{ at, node: node(), ...stop }];
  if (random.chance(0.2)) acts.push({ at: at + random.pick(SOON_MS), node: node(), ...stop });
  const afterMs = random.pick([0, 3, 50, 1_000, 8_000]);
  if (all || random.chance(0.8)) {
    acts.push({ at: at + afterMs, do: 'release', node: node(), target, action });
  }
  return acts;
}

function brokenOf(random: SeededRandom, node: number, leaseMs: number): Unplaced {
  const forMs = random.pick([20, 300, leaseMs / 2, leaseMs + 200, 2 * leaseMs]);
  switch (random.pick(['kill', 'sleep', 'link', 'link', 'clock', 'still'] as const)) {
    case 'kill':
      return { do: 'kill', node };
    case 'sleep':
      return { do: 'sleep', node, forMs };
    case 'link':
      return { do: 'link', node, forMs, fault: random.pick(['silent', 'deaf', 'slow', 'refused']) };
    case 'clock':
      return { do: 'clock', node, forMs, ms: random.pick([-3_600_000, -900, 900, 3_600_000]) };
    default:
      return { do: 'still', forMs };
  }
}
