/**
 * A simulated agent as its behaviours see it: where it works, what it last heard, what it owes.
 *
 * Behaviours ask it for records; it fills in addresses and timestamps, and remembers what was
 * admitted so that it can be settled later.
 */
import type {
  Address,
  AdmitRecord,
  AgentEvent,
  AgentRecord,
  ConstitutionValues,
  Decision,
  EventRecord,
  ExecutionStatus,
  ResultRecord,
  Settlement,
  TickRecord,
} from '../../src/core/index.ts';
import { ActorClock } from './actor-clock.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A session and a thread, each left out where the record shall name none. */
export interface WorkPlace {
  readonly session?: string;
  readonly thread?: string;
}

/** A call that was let through and counted, with the place it was counted in. */
export interface OpenCall {
  readonly place: WorkPlace;
  readonly counted: Settlement;
}

const OPEN_CALLS_MAX = 8;

/** One agent and its surroundings. */
export class Actor {
  readonly random: SeededRandom;
  readonly values: ConstitutionValues;
  readonly clock: ActorClock;
  readonly places: readonly WorkPlace[];
  readonly targets: readonly string[];
  readonly hostileTexts: boolean;
  /** Calls that are admitted and not yet settled, the oldest first. */
  readonly openCalls: OpenCall[] = [];
  /** The last call that was refused, to be asked for again. */
  refusedCall: AdmitRecord | null = null;
  /** What was heard last. */
  heard: Decision | null = null;
  heardPlace: WorkPlace = {};
  place: WorkPlace;
  readonly #agent: string | undefined;

  constructor(options: {
    readonly random: SeededRandom;
    readonly values: ConstitutionValues;
    readonly agent: string | undefined;
    readonly places: readonly WorkPlace[];
    readonly targets: readonly string[];
    readonly hostileClock: boolean;
    readonly hostileTexts: boolean;
  }) {
    this.random = options.random;
    this.values = options.values;
    this.clock = new ActorClock(options.random, options.hostileClock);
    this.places = options.places;
    this.targets = options.targets;
    this.hostileTexts = options.hostileTexts;
    this.place = options.random.pick(options.places);
    this.#agent = options.agent;
  }

  /** Turns to another of its places, or stays. */
  turn(): void {
    if (this.random.chance(0.2)) this.place = this.random.pick(this.places);
  }

  /** Takes in what was decided on one of its records. */
  hear(record: AgentRecord, decision: Decision): void {
    this.heard = decision;
    // Acts on the whole agent are answered for the place that was named last.
    const named = record.type !== 'operator' && record.type !== 'signal';
    if (named || record.session !== undefined) this.heardPlace = placeOf(record);
    if (record.type !== 'admit') return;
    if (!decision.safety.allowed) {
      this.refusedCall = record;
      return;
    }
    const { estimate, timestamp } = record;
    if (this.openCalls.length >= OPEN_CALLS_MAX) this.openCalls.shift();
    this.openCalls.push({ place: placeOf(record), counted: { ...estimate, timestamp } });
  }

  /** Who and where: the agent's name and a place. */
  address(place: WorkPlace = this.place): Address {
    return this.#agent === undefined ? place : { agent: this.#agent, ...place };
  }

  event(
    values: Partial<AgentEvent>,
    more: Pick<EventRecord, 'settles' | 'target'> = {},
  ): EventRecord {
    const { tokenCount = 0, toolCalls = 0 } = values;
    const latencyMs = this.random.between(0, 20_000) / 4;
    const measured = { tokenCount, toolCalls, latencyMs, outputLength: tokenCount * 4, ...values };
    const event = { ...measured, timestamp: this.clock.stamp() };
    return { type: 'event', ...this.address(), event, ...more };
  }

  result(
    status: ExecutionStatus,
    tokensUsed = 0,
    more: Pick<ResultRecord, 'settles'> = {},
  ): ResultRecord {
    const result = { executed: status !== 'BLOCKED', status, tokensUsed, latencyMs: 12.5 };
    const timestamp = this.clock.stamp();
    return { type: 'result', ...this.address(), timestamp, result, ...more };
  }

  admit(values: Pick<AdmitRecord, 'purpose' | 'estimate' | 'target'>): AdmitRecord {
    return { type: 'admit', ...this.address(), timestamp: this.clock.stamp(), ...values };
  }

  tick(): TickRecord {
    return { type: 'tick', ...this.address(), timestamp: this.clock.stamp() };
  }
}

function placeOf({ session, thread }: Address): WorkPlace {
  return {
    ...(session === undefined ? {} : { session }),
    ...(thread === undefined ? {} : { thread }),
  };
}
