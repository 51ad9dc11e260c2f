/**
 * The way from an agent to the core: records come twice, late, in another order, or broken.
 *
 * A record that is held back arrives with its old timestamp after younger ones.
 */
import type { AgentRecord } from '../../src/core/index.ts';
import { MALFORMATIONS } from './malformations.ts';
import type { Move } from './moves.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Shares of records that this happens to. */
export interface TransportFaults {
  readonly doubled: number;
  readonly heldBack: number;
  readonly malformed: number;
}

interface HeldBack {
  readonly move: Move;
  /** How many records pass it on the way. */
  passing: number;
}

/** One agent's line. */
export class Transport {
  readonly #random: SeededRandom;
  readonly #faults: TransportFaults;
  readonly #heldBack: HeldBack[] = [];

  constructor(random: SeededRandom, faults: TransportFaults) {
    this.#random = random;
    this.#faults = faults;
  }

  /** What arrives when this record is sent. */
  send(record: AgentRecord): Move[] {
    const random = this.#random;
    const arriving: Move[] = [];
    if (random.chance(this.#faults.malformed)) {
      const [how, malform] = random.pick(MALFORMATIONS);
      arriving.push({ kind: 'malformed', how, value: malform(record) });
    }
    const move: Move = { kind: 'record', record, copy: false };
    if (random.chance(this.#faults.heldBack)) this.#holdBack(move);
    else arriving.push(move);
    if (random.chance(this.#faults.doubled)) {
      const copy: Move = { kind: 'record', record, copy: true };
      if (random.chance(0.5)) arriving.push(copy);
      else this.#holdBack(copy);
    }
    return [...arriving, ...this.#overtaken()];
  }

  /** What is still on its way. */
  drain(): Move[] {
    return this.#heldBack.splice(0).map(({ move }) => move);
  }

  #holdBack(move: Move): void {
    this.#heldBack.push({ move, passing: this.#random.between(1, 6) });
  }

  #overtaken(): Move[] {
    for (const one of this.#heldBack) one.passing -= 1;
    const late = this.#heldBack.filter(({ passing }) => passing < 0);
    for (const one of late) this.#heldBack.splice(this.#heldBack.indexOf(one), 1);
    return late.map(({ move }) => move);
  }
}
