/**
 * How something is let through: `admit` is the list of what must hold, in order. A veto is waited for, a hold refuses.
 *
 * Above the recorder and the standing; it knows nothing of whoever asks. Every wait goes through `Passage.after`, so
 * that what was true before a wait is asked again after it.
 */
import type {
  Admission,
  CallAsk,
  GateRefusal,
  MadeCall,
  OpenCall,
  Purpose,
} from '../core/index.ts';
import { refused, type Asking, type Passed } from './asking.ts';
import { settleCall } from './call-end.ts';
import { CallIds } from './call-ids.ts';
import { admitRecord, toolsRecord } from './call-records.ts';
import type { Outcome } from './chain/chain-judging.ts';
import type { Governor } from './governor.ts';
import type { AgentMinutes, Asked } from './limits/agent-minute.ts';
import { OwnLimits } from './limits/own-limits.ts';
import type { OpenCalls } from './open-calls.ts';
import { Passage } from './passage.ts';
import type { Recorder } from './recorder.ts';
import {
  budgetRefusal,
  modelRefusal,
  paceRefusal,
  unreadRefusal,
  vetoRefusal,
  whomOf,
} from './refusal-words.ts';
import type { Refusals } from './refusals.ts';
import type { JudgeSaving } from './save-under-grace.ts';
import type { Opinions } from './second-opinions.ts';
import type { Shadows } from './shadows.ts';
import type { Standing } from './standing.ts';
import type { Teams } from './teams/teams.ts';
import { bindingHolds, toolPurpose } from './tool-purpose.ts';
import { passesAt, type Waiting, type Waits } from './waits.ts';

/** What admissions are made of. */
export interface AdmissionParts {
  readonly recorder: Recorder;
  readonly standing: Standing;
  readonly calls: OpenCalls;
  readonly waits: Waits;
  readonly governor: Governor;
  readonly refusals: Refusals;
  readonly minutes: AgentMinutes;
  readonly teams: Teams;
  readonly shadows: Shadows;
  readonly opinions: Opinions;
  readonly isSaving: JudgeSaving;
  /** Of several that write the same journal; null for one that is alone. */
  readonly node: string | null;
}

const WAIT_STEP_MAX_MS = 1_000;

/** Lets calls through, one at a time for each question and many at once. */
export class Admissions {
  readonly #parts: AdmissionParts;
  readonly #ids: CallIds;
  readonly #limits: OwnLimits;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
    this.#ids = new CallIds(parts.recorder.clock, parts.node);
    this.#limits = new OwnLimits(parts);
  }

  /**
   * Known, recovered, rested, heard, not held, readable, allowed, room for compaction, within budget and the agent's
   * minute; then recorded, and still not held.
   */
  async admit(ask: CallAsk): Promise<Admission> {
    const { calls, refusals, standing, teams } = this.#parts;
    const way = new Passage(standing, ask);
    const id = this.#ids.next();
    const spends = { tokens: ask.estimateTokens, toolCalls: 0 };
    const refusal =
      way.refusal() ??
      this.#known(way) ??
      (await this.#recovered(way)) ??
      (await this.#rested(way)) ??
      (await this.#heard(way)) ??
      way.refusal() ??
      this.#readable(way) ??
      this.#allowed(way) ??
      this.#roomForCompaction(way) ??
      this.#limits.budgetRefusal(way) ??
      (await this.#withinTeam(way, id)) ??
      (await this.#withinMinute(way, spends));
    if (refusal !== null) {
      if (way.hasEntered) refusals.count(way.chain, way.ask, refusal);
      await this.#notPassed(way, id);
      return { allowed: false, refusal };
    }
    calls.add(way.call);
    this.#witness(way);
    const passed = await this.#recorded(way, {
      purpose: ask.purpose,
      spends,
      recordAt: (timestamp, isFirst) => admitRecord(id, way.ask, { timestamp, isFirst }),
      fits: () => teams.problem(way),
    });
    if (passed.kind === 'passed') {
      way.call.isPaidFor = true;
      return { allowed: true, call: this.#openCall(id, way, passed.at) };
    }
    calls.remove(way.call);
    await this.#notPassed(way, id);
    return { allowed: false, refusal: passed.refusal };
  }

  /** Ends what is under way and may no longer be, when something of this agent changed. */
  cut(agent: string): number {
    const { calls, standing, recorder } = this.#parts;
    return calls.cut((call) => {
      const chain = standing.mayReach(agent, call) ? recorder.chains.opened(call.agent) : undefined;
      return chain === undefined ? null : standing.refusalFor(chain, call);
    });
  }

  #known({ ask }: Passage): GateRefusal | null {
    return this.#parts.recorder.unknown(ask.agent);
  }

  /** Its chain is open, readable and begun; for most calls it is already. */
  #recovered(way: Passage): Promise<GateRefusal | null> | GateRefusal | null {
    const { recorder } = this.#parts;
    const chain = recorder.ready(way.ask.agent);
    const { agent } = way.ask;
    const shares = this.#parts.teams.concerns(way.ask);
    if (chain !== null) return way.enter({ kind: 'entered', chain }, shares);
    return way.after(() => recorder.enter(agent).then((entered) => way.enter(entered, shares)));
  }

  #rested(way: Passage): Promise<GateRefusal | null> | null {
    const { governor, recorder } = this.#parts;
    const { agent, gone } = way.ask;
    if (!governor.governs(agent)) return null;
    const isOver = () => recorder.isClosed || gone?.aborted === true || way.refusal() !== null;
    return way.after(() => governor.rested(agent, isOver));
  }

  /** A model is being asked whether this conversation makes progress: its answer counts before the next step does. */
  #heard(way: Passage): Promise<GateRefusal | null> | null {
    const { agent, session, thread } = way.call;
    const pending = this.#parts.opinions.pending(agent, session, thread);
    return pending === null ? null : way.after(() => pending);
  }

  #readable({ ask, chain, call }: Passage): GateRefusal | null {
    return ask.unread === undefined ? null : unreadRefusal(whomOf(chain, call.session), ask.unread);
  }

  #allowed({ ask, chain, call }: Passage): GateRefusal | null {
    if (ask.unallowed === undefined) return null;
    return modelRefusal(whomOf(chain, call.session), ask.unallowed.model);
  }

  /** While a compaction is demanded, a client that can be made to compact is told so instead of asking the model. */
  #roomForCompaction({ ask, chain, call }: Passage): GateRefusal | null {
    if (ask.compacts !== true || ask.purpose !== 'step') return null;
    const { standing } = this.#parts;
    const demanded = standing.compactionDemand(chain, call);
    return demanded === undefined ? null : standing.refusal(chain, call.session, [demanded]);
  }

  /** Where nodes share the budgets of its teams, it has claimed its room in them afterwards. */
  #withinTeam(way: Passage, id: string): Promise<GateRefusal | null> | null {
    return this.#parts.teams.room(way, id);
  }

  #notPassed(way: Passage, id: string): Promise<void> {
    return this.#parts.teams.forget(way, id);
  }

  /** What a person set for the agent binds all its sessions together; it is waited for like a veto. */
  #withinMinute(
    way: Passage,
    asked: Asked,
    deadline = this.#parts.recorder.clock.now() + way.ask.waitMs,
  ): Promise<GateRefusal | null> | null {
    return this.#limits.minuteProblem(way, asked) === null
      ? null
      : this.#waited(way, asked, deadline);
  }

  async #waited(way: Passage, asked: Asked, deadline: number): Promise<GateRefusal | null> {
    const { clock } = this.#parts.recorder;
    for (;;) {
      const found = this.#limits.minuteProblem(way, asked);
      if (found === null) return null;
      if (clock.now() >= deadline || way.ask.gone?.aborted === true) {
        return paceRefusal(whomOf(way.chain, way.call.session), found);
      }
      const until = this.#limits.minuteFitsAt(way, asked, deadline);
      const ended = await this.#sleep(way, deadline, {
        until,
        veto: found.code,
        reason: `${found.code}: ${found.why}`,
      });
      if (ended !== null) return ended;
    }
  }

  /** Waits until a time, a second at most, where people can see it. */
  #sleep(way: Passage, until: number, waiting: Waiting): Promise<GateRefusal | null> {
    const { clock } = this.#parts.recorder;
    const nowMs = clock.now();
    const end = this.#parts.waits.begin(way.call, waiting, nowMs);
    const ms = Math.min(until - nowMs, WAIT_STEP_MAX_MS);
    return way.sleep(ms).finally(() => end(clock.now()));
  }

  /** Asks until it may pass, a hold stands, or the wait is over. What passes is durable, and nothing stands by then. */
  async #recorded(way: Passage, { purpose, spends, recordAt, fits }: Asking): Promise<Passed> {
    const { recorder, standing } = this.#parts;
    const { clock } = recorder;
    const { chain, call } = way;
    const { waitMs, gone } = way.ask;
    const whom = whomOf(chain, call.session);
    const deadline = clock.now() + waitMs;
    this.#limits.reportMinute(way, spends);
    let isFirst = true;
    for (;;) {
      // Nothing is waited for between this and the record: of two calls at once only one takes the last of a minute.
      while (this.#limits.minuteProblem(way, spends) !== null) {
        const early = await this.#withinMinute(way, spends, deadline);
        if (early !== null) return refused(early);
      }
      const now = clock.now();
      if (isFirst || chain.peek(recordAt(now, false)).safety.allowed) {
        const judged: { outcome: Outcome | null } = { outcome: null };
        const unfit = fits?.() ?? null;
        if (unfit !== null) return refused(unfit);
        // Where another process was faster, all that was asked before is asked again.
        const applies = () =>
          way.refusal() === null && this.#limits.minuteProblem(way, spends) === null && !fits?.();
        const record = recordAt(now, isFirst);
        const ended = await way.after(() =>
          recorder.record(chain, record, { applies }).acknowledged.then((outcome) => {
            judged.outcome = outcome;
            return null;
          }),
        );
        if (ended !== null) return refused(ended);
        const { outcome } = judged;
        if (outcome === null) continue;
        if (outcome.decision.safety.allowed) return { kind: 'passed', at: outcome.at };
        isFirst = false;
      }
      const asked = chain.peek(recordAt(clock.now(), false));
      const holds = bindingHolds(asked.holds, purpose, spends.call !== undefined);
      if (holds.length > 0) return refused(standing.refusal(chain, call.session, holds));
      if (asked.budget !== undefined) {
        return refused(budgetRefusal(whom, asked.budget, asked.safety.reason));
      }
      if (clock.now() >= deadline || gone?.aborted === true) {
        return refused(vetoRefusal(whom, asked.safety));
      }
      const until = passesAt((at) => chain.peek(recordAt(at, false)), asked, deadline);
      const { vetoReason: veto = 'COOLDOWN_ACTIVE', reason } = asked.safety;
      const wakeAt = Math.min(asked.wakeAt ?? Infinity, deadline);
      const ended = await this.#sleep(way, wakeAt, { until, veto, reason });
      if (ended !== null) return refused(ended);
    }
  }

  /** Before it is judged: the step that a stop is for is part of what led to it. */
  #witness({ ask, call: { session, thread } }: Passage): void {
    for (const text of ask.texts ?? []) {
      this.#parts.recorder.witness(ask.agent, { session, thread, ...text });
    }
  }

  #openCall(id: string, way: Passage, admittedAt: number): OpenCall {
    let finished: Promise<void> | null = null;
    const { waits } = this.#parts;
    return {
      id,
      get signal() {
        return way.signal();
      },
      get waited() {
        return waits.waited(way.call);
      },
      mayRun: async (calls, made) => {
        const purpose = await this.#toolPurpose(way, made);
        const passed = await this.#recorded(way, {
          purpose,
          spends: { tokens: 0, toolCalls: calls, call: id },
          recordAt: (timestamp) => toolsRecord(id, way.ask, { calls, purpose, timestamp }),
        });
        return passed.kind === 'passed' ? null : passed.refusal;
      },
      finish: (end) => {
        finished ??= settleCall(this.#parts, way, { id, admittedAt, end });
        return finished;
      },
    };
  }

  #toolPurpose(way: Passage, made: readonly MadeCall[] | undefined): Promise<Purpose> {
    return toolPurpose(this.#parts.standing, this.#parts.isSaving, way, made);
  }
}
