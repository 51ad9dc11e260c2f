/**
 * Plays worlds one after the other, and makes the first that fails as short as it can.
 */
import { SeededRandom } from '../simulation/seeded-random.ts';
import { actsOf, type Act, type Scale } from './acts.ts';
import { castOf } from './cast.ts';
import { Tally } from './sometimes.ts';
import type { Violation } from './violation.ts';
import { playWorld, type WorldPlan } from './world.ts';

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
  readonly acts: readonly Act[];
  readonly actsBefore: number;
}

/** What a run has shown. */
export interface SimulationEnd {
  readonly worlds: number;
  readonly agents: number;
  readonly calls: number;
  readonly rows: number;
  readonly crashes: number;
  readonly tally: Tally;
  readonly failure: Failure | null;
}

const SHORTENING_TRIES_MAX = 400;
const SHORTENING_MS_MAX = 60_000;

/** Plays until it is enough, or something breaks. */
export async function simulate(options: SimulationOptions): Promise<SimulationEnd> {
  const [seed = '', only] = options.seed.split(':');
  const tally = new Tally();
  let end: SimulationEnd = {
    worlds: 0,
    agents: 0,
    calls: 0,
    rows: 0,
    crashes: 0,
    tally,
    failure: null,
  };
  for (let number = Number(only ?? 0); ; number += 1) {
    const plan = planOf(`${seed}:${number}`);
    const world = await playWorld(plan);
    tally.add(world.tally);
    end = {
      ...end,
      worlds: end.worlds + 1,
      agents: end.agents + plan.cast.length,
      calls: end.calls + world.calls,
      rows: end.rows + world.rows,
      crashes: end.crashes + world.crashes,
    };
    if (world.violation !== null) {
      const acts = options.shortens ? await shortened(plan, world.violation) : plan.acts;
      const { violation } = world;
      return {
        ...end,
        failure: { seed: plan.seed, violation, acts, actsBefore: plan.acts.length },
      };
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

/** Leaves out halves, quarters and so on, as long as the same promise still breaks. */
async function shortened(plan: WorldPlan, violation: Violation): Promise<readonly Act[]> {
  const breaks = async (some: readonly Act[]) =>
    (await playWorld({ ...plan, acts: some })).violation?.check === violation.check;
  let { acts } = plan;
  // Mostly it is about one agent, and about what concerns everybody.
  const concerned = acts.filter(
    (act) =>
      ('agent' in act && violation.message.includes(act.agent)) ||
      ('target' in act &&
        (act.target.agent === '*' || violation.message.includes(act.target.agent))) ||
      !('agent' in act || 'target' in act),
  );
  if (await breaks(concerned)) acts = concerned;
  const endMs = performance.now() + SHORTENING_MS_MAX;
  let tries = 0;
  const isOver = () => tries >= SHORTENING_TRIES_MAX || performance.now() > endMs;
  for (let size = Math.ceil(acts.length / 2); size >= 1 && !isOver(); size = Math.floor(size / 2)) {
    for (let from = acts.length - size; from > -size && !isOver(); from -= size) {
      const without = acts.filter((_, at) => at < from || at >= from + size);
      tries += 1;
      if (await breaks(without)) acts = without;
    }
  }
  return acts;
}
