/**
 * The life of one simulated agent: phases, people, transport and crashes, as one stream of moves.
 *
 * It is drawn from its seed and from the decisions it hears; the moves alone are enough to judge it
 * again.
 */
import type { AgentRecord, ConstitutionValues, Decision } from '../../src/core/index.ts';
import { Actor, type WorkPlace } from './actor.ts';
import { HOSTILE_NAMES } from './hostile-texts.ts';
import type { Move } from './moves.ts';
import { actAtRandom, actOnHolds } from './people.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Temper } from './tempers.ts';
import { Transport } from './transport.ts';

const PLAIN_TARGETS = ['deploy', 'delete', 'mail', 'pay'];

/** How often people act and processes die, as shares of records. */
interface Weather {
  readonly acts: number;
  readonly attends: number;
  readonly crashes: number;
  readonly snapshots: number;
}

const FAIR: Weather = { acts: 0.01, attends: 0.2, crashes: 0.002, snapshots: 0.01 };
const FOUL: Weather = { acts: 0.12, attends: 0.1, crashes: 0.006, snapshots: 0.02 };

/** One agent from its first record to its last. */
export class Life {
  readonly temper: Temper;
  readonly #random: SeededRandom;
  readonly #actor: Actor;
  readonly #transport: Transport;
  readonly #weather: Weather;
  readonly #arriving: Move[] = [];
  #left: number;
  #phase: Generator<AgentRecord, void, undefined>;

  constructor(
    random: SeededRandom,
    temper: Temper,
    values: ConstitutionValues,
    agent: string | undefined,
  ) {
    this.temper = temper;
    this.#random = random;
    const weather = random.chance(0.5) ? FAIR : FOUL;
    this.#weather = temper.neglected ? { ...weather, attends: 0.003 } : weather;
    const hostile = temper.hostileTexts;
    this.#actor = new Actor({
      random,
      values,
      agent,
      places: drawPlaces(random, hostile),
      targets: hostile ? drawNames(random, 4) : PLAIN_TARGETS,
      hostileClock: temper.hostileClock,
      hostileTexts: hostile,
    });
    this.#transport = new Transport(random, {
      doubled: random.pick([0, 0.01, 0.05]),
      // Events that come late look faster than they were, so healthy agents are spared.
      heldBack: temper.healthy ? 0 : random.pick([0, 0.01, 0.1]),
      malformed: 0.005,
    });
    this.#left = random.between(60, 400);
    this.#phase = random.weighed(temper.phases)(this.#actor);
  }

  /** The next move, or null when the life is over. */
  next(): Move | null {
    // A record that is held back leaves nothing to arrive for now.
    while (this.#arriving.length === 0 && this.#left > 0) this.#fill();
    return this.#arriving.shift() ?? null;
  }

  /** What was decided on the move that came last. */
  hear(record: AgentRecord, decision: Decision): void {
    this.#actor.hear(record, decision);
  }

  #fill(): void {
    this.#left -= 1;
    const random = this.#random;
    this.#arriving.push(...this.#transport.send(this.#record()));
    if (random.chance(this.#weather.snapshots)) this.#arriving.push({ kind: 'snapshot' });
    if (random.chance(this.#weather.crashes)) {
      const from = random.chance(0.2) ? 'start' : 'snapshot';
      this.#arriving.push({ kind: 'crash', from });
    }
    if (this.#left === 0) this.#arriving.push(...this.#transport.drain());
  }

  /** A person's act, or what the agent does next. */
  #record(): AgentRecord {
    const random = this.#random;
    if (random.chance(this.#weather.acts)) return actAtRandom(this.#actor);
    if (random.chance(this.#weather.attends)) {
      const act = actOnHolds(this.#actor);
      if (act !== null) return act;
    }
    for (;;) {
      const { done, value } = this.#phase.next();
      if (done !== true) return value;
      this.#actor.turn();
      this.#phase = random.weighed(this.temper.phases)(this.#actor);
      // A watch without anything to wait for is over at once, so a tick keeps the search finite.
      if (random.chance(0.2)) return this.#actor.tick();
    }
  }
}

/** One to four places; the first names neither session nor thread, as most clients do. */
function drawPlaces(random: SeededRandom, hostile: boolean): readonly WorkPlace[] {
  if (random.chance(0.35)) return [{}];
  const names = hostile ? drawNames(random, 3) : ['alpha', 'beta', 'main'];
  const places: WorkPlace[] = [{}];
  for (let left = random.between(1, 3); left > 0; left -= 1) {
    const session = random.chance(0.6) ? {} : { session: random.pick(names) };
    const thread = random.chance(0.3) ? {} : { thread: random.pick(names) };
    places.push({ ...session, ...thread });
  }
  return places;
}

function drawNames(random: SeededRandom, count: number): string[] {
  return Array.from({ length: count }, () => random.pick(HOSTILE_NAMES));
}
