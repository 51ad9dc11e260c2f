/**
 * A cohort: agents that live at the same time, their records mixed as a shared gate would see them.
 *
 * A run is a row of cohorts, each drawn from the run's seed and its own number. So memory stays
 * flat, and one cohort can be run again alone.
 */
import { SHIPPED_CONSTITUTIONS, type Constitution, type Decision } from '../../src/core/index.ts';
import { CohortRecording } from './cohort-recording.ts';
import { CONSTITUTIONS } from './constitutions.ts';
import type { Failure } from './failure.ts';
import { HOSTILE_NAMES } from './hostile-texts.ts';
import type { Step } from './journal.ts';
import { LifeJudge, type Watch } from './life-judge.ts';
import { Life } from './life.ts';
import { minimise } from './minimise.ts';
import type { Move } from './moves.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Tally } from './tally.ts';
import { TEMPERS } from './tempers.ts';
import { Violation } from './violation.ts';

const AGENTS = 24;
/** The last agents of a cohort have names that break careless programs. */
const PLAIN_NAMES = 20;
/** Every so many cohorts, all records are recorded and the recording is replayed. */
const RECORDED_EVERY = 32;
const MEASURED_EVERY = 32;
const TEMPER_WEIGHTS = TEMPERS.map((temper) => [temper, temper.weight] as const);

/** What a cohort is made of. */
export interface CohortOptions {
  readonly seed: string;
  readonly number: number;
  /** Makes the transition under test. */
  readonly makeStep: () => Step;
  /** Replays go through the core itself, so they tell nothing of another transition. */
  readonly replays: boolean;
  readonly tally: Tally;
}

/** How a cohort ended. */
export interface CohortOutcome {
  readonly records: number;
  readonly agents: number;
  readonly failure: Failure | null;
}

interface Member {
  readonly agent: string | undefined;
  readonly life: Life;
  readonly judge: LifeJudge;
  readonly watch: Watch;
  readonly moves: Move[];
}

/** Agents that live together. */
class Cohort {
  readonly #options: CohortOptions;
  readonly #seed: string;
  readonly #random: SeededRandom;
  readonly #constitution: Constitution;
  readonly #members: readonly Member[];
  readonly #recording: CohortRecording | null;
  #records = 0;

  constructor(options: CohortOptions) {
    this.#options = options;
    this.#seed = `${options.seed}:${options.number}`;
    this.#random = new SeededRandom(this.#seed);
    this.#constitution = this.#random.weighed(CONSTITUTIONS);
    this.#members = Array.from({ length: AGENTS }, (_, index) => this.#createMember(index));
    const recorded = options.replays && options.number % RECORDED_EVERY === 0;
    this.#recording = recorded ? new CohortRecording(this.#constitution) : null;
  }

  /** Lets all live to their end or to the first failure. */
  run(): CohortOutcome {
    const living = [...this.#members];
    while (living.length > 0) {
      const member = this.#random.pick(living);
      for (let turns = this.#random.between(1, 8); turns > 0; turns -= 1) {
        const move = member.life.next();
        if (move === null) {
          living.splice(living.indexOf(member), 1);
          break;
        }
        const violation = this.#take(member, move);
        if (violation !== null) return this.#outcome(this.#tell(member, violation));
      }
    }
    return this.#outcome(this.#replay());
  }

  #createMember(index: number): Member {
    const { number, makeStep, tally } = this.#options;
    const random = new SeededRandom(`${this.#seed}/${index}`);
    const agent = nameOf(number, index);
    const life = new Life(random, random.weighed(TEMPER_WEIGHTS), this.#constitution.values, agent);
    const watch: Watch = {
      // Only what ships claims to leave healthy work alone; the strict windows are too short for it.
      healthy: life.temper.healthy && SHIPPED_CONSTITUTIONS.includes(this.#constitution),
      frozen: index % 8 === 0,
      digests: index % 12 === 1,
      measureEvery: MEASURED_EVERY,
    };
    const judge = new LifeJudge(makeStep(), this.#constitution, watch, tally);
    return { agent, life, judge, watch, moves: [] };
  }

  #take(member: Member, move: Move): Violation | null {
    member.moves.push(move);
    let decision: Decision | null;
    try {
      decision = member.judge.take(move);
    } catch (error) {
      if (error instanceof Violation) return error;
      throw error;
    }
    if (move.kind !== 'record' || decision === null) return null;
    this.#records += 1;
    this.#recording?.add(move.record, decision);
    member.life.hear(move.record, decision);
    return null;
  }

  #replay(): Failure | null {
    if (this.#recording === null) return null;
    this.#options.tally.see('a recording is replayed');
    const lost = this.#recording.replay();
    const member = this.#members.find(({ agent }) => agent === lost?.agent);
    return lost === null || member === undefined ? null : this.#tell(member, lost.violation);
  }

  #tell(member: Member, violation: Violation): Failure {
    const { makeStep } = this.#options;
    const constitution = this.#constitution;
    const trial = { makeStep, constitution, watch: member.watch };
    return {
      seed: this.#seed,
      agent: member.agent ?? 'main',
      temper: member.life.temper.name,
      constitution: constitution.values.name,
      step: member.judge.length,
      records: this.#records,
      violation,
      moves: minimise(member.moves, violation.invariant, trial),
    };
  }

  #outcome(failure: Failure | null): CohortOutcome {
    return { records: this.#records, agents: AGENTS, failure };
  }
}

/** Names are unique in a cohort; the first agent has none, as in most recordings. */
function nameOf(number: number, index: number): string | undefined {
  if (index === 0) return undefined;
  if (index < PLAIN_NAMES) return `agent ${number}.${index}`;
  return HOSTILE_NAMES[(number * (AGENTS - PLAIN_NAMES) + index) % HOSTILE_NAMES.length];
}

/** Runs one cohort. */
export function runCohort(options: CohortOptions): CohortOutcome {
  return new Cohort(options).run();
}
