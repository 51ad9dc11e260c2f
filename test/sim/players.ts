/**
 * Carries out acts at the gate and holds what comes back against what was promised.
 *
 * A crash leaves whoever waited without an answer. So after each wait it is asked whether the process still lives: what a
 * dead one would have said, nobody heard.
 */
import type { GateRefusal, OpenCall } from '../../src/core/index.ts';
import { digestEvent } from '../../src/detect/index.ts';
import type { Gate } from '../../src/gate/index.ts';
import type { Act, AskAct, ExchangeAct } from './acts.ts';
import { TEAM_CALLS, type SimulatedAgent } from './cast.ts';
import type { DurableRecord } from './durable-record.ts';
import type { Exchanges } from './exchanges.ts';
import type { Seen, Tally } from './sometimes.ts';
import type { SpendLedger } from './spend-ledger.ts';
import type { StopAction, StopLedger, Target } from './stop-ledger.ts';
import type { Check } from './violation.ts';
import type { VirtualFiles } from './virtual-files.ts';
import type { VirtualTime } from './virtual-time.ts';

/** One process: its gate, its proxy, and whether it still lives. */
export interface Process {
  readonly gate: Gate;
  readonly exchanges: Exchanges;
  isDead: boolean;
  /** Calls that passed and are under way. */
  readonly calls: Set<PassedCall>;
  /** Requests at a provider that may be under way. */
  readonly asking: Set<Asking>;
}

interface Asking {
  readonly act: ExchangeAct;
  readonly asking: AbortSignal;
}

interface PassedCall {
  readonly agent: string;
  readonly session: string | undefined;
  readonly call: OpenCall;
}

/** What acts are carried out with. */
export interface Stage {
  readonly time: VirtualTime;
  readonly files: VirtualFiles;
  readonly durable: DurableRecord;
  readonly stops: StopLedger;
  readonly spends: SpendLedger;
  readonly tally: Tally;
  readonly agents: ReadonlyMap<string, SimulatedAgent>;
  readonly team: readonly string[];
  /** A promise was broken. */
  readonly broke: (check: Check, what: string) => void;
}

const LOOPING = {
  digests: [digestEvent({ kind: 'tool', tool: 'run_tests', args: {}, result: 'FAIL: 3 tests' })],
};
const REFUSED: Readonly<Partial<Record<GateRefusal['kind'], Seen>>> = {
  gate_unavailable: 'a call was refused because the disk failed',
  budget_spent: 'a call was refused by a budget',
  team_budget_spent: 'a call was refused by a team budget',
  kill_switch: 'a call was refused by a hold',
  manual: 'a call was refused by a hold',
  paused: 'a call was refused by a hold',
  stop_all: 'a call was refused by a hold',
};

/** Carries out acts. */
export class Players {
  readonly #stage: Stage;
  #steps = 0;
  calls = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** A model call that asks the gate itself. */
  async ask(process: Process, act: AskAct): Promise<void> {
    const { tally, time } = this.#stage;
    this.calls += 1;
    const { agent, session, tokens } = act;
    this.#steps += 1;
    const admission = await process.gate.admit({
      agent,
      ...(session === undefined ? {} : { session }),
      purpose: 'step',
      estimateTokens: tokens,
      reserve: { tokens: act.reserve },
      waitMs: act.waitMs,
      ...(act.sees === null ? {} : { observed: act.sees === 'loop' ? LOOPING : this.#work() }),
      texts: [{ kind: 'tool', text: `step ${this.#steps} of ${agent}` }],
    });
    if (process.isDead) return;
    if (!admission.allowed) {
      this.#sawRefusal(admission.refusal);
      return;
    }
    const { call } = admission;
    tally.see('a call passed');
    this.#checkPassed(act, call);
    const passed = { agent, session, call };
    process.calls.add(passed);
    if (act.tools > 0) await this.#useTools(process, passed, act.tools);
    time.plan(act.lastsMs, () => void this.#end(process, passed, act));
  }

  /** A request through the proxy. */
  async exchange(process: Process, act: ExchangeAct): Promise<void> {
    const { tally, durable, stops, broke } = this.#stage;
    this.calls += 1;
    const { agent } = act;
    const before = durable.passes.get(agent) ?? 0;
    const got = await process.exchanges.play(act, {
      asked: (asking) => {
        if (process.isDead) return;
        process.asking.add({ act, asking });
        if (act.body !== 'plain') broke('nothing-unread', `${agent}: a body that is ${act.body}`);
        if ((durable.passes.get(agent) ?? 0) === before) {
          broke('recorded-first', `${agent}: the provider was asked before the record was durable`);
        }
        if (stops.isStopped(agent, undefined))
          broke('stop-holds', `${agent}: the provider was asked`);
      },
      answered: () => {
        for (const one of process.asking) if (one.act === act) process.asking.delete(one);
      },
      toolArrived: () => {
        if (process.isDead) return;
        tally.see('a tool call reached a client');
        if (stops.isStopped(agent, undefined)) {
          broke('nothing-after-stop', `${agent}: a tool call arrived`);
        }
      },
    });
    if (process.isDead) return;
    if (act.body !== 'plain') tally.see('a request was refused because it cannot be read');
    if (act.answer === 'breaks') tally.see('a provider broke off');
    if (act.hangsUpAfterMs !== null) tally.see('a client hung up');
    if (act.streams && got.includes('event-stream') && stops.isStopped(agent, undefined)) {
      tally.see('a stream was cut by a stop');
    }
  }

  /** A hook tells of a tool that ran. */
  async hook(process: Process, agent: string, session: string): Promise<void> {
    const { tally, stops, broke } = this.#stage;
    this.calls += 1;
    this.#steps += 1;
    const wasStopped = stops.isStopped(agent, session);
    const refusal = await process.gate
      .tool({
        agent,
        session,
        callId: `c${this.#steps}`,
        tool: 'read_file',
        args: { path: `f${this.#steps}` },
        result: `text ${this.#steps}`,
        isError: false,
      })
      .catch(() => 'failed' as const);
    if (process.isDead) return;
    if (refusal !== null) tally.see('a hook was refused');
    else if (wasStopped && stops.isStopped(agent, session)) {
      broke('stop-holds', `the hook of ${agent}/${session} heard that nothing stands`);
    }
  }

  /** Somebody looks whether anything stands. */
  async look(process: Process, agent: string, session: string | undefined): Promise<void> {
    const { stops, broke } = this.#stage;
    const wasStopped = stops.isStopped(agent, session);
    const refusal = await process.gate.standing(agent, session);
    if (process.isDead || refusal !== null) return;
    if (wasStopped && stops.isStopped(agent, session)) {
      broke('stop-survives', `${agent}/${session}: nothing stands though a stop was acknowledged`);
    }
  }

  /** After everything was mended, nobody may be refused because of a disk that failed once. */
  async probe(process: Process, agent: string, session: string | undefined): Promise<void> {
    const where = { agent, ...(session === undefined ? {} : { session }) };
    const asked = { purpose: 'step', estimateTokens: 1, waitMs: 0 } as const;
    const admission = await process.gate.admit({ ...where, ...asked });
    if (admission.allowed) {
      const end = { status: 'SUCCESS', latencyMs: 1, tokens: 1, cachedTokens: 0 } as const;
      await admission.call.finish(end);
    } else if (admission.refusal.kind === 'gate_unavailable') {
      this.#stage.broke('comes-back', `${agent}: ${admission.refusal.reason}`);
    }
  }

  /** A person stops somebody. */
  async stop(process: Process, target: Target, action: StopAction): Promise<void> {
    const { tally, stops, files } = this.#stage;
    const heard = stops.stop(target, action);
    const { fault } = files;
    const acted = await process.gate.operate({ ...target, action, by: 'ada', why: 'stop' });
    if (process.isDead) return;
    heard(acted, fault !== null);
    tally.see(
      acted.recorded ? 'a stop was recorded' : 'a stop was in force before it was recorded',
    );
    if (!acted.marked) tally.see('a stop could not be marked on the disk');
    else if (fault === 'full' || fault === 'no-new-files')
      tally.see('a stop was marked on a full disk');
    if (acted.cut > 0) tally.see('a call was cut');
    this.checkCut(process);
  }

  /** A person lets somebody go. */
  async release(process: Process, target: Target, stop: StopAction): Promise<void> {
    const { tally, stops, durable, broke } = this.#stage;
    const { why, action, heard } = stops.release(target, stop);
    try {
      await process.gate.operate({ ...target, action, by: 'ada', why });
    } catch {
      if (!process.isDead) tally.see('a release failed');
      return;
    }
    if (process.isDead) return;
    heard();
    tally.see('a release was recorded');
    if (!durable.acts.has(why))
      broke('release-counts', `${why} was acknowledged and is not durable`);
  }

  /** A person changes a limit. */
  async limits(process: Process, act: Extract<Act, { do: 'limits' }>): Promise<void> {
    const envelope = { maxTokensPerMinute: act.tokensPerMinute };
    const { agent } = act;
    if (this.#stage.agents.get(agent)?.kind === 'paced') return;
    await process.gate
      .operate({ agent, action: 'configure', by: 'ada', envelope })
      .catch(() => null);
  }

  /** After an acknowledged stop nothing of it is under way. */
  checkCut(process: Process): void {
    const { stops, tally, broke } = this.#stage;
    for (const { agent, session, call } of process.calls) {
      if (!stops.isStopped(agent, session)) continue;
      tally.see('a stop met a call under way');
      if (!call.signal.aborted)
        broke('stop-cuts', `call ${call.id} of ${agent}/${session} goes on`);
    }
    for (const { act, asking } of process.asking) {
      if (asking.aborted || !stops.isStopped(act.agent, undefined)) continue;
      broke('stop-cuts', `${act.agent}: the provider is still being asked`);
    }
  }

  #checkPassed({ agent, session, tokens, reserve }: AskAct, call: OpenCall): void {
    const { durable, stops, spends, agents, team, broke } = this.#stage;
    const row = durable.admitted.get(call.id);
    if (row === undefined || row.agent !== agent) {
      broke('recorded-first', `call ${call.id} of ${agent} passed without a durable record`);
      return;
    }
    // Who is let through and cut in the same breath sends nothing.
    if (call.signal.aborted) return;
    if (stops.isStopped(agent, session)) broke('stop-holds', `${agent}/${session} passed`);
    if (durable.isKilled(agent, session)) broke('kill-switch-holds', `${agent}/${session} passed`);
    const watched = agents.get(agent)?.watched ?? {};
    const at = row.at;
    const isBudgeted = watched.tokensPerDay !== undefined;
    const reserved = isBudgeted ? reserve : tokens;
    const problem = spends.passed(agent, watched, { id: call.id, at, estimate: tokens, reserved });
    if (problem !== null) {
      broke(problem.startsWith('minute') ? 'minute-holds' : 'budget-holds', `${agent}: ${problem}`);
    }
    if (team.includes(agent) && spends.callsOn(team, at) > TEAM_CALLS) {
      broke('team-holds', `${spends.callsOn(team, at)} calls of ${TEAM_CALLS} passed`);
    }
  }

  async #useTools(process: Process, passed: PassedCall, tools: number): Promise<void> {
    const { tally, stops, broke } = this.#stage;
    const { agent, session, call } = passed;
    const refusal = await call.mayRun(tools);
    if (process.isDead) return;
    if (refusal !== null) tally.see('a tool was refused');
    else if (!call.signal.aborted && stops.isStopped(agent, session)) {
      broke('stop-holds', `a tool of ${agent}/${session} may run`);
    }
  }

  async #end(process: Process, passed: PassedCall, act: AskAct): Promise<void> {
    if (process.isDead) return;
    const { call, agent } = passed;
    process.calls.delete(passed);
    const isPaced = this.#stage.agents.get(agent)?.kind === 'paced';
    const used = isPaced ? act.tokens : Math.round(act.tokens * 1.2);
    const success = {
      status: 'SUCCESS',
      latencyMs: act.lastsMs,
      tokens: used,
      cachedTokens: 0,
    } as const;
    this.#stage.spends.used(agent, call.id, act.end === 'unheard' ? act.tokens : used);
    if (act.end === 'unheard') {
      const end = { ...success, status: 'PARTIAL', tokens: act.tokens, unheard: true } as const;
      await call.finish({ ...end, estimated: true, lost: true });
    } else if (act.end === 'failed') {
      await call.finish({ ...success, status: 'FAILED' });
    } else {
      const response = { toolCalls: act.tools, outputLength: 30, outputHash: `h${this.#steps}` };
      const first = call.finish({ ...success, response });
      if (act.end === 'twice') await call.finish({ ...success, tokens: 0 });
      await first;
    }
  }

  #work() {
    const result = `line ${this.#steps} of something new`;
    const args = { path: `file-${this.#steps}` };
    const event = { kind: 'tool', tool: 'read_file', args, result } as const;
    return { digests: [digestEvent(event)] };
  }

  #sawRefusal({ kind, reason }: GateRefusal): void {
    const { tally } = this.#stage;
    const isMinute = reason.includes('over all sessions');
    const isVeto = kind === kind.toUpperCase();
    const seen = isMinute ? "a call was refused by its agent's minute" : REFUSED[kind];
    if (seen !== undefined) tally.see(seen);
    else if (isVeto) tally.see('a call was refused by a veto');
  }
}
