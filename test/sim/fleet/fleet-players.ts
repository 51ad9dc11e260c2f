/** Carries out what agents and people do at a node, and holds what comes back against what was promised. */
import { digestEvent } from '../../../src/detect/index.ts';
import type { DurableRecord } from '../durable-record.ts';
import type { StopAction, Target } from '../stop-ledger.ts';
import type { Check } from '../violation.ts';
import type { VirtualTime } from '../virtual-time.ts';
import type { FleetAct, FleetAgent, FleetAsk } from './fleet-acts.ts';
import type { NodeSlot, Serving, UnderWay } from './fleet-node.ts';
import type { FleetSight, FleetTally } from './fleet-sometimes.ts';
import type { FleetStops } from './fleet-stops.ts';

/** What acts are carried out with. */
export interface FleetStage {
  readonly time: VirtualTime;
  readonly durable: DurableRecord;
  readonly stops: FleetStops;
  readonly tally: FleetTally;
  readonly slots: readonly NodeSlot[];
  readonly agents: ReadonlyMap<string, FleetAgent>;
  readonly broke: (check: Check, what: string) => void;
}

const RELEASES = { deactivate: 'activate', pause: 'resume', 'stop-all': 'resume-all' } as const;
const DAY_MS = 86_400_000;
const LOOPING = {
  digests: [digestEvent({ kind: 'tool', tool: 'run_tests', args: {}, result: 'the same failure' })],
};

const REFUSED: Readonly<Record<string, FleetSight>> = {
  gate_unavailable: 'a call was refused because its node may not serve',
  budget_spent: 'a call was refused by a budget',
  kill_switch: 'a call was refused by a hold',
  manual: 'a call was refused by a hold',
  paused: 'a call was refused by a hold',
  stop_all: 'a call was refused by a hold',
};

/** Carries out acts. */
export class FleetPlayers {
  readonly #stage: FleetStage;
  readonly #passes = new Map<string, number>();
  #acts = 0;
  calls = 0;

  constructor(stage: FleetStage) {
    this.#stage = stage;
  }

  play(serving: Serving, act: FleetAct): Promise<void> {
    if (act.do === 'ask') return this.#ask(serving, act);
    if (act.do === 'stop') return this.#stop(serving, act.target, act.action);
    if (act.do === 'release') return this.#release(serving, act.target, act.action);
    return Promise.resolve();
  }

  /** Nothing of who was stopped is under way at this node. */
  checkCut({ calls, process }: Serving): void {
    const { stops, tally, broke } = this.#stage;
    for (const one of calls) {
      const { agent, session, call } = one;
      const stop = stops.stopOf(agent, session);
      if (stop === null) continue;
      // Asked as the relay asks before each piece that it sends on.
      if (call.signal.aborted) tally.see('a call was cut');
      else
        broke(
          'stop-cuts',
          `${agent}/${session}: call ${call.id} goes on at ${process.name} after ${stop}`,
        );
      calls.delete(one);
    }
  }

  async #ask(serving: Serving, { agent, session, lastsMs }: FleetAsk): Promise<void> {
    const { tally, time, agents } = this.#stage;
    this.calls += 1;
    const observed = agents.get(agent)?.loops === true ? { observed: LOOPING } : {};
    const admission = await serving.gate.admit({
      agent,
      ...(session === undefined ? {} : { session }),
      purpose: 'step',
      estimateTokens: 10,
      waitMs: 0,
      ...observed,
    });
    if (serving.process.isDead) return;
    if (!admission.allowed) {
      const seen = REFUSED[admission.refusal.kind];
      if (seen !== undefined) tally.see(seen);
      return;
    }
    tally.see('a call passed');
    const { call } = admission;
    this.#checkPassed(serving, { agent, session, call });
    const underWay = { agent, session, call };
    serving.calls.add(underWay);
    time.planFor(serving.process, lastsMs, () => void this.#end(serving, underWay, lastsMs));
  }

  async #end({ calls }: Serving, underWay: UnderWay, latencyMs: number): Promise<void> {
    calls.delete(underWay);
    const end = { status: 'SUCCESS', latencyMs, tokens: 12, cachedTokens: 0 } as const;
    const response = { toolCalls: 0, outputLength: 4, outputHash: underWay.call.id };
    await underWay.call.finish({ ...end, response });
  }

  #checkPassed({ process }: Serving, { agent, session, call }: UnderWay): void {
    const { durable, stops, agents, broke } = this.#stage;
    const row = durable.admitted.get(call.id);
    if (row === undefined || row.agent !== agent) {
      return broke('recorded-first', `call ${call.id} of ${agent} passed without a durable record`);
    }
    this.#checkBudget(agents.get(agent), row.at);
    // Who is let through and cut in the same breath sends nothing.
    if (call.signal.aborted) return;
    const stop = stops.stopOf(agent, session);
    if (stop !== null)
      broke('stop-holds', `${agent}/${session} passed at ${process.name} after ${stop}`);
  }

  #checkBudget(agent: FleetAgent | undefined, at: number): void {
    if (agent === undefined || agent.callsPerDay === null) return;
    const key = `${agent.name} ${Math.floor(at / DAY_MS)}`;
    const passes = (this.#passes.get(key) ?? 0) + 1;
    this.#passes.set(key, passes);
    if (passes <= agent.callsPerDay) return;
    this.#stage.broke(
      'budget-holds',
      `${agent.name}: ${passes} calls of ${agent.callsPerDay} passed`,
    );
  }

  async #stop({ gate, process }: Serving, target: Target, action: StopAction): Promise<void> {
    const { tally, stops, slots } = this.#stage;
    const why = `stop ${this.#next()}`;
    const acted = await gate.operate({ ...target, action, by: 'ada', why });
    if (process.isDead) return;
    if (!acted.recorded) return tally.see('a stop could not be recorded at once');
    if (acted.unconfirmed !== undefined)
      return tally.see('a stop was recorded and not confirmed by all');
    stops.acknowledged({ target, action, why });
    tally.see('a stop was acknowledged by all');
    const isOutOfReach = slots.some(
      ({ isAwake, fault }) => !isAwake || fault === 'silent' || fault === 'deaf',
    );
    if (isOutOfReach) tally.see('a stop was acknowledged while a node was out of reach');
    // Who stands still sends nothing; it is looked at when it wakes.
    for (const { serving, isAwake } of slots)
      if (serving !== null && isAwake) this.checkCut(serving);
  }

  async #release({ gate, process }: Serving, target: Target, stop: StopAction): Promise<void> {
    const { tally, stops, broke } = this.#stage;
    const why = `release ${this.#next()}`;
    const action = RELEASES[stop];
    try {
      await gate.operate({ ...target, action, by: 'ada', why });
    } catch {
      if (!process.isDead) tally.see('a release failed');
      return;
    }
    if (process.isDead) return;
    tally.see('a release was recorded');
    if (!stops.isWritten(why))
      broke('release-counts', `${why} was acknowledged and is not durable`);
  }

  #next(): number {
    this.#acts += 1;
    return this.#acts;
  }
}
