/**
 * Plays worlds one after the other, and makes the first that fails as short as it can.
 */
import { SeededRandom } from '../simulation/seeded-random.ts';
import { actsOf, type Scale } from './acts.ts';
import { castOf } from './cast.ts';
import { fleetDayOf, fleetPlanOf, type FleetPlan } from './fleet/fleet-acts.ts';
import { FleetTally } from './fleet/fleet-sometimes.ts';
import { playFleet } from './fleet/fleet-world.ts';
import { shortened, type AnyAct } from './shorten.ts';
import type { Sights } from './sights.ts';
import { Tally } from './sometimes.ts';
import type { Violation } from './violation.ts';
import { playWorld, type WorldPlan } from './world.ts';

/** What every world's plan has. */
interface AnyPlan {
  readonly seed: string;
  readonly cast: readonly unknown[];
  readonly acts: readonly AnyAct[];
}

/** What a world has shown. */
interface PlayedWorld<Sight extends string> {
  readonly violation: Violation | null;
  readonly calls: number;
  readonly rows: number;
  readonly crashes: number;
  readonly tally: Sights<Sight>;
}

/** A kind of worlds: how one is planned from its seed, and played. */
interface Worlds<Plan extends AnyPlan, Sight extends string> {
  planOf(seed: string): Plan;
  play(plan: Plan): Promise<PlayedWorld<Sight>>;
  tally(): Sights<Sight>;
}

/** One server on a disk of its own. */
const SERVERS: Worlds<WorldPlan, string> = {
  planOf,
  play: playWorld,
  tally: () => new Tally(),
};

/** Several nodes on one database. */
export const FLEETS: Worlds<FleetPlan, string> = {
  planOf: (seed) => fleetPlanOf(seed, new SeededRandom(`${seed}/plan`)),
  play: playFleet,
  tally: () => new FleetTally(),
};

/** A fleet of fifty agents for a day of its own time. */
export const FLEET_DAYS: Worlds<FleetPlan, string> = {
  ...FLEETS,
  planOf: (seed) => fleetDayOf(seed, new SeededRandom(`${seed}/plan`)),
};

/** How long to go on. */
export interface SimulationOptions {
  /** `7`, or `7:12` for one world of that run. */
  readonly seed: string;
  readonly isEnough: (soFar: SimulationEnd) => boolean;
  /** Whether a failing world is made shorter. */
  readonly shortens: boolean;
}

/** A world that broke a promise. */
export interface Failure {
  /** Of the one world. */
  readonly seed: string;
  readonly violation: Violation;
  /** What is left of it when nothing can be left out. */
  readonly acts: readonly AnyAct[];
  readonly actsBefore: number;
}

/** What a run has shown. */
export interface SimulationEnd {
  readonly worlds: number;
  readonly agents: number;
  readonly calls: number;
  readonly rows: number;
  readonly crashes: number;
  readonly tally: Sights<string>;
  readonly failure: Failure | null;
}

/** Plays servers until it is enough, or something breaks. */
export function simulate(options: SimulationOptions): Promise<SimulationEnd> {
  return simulateWorlds(SERVERS, options);
}

/** Plays worlds of some kind until it is enough, or something breaks. */
export async function simulateWorlds<Plan extends AnyPlan>(
  worlds: Worlds<Plan, string>,
  options: SimulationOptions,
): Promise<SimulationEnd> {
  const [seed = '', only] = options.seed.split(':');
  const tally = worlds.tally();
  const nothing = { worlds: 0, agents: 0, calls: 0, rows: 0, crashes: 0 };
  let end: SimulationEnd = { ...nothing, tally, failure: null };
  for (let number = Number(only ?? 0); ; number += 1) {
    const plan = worlds.planOf(`${seed}:${number}`);
    const world = await worlds.play(plan);
    tally.add(world.tally);
    end = {
      ...end,
      worlds: end.worlds + 1,
      agents: end.agents + plan.cast.length,
      calls: end.calls + world.calls,
      rows: end.rows + world.rows,
      crashes: end.crashes + world.crashes,
    };
    const { violation } = world;
    if (violation !== null) {
      const breaks = async (acts: readonly AnyAct[]) =>
        (await worlds.play({ ...plan, acts })).violation?.check === violation.check;
      const acts = options.shortens
        ? await shortened(plan.acts, violation.message, breaks)
        : plan.acts;
      const actsBefore = plan.acts.length;
      return { ...end, failure: { seed: plan.seed, violation, acts, actsBefore } };
    }
    if (only !== undefined || options.isEnough(end)) return end;
  }
}

/** The world of a seed. */
function planOf(seed: string): WorldPlan {
  const random = new SeededRandom(`${seed}/plan`);
  const cast = castOf(random, random.pick([2, 4, 6, 12, 12, 40, 250]));
  const scale: Scale = {
    asks: random.pick([60, 60, 150, 150, 400, 1_500]),
    lastsMs: random.pick([1_000, 5_000, 30_000, 200_000]),
  };
  return { seed, cast, acts: actsOf(random, cast, scale) };
}
