/**
 * One schedule: calls, stops, releases, disk and time take turns as a list says, and the promises are checked after
 * every turn.
 */
import type { OpenCall } from '../../src/core/gate-port.ts';
import { FROZEN_V0_2, constitutionFrom } from '../../src/core/index.ts';
import { Gate, type GateParts } from '../../src/gate/index.ts';
import type { Store } from '../../src/store/index.ts';
import { controlledStore, type Outcome } from './controlled-store.ts';
import { StopBook, type StopAction, type Target } from './stop-book.ts';

/** One turn of a schedule. Numbers that pick something wrap around. */
export type Turn =
  | { readonly do: 'ask'; readonly agent: string; readonly session?: string }
  | { readonly do: 'finish' | 'use-tools'; readonly which: number }
  | { readonly do: 'stop' | 'release'; readonly target: Target; readonly action: StopAction }
  | { readonly do: 'disk'; readonly outcome: Outcome }
  | { readonly do: 'time'; readonly ms: number }
  | { readonly do: 'nothing' };

/** A turn, and how many steps of the promise queue pass before the next. */
export interface Move {
  readonly turn: Turn;
  readonly steps: number;
}

/** What happened at all, so that a property that checks nothing is noticed. */
export interface Tally {
  allowed: number;
  refused: number;
  unavailable: number;
  cut: number;
  recordedStops: number;
  unrecordedStops: number;
  releases: number;
  failedReleases: number;
}

interface Passed {
  readonly agent: string;
  readonly session: string | undefined;
  readonly call: OpenCall;
}

/** Budgets that no schedule meets: what is refused here is refused by a stop or by the disk. */
const ROOMY = constitutionFrom({
  ...FROZEN_V0_2.values,
  name: 'roomy',
  maxTokensPerMinute: 1_000_000,
  maxToolCallsPerMinute: 1_000,
});
const STEPS_PER_SETTLING = 200;
const AGENTS = ['a', 'b'];
const SESSIONS = [undefined, '1', '2'];

/** Plays a schedule on a gate. */
export class GateRace {
  readonly tally: Tally = {
    allowed: 0,
    refused: 0,
    unavailable: 0,
    cut: 0,
    recordedStops: 0,
    unrecordedStops: 0,
    releases: 0,
    failedReleases: 0,
  };
  readonly #control = controlledStore();
  readonly #book = new StopBook(this.#control.rows);
  readonly #passed: Passed[] = [];
  readonly #problems: string[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #advance: (ms: number) => Promise<void>;
  #nowMs = 1_800_000_000_000;
  #gate: Gate | null = null;

  /** `advance` lets the timers run. */
  constructor(advance: (ms: number) => Promise<void>) {
    this.#advance = advance;
  }

  /** Plays the turns, then lets everything come to rest; returns the promises that were broken. */
  async play(moves: readonly Move[]): Promise<readonly string[]> {
    const opening = Gate.open(this.#parts(this.#control.store));
    await this.#drain();
    this.#gate = await opening;
    // One agent is known from the start; the other comes in, or is stopped, in the middle.
    this.#start(this.#gate.register('a', 'ada'));
    await this.#drain();
    for (const { turn, steps } of moves) {
      await this.#take(turn);
      await breathe(steps);
      this.#check();
    }
    await this.#rest();
    return this.#problems;
  }

  async #take(turn: Turn): Promise<void> {
    switch (turn.do) {
      case 'ask':
        return this.#start(this.#ask(turn.agent, turn.session));
      case 'finish':
      case 'use-tools':
        return this.#onPassed(turn.which, turn.do);
      case 'stop':
        return this.#start(this.#stop(turn.target, turn.action));
      case 'release':
        return this.#start(this.#release(turn.target, turn.action));
      case 'disk':
        this.#control.endNext(turn.outcome);
        return;
      case 'time':
        this.#nowMs += turn.ms;
        return this.#advance(turn.ms);
      case 'nothing':
        return;
    }
  }

  async #ask(agent: string, session: string | undefined): Promise<void> {
    const admission = await this.#opened().admit({
      agent,
      ...(session === undefined ? {} : { session }),
      purpose: 'step',
      estimateTokens: 10,
      waitMs: 0,
    });
    if (!admission.allowed) {
      const { kind } = admission.refusal;
      this.tally[kind === 'gate_unavailable' ? 'unavailable' : 'refused'] += 1;
      return;
    }
    const { call } = admission;
    this.tally.allowed += 1;
    // Who is let through and cut in the same breath sends nothing: the signal counts as much as the answer.
    if (!call.signal.aborted && this.#book.isStopped(agent, session)) {
      this.#problems.push(`${agent}/${session} passed after an acknowledged stop`);
    }
    const isRecorded = this.#control.rows.some(
      ({ kind, body }) => kind === 'admit' && body.includes(`"call":"${call.id}"`),
    );
    if (!isRecorded) this.#problems.push(`call ${call.id} of ${agent} passed without a record`);
    this.#passed.push({ agent, session, call });
  }

  #onPassed(which: number, what: 'finish' | 'use-tools'): void {
    const one = this.#passed[which % Math.max(1, this.#passed.length)];
    if (one === undefined) return;
    if (what === 'finish') {
      this.#passed.splice(this.#passed.indexOf(one), 1);
      const end = { status: 'SUCCESS', latencyMs: 5, tokens: 12, cachedTokens: 0 } as const;
      this.#start(one.call.finish({ ...end, response: { toolCalls: 1, outputLength: 3 } }));
      return;
    }
    this.#start(this.#useTools(one));
  }

  async #useTools({ agent, session, call }: Passed): Promise<void> {
    const refusal = await call.mayRun(1);
    if (refusal === null && !call.signal.aborted && this.#book.isStopped(agent, session)) {
      this.#problems.push(`a tool of ${agent}/${session} may run after a stop`);
    }
  }

  async #stop(target: Target, action: StopAction): Promise<void> {
    const acknowledge = this.#book.stop(target, action);
    const { recorded, cut } = await this.#opened().operate({
      ...target,
      action,
      by: 'ada',
      why: 'w',
    });
    acknowledge();
    this.tally.cut += cut;
    this.tally[recorded ? 'recordedStops' : 'unrecordedStops'] += 1;
    this.#check();
  }

  async #release(target: Target, stop: StopAction): Promise<void> {
    const { why, action, acknowledge } = this.#book.release(target, stop);
    try {
      await this.#opened().operate({ ...target, action, by: 'ada', why });
      acknowledge();
      this.tally.releases += 1;
      if (!this.#control.rows.some(({ body }) => body.includes(`"${why}"`))) {
        this.#problems.push(`${why} was acknowledged and is not on the disk`);
      }
    } catch {
      this.tally.failedReleases += 1;
    }
  }

  /** After an acknowledged stop no call of that agent may send: its signal must be aborted. */
  #check(): void {
    for (const { agent, session, call } of this.#passed) {
      if (!call.signal.aborted && this.#book.isStopped(agent, session)) {
        this.#problems.push(`call ${call.id} of ${agent}/${session} goes on after a stop`);
      }
    }
  }

  /** The disk works again: everything ends, and a successor must see what this gate sees. */
  async #rest(): Promise<void> {
    const end = { status: 'PARTIAL', latencyMs: 5, tokens: 0, cachedTokens: 0 } as const;
    do {
      await this.#drain();
      this.#check();
      for (const { call } of this.#passed.splice(0)) this.#start(call.finish(end));
    } while (this.#pending.size > 0 || this.#control.waiting > 0);
    // Twice the time after which the gate looks at its disk again.
    for (let turn = 0; turn < 2; turn += 1) {
      this.#nowMs += 600;
      await this.#advance(600);
      await this.#drain();
    }
    const gate = this.#opened();
    gate.close();
    await this.#drain();
    const successor = await Gate.open(this.#parts(this.#control.disk));
    for (const agent of AGENTS) await this.#compare(gate, successor, agent);
    successor.close();
  }

  async #compare(gate: Gate, successor: Gate, agent: string): Promise<void> {
    const reading = gate.agent(agent);
    await this.#drain();
    const [mine, theirs] = [await reading, await successor.agent(agent)].map((view) =>
      JSON.stringify(view),
    );
    if (mine !== theirs) this.#problems.push(`${agent}: state ${mine} is not its fold ${theirs}`);
    for (const one of SESSIONS) {
      const session = one === undefined ? undefined : `${agent}${one}`;
      const standing = await successor.standing(agent, session);
      if (standing === null && this.#book.isStopped(agent, session)) {
        this.#problems.push(`${agent}/${session}: a stop is lost`);
      }
      if (standing !== null && this.#book.isFree(agent, session)) {
        this.#problems.push(`${agent}/${session}: released, but ${standing.kind} stands`);
      }
    }
  }

  #start(promise: Promise<void>): void {
    const tracked = promise.catch((error: unknown) => {
      this.#problems.push(`unexpected: ${String(error)}`);
    });
    this.#pending.add(tracked);
    void tracked.then(() => this.#pending.delete(tracked));
  }

  /** Ends what waits for the disk, until nothing more comes. */
  async #drain(): Promise<void> {
    do {
      await breathe(STEPS_PER_SETTLING);
    } while (this.#control.endNext('done'));
  }

  #opened(): Gate {
    if (this.#gate === null) throw new Error('the gate is not open');
    return this.#gate;
  }

  #parts(store: Store): GateParts {
    return {
      store,
      constitution: ROOMY,
      coreVersion: '0.2.0',
      marksFolder: null,
      registration: 'open',
      envelopeOf: () => ({}),
      capture: 'none',
      time: { wallMs: () => this.#nowMs, monotonicMs: () => this.#nowMs },
    };
  }
}

async function breathe(steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) await Promise.resolve();
}
