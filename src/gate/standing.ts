/**
 * What stands against a call at this moment: marks, holds of all agents, holds of its own, and a stop of its session
 * under another name.
 */
import { BoundedMap } from '../base/bounded-map.ts';
import { EVERYBODY } from '../base/everybody.ts';
import { MAIN, REPORTED_SESSION } from '../base/main-name.ts';
import { present } from '../base/present.ts';
import { strongestFirst } from '../core/holds/remedy.ts';
import {
  graceFrom,
  isRunning,
  type AgentState,
  type GateRefusal,
  type HoldView,
  type TickRecord,
} from '../core/index.ts';
import { isBudgetPause, sayBudget } from '../core/spending/index.ts';
import type { AgentChain } from './chain/agent-chain.ts';
import type { GateParts, ServingTurn } from './gate-parts.ts';
import type { RunningCall } from './open-calls.ts';
import type { Recorder } from './recorder.ts';
import { budgetRefusal, holdRefusal, unavailableRefusal, whomOf } from './refusal-words.ts';
import { HOLD_OF_STOP, type StopMarks } from './stops/stop-marks.ts';
import { homeOf, type StopTitles } from './stops/stop-titles.ts';

/** What standing reads of the recorder. */
type Records = Pick<Recorder, 'clock' | 'chains' | 'everybody'>;

type Address = Pick<RunningCall, 'agent' | 'session' | 'thread'> &
  /** Whether it may pass under a grace; how many calls are left of it is judged when it is recorded. */
  Partial<Pick<RunningCall, 'saves' | 'isPaidFor' | 'parent'>>;

const HOMES_MAX = 10_000;

/** Reads what stands. */
export class Standing {
  readonly #records: Records;
  readonly #marks: StopMarks;
  /** Under which agents a client's session was seen, so that another name is no way out. */
  readonly #homes = new BoundedMap<string, Set<string>>(HOMES_MAX);
  /** Sessions whose model calls were asked for here. */
  readonly #asked = new BoundedMap<string, true>(HOMES_MAX);
  /** Agents whose model calls were asked for here without a session. */
  readonly #unnamed = new BoundedMap<string, true>(HOMES_MAX);
  readonly #titles: StopTitles;
  readonly #turn: ServingTurn | null;
  readonly #linkOf: (incident: string) => string | null;

  constructor(
    records: Records,
    marks: StopMarks,
    titles: StopTitles,
    { turn, incidentLink }: Pick<GateParts, 'turn' | 'incidentLink'> = {},
  ) {
    this.#linkOf = incidentLink ?? (() => null);
    this.#records = records;
    this.#marks = marks;
    this.#titles = titles;
    this.#turn = turn ?? null;
  }

  /** The refusal of everything while it is not this process's turn; null while it is. */
  turnRefusal({ agent, session }: Pick<Address, 'agent' | 'session'>): GateRefusal | null {
    const problem = this.#turn?.problem() ?? null;
    if (problem === null) return null;
    const chain = this.#records.chains.opened(agent);
    const whom =
      chain === undefined ? { agent, session, refusal: 'error' as const } : whomOf(chain, session);
    return unavailableRefusal(whom, problem);
  }

  /** The refusal that stands, by what is judged and by what is durable: a release counts when both agree. */
  refusalFor(chain: AgentChain, call: Address): GateRefusal | null {
    const { agent, session, saves = false, isPaidFor = false } = call;
    const notServing = this.turnRefusal(call);
    if (notServing !== null) return notServing;
    const marked = this.#marks.isEmpty ? null : this.markAsHold(agent, session, call);
    const ofAll = this.#holdsOn(this.#records.everybody, null, null);
    const own = [...this.#holdsOn(chain, session, call.thread), ...this.#familyHolds(chain, call)];
    // Each call asks several times, and nearly always nothing stands.
    if (marked !== null || ofAll.length > 0 || own.length > 0) {
      const standing = [...(marked === null ? [] : [marked]), ...ofAll, ...own];
      const holds = standing.filter(
        (one) => !(saves && one.grace !== undefined) && !(isPaidFor && isBudgetPause(one)),
      );
      if (holds.length > 0) return this.refusal(chain, session, holds, call.thread);
    }
    const spent = saves ? null : this.#spentBudget(chain, session);
    if (spent !== null) return spent;
    return session === null ? null : this.#elsewhere(agent, session, call.thread);
  }

  /** Whether something stands against a call that leaves room for saving. */
  isWindingDown(chain: AgentChain, call: Address): boolean {
    const isHeld = this.refusalFor(chain, { ...call, saves: false }) !== null;
    return isHeld && this.refusalFor(chain, { ...call, saves: true }) === null;
  }

  /** A budget that is spent, as long as its grace lasts: until then tools may only save. */
  #spentBudget(chain: AgentChain, session: string | null): GateRefusal | null {
    const { budgetGrace } = chain.latest;
    if (budgetGrace === undefined) return null;
    if (!isRunning(budgetGrace, this.#records.clock.now())) return null;
    const { left, until, report } = budgetGrace;
    return budgetRefusal(whomOf(chain, session), report, sayBudget(report), { left, until });
  }

  /** A stop that is marked and perhaps not recorded yet, as a hold. */
  markAsHold(
    agent: string,
    session: string | null,
    { thread = null, parent }: Partial<Pick<Address, 'thread' | 'parent'>> = {},
  ): HoldView | null {
    const above = parent === undefined ? null : this.#marks.find(agent, session, parent);
    const mark =
      this.#marks.find(agent, session, thread ?? MAIN) ??
      (above?.family === true ? above : null) ??
      this.#marks.find(EVERYBODY, null);
    if (mark === null) return null;
    const { grace } = graceFrom(mark.grace, mark.at);
    return {
      by: mark.by,
      ...(isRunning(grace, this.#records.clock.now()) ? { grace } : {}),
      ...present({ family: mark.family }),
      hold: HOLD_OF_STOP[mark.action],
      level: mark.session === null ? 'agent' : mark.thread === undefined ? 'session' : 'thread',
      liftedBy: 'a person',
      scope: 'all',
      since: mark.at,
      ...present({ turn: mark.turn }),
      why: mark.why,
    };
  }

  /** What binds an agent from above: the holds of all agents, and before them a stop that is not recorded yet. */
  everybodyHolds(agent: string = EVERYBODY): readonly HoldView[] {
    return this.aboveEach()(agent);
  }

  /** The same for one agent after the other at this moment: what binds all of them is asked once. */
  aboveEach(): (agent: string) => readonly HoldView[] {
    const { holds } = this.#records.everybody.peek(this.#tick(null, null));
    return (agent) => {
      const marked = this.#marks.isEmpty ? null : this.markAsHold(agent, null);
      return marked === null ? holds : [marked, ...holds];
    };
  }

  /** The refusal of such a stop. */
  markRefusal(
    agent: string,
    session: string | null,
    thread: string | null = null,
  ): GateRefusal | null {
    const view = this.markAsHold(agent, session, { thread });
    if (view === null) return this.turnRefusal({ agent, session });
    const chain = this.#records.chains.opened(agent);
    if (chain === undefined) {
      return holdRefusal({ agent, session, thread, refusal: 'error' }, view);
    }
    // What stands besides is named too: lifting the mark alone would not let it work.
    return this.refusalFor(chain, { agent, session, thread });
  }

  /** The refusal of holds of this chain, the strongest first, each kind once. */
  refusal(
    chain: AgentChain,
    session: string | null,
    holds: readonly HoldView[],
    thread: string | null = null,
  ): GateRefusal {
    const isFirst = (hold: HoldView, at: number) =>
      holds.findIndex((one) => one.hold === hold.hold && one.level === hold.level) === at;
    const [strongest, ...weaker] = strongestFirst(holds.filter(isFirst)).map((hold) =>
      this.#titles.whole(homeOf(chain.agent, hold), session, hold),
    );
    if (strongest === undefined) throw new Error('a refusal needs a hold');
    const incident = this.#titles.incident(homeOf(chain.agent, strongest), session, strongest);
    const link = incident === null ? null : this.#linkOf(incident);
    const refusal = holdRefusal({ ...whomOf(chain, session), thread }, strongest, weaker);
    return link === null ? refusal : { ...refusal, link };
  }

  /** A session was seen under this agent's name. */
  seen(session: string | undefined, agent: string): void {
    if (session === undefined) {
      this.#unnamed.set(agent, true);
      return;
    }
    this.#asked.set(session, true);
    this.#home(session, agent);
  }

  /** The sessions of an agent that was stopped by another process, which may have seen them: as its journal tells. */
  learn({ agent, latest }: AgentChain): void {
    for (const session of Object.keys(latest.sessions)) {
      if (session !== MAIN && session !== REPORTED_SESSION) this.#home(session, agent);
    }
  }

  #home(session: string, agent: string): void {
    const homes = this.#homes.get(session) ?? new Set();
    homes.add(agent);
    this.#homes.set(session, homes);
  }

  /** Whether model calls of this session were asked for here, under whatever name. */
  isSeen(session: string): boolean {
    return this.#asked.has(session);
  }

  /** Whether model calls of this agent were asked for here that named no session. */
  asksUnnamed(agent: string): boolean {
    return this.#unnamed.has(agent);
  }

  /** Whether a stop of this agent may reach this call: its own, everybody's, or one of a session it shares. */
  mayReach(agent: string, call: Address): boolean {
    if (agent === EVERYBODY || agent === call.agent) return true;
    return call.session !== null && this.#homes.get(call.session)?.has(agent) === true;
  }

  /** The compaction that is demanded of a conversation, where one is. */
  compactionDemand(chain: AgentChain, call: Address): HoldView | undefined {
    return this.#peek(chain, call).find(({ hold }) => hold === 'compaction');
  }

  /** The holds that bind the tools of a call, and nothing else. */
  toolHolds(chain: AgentChain, call: Address): readonly HoldView[] {
    return this.#peek(chain, call).filter(({ scope }) => scope === 'tools');
  }

  #peek(chain: AgentChain, { session, thread }: Address): readonly HoldView[] {
    return chain.peek(this.#tick(session, thread)).holds;
  }

  #tick(session: string | null, thread: string | null): TickRecord {
    return {
      type: 'tick',
      timestamp: this.#records.clock.now(),
      ...(session === null ? {} : { session }),
      ...(thread === null ? {} : { thread }),
    };
  }

  /** The holds that bind everything; by both states, where they differ. */
  #holdsOn(chain: AgentChain, session: string | null, thread: string | null): readonly HoldView[] {
    const { latest, durable } = chain;
    // Asked several times for each call, and on most nothing stands.
    const isFree = !mayHold(latest, session, thread);
    if (isFree && (latest === durable || !mayHold(durable, session, thread))) return NO_HOLDS;
    const tick = this.#tick(session, thread);
    const states = latest === durable ? [latest] : [latest, durable];
    return states
      .filter((state) => mayHold(state, session, thread))
      .flatMap((state) => chain.peek(tick, state).holds.filter(({ scope }) => scope === 'all'));
  }

  /** What stands on whoever started this conversation, and on all that one starts. */
  #familyHolds(chain: AgentChain, { session, parent }: Address): readonly HoldView[] {
    if (parent === undefined) return NO_HOLDS;
    return this.#holdsOn(chain, session, parent).filter(
      ({ level, family }) => level === 'thread' && family === true,
    );
  }

  /**
   * A session that was stopped under another agent's name stays stopped under this one. Many agents may have a session of
   * one name, so only those on which something stands are looked at.
   */
  #elsewhere(agent: string, session: string, thread: string | null): GateRefusal | null {
    const homes = this.#homes.get(session);
    if (homes === undefined) return null;
    for (const { agent: home } of this.#marks.all()) {
      if (home === agent || !homes.has(home)) continue;
      const marked = this.markRefusal(home, session, thread);
      if (marked !== null) return withoutGrace(marked);
    }
    for (const home of this.#records.chains.held(homes)) {
      const chain = home === agent ? undefined : this.#records.chains.opened(home);
      const holds = chain === undefined ? [] : this.#holdsOn(chain, session, thread);
      // What is saved under another name would be counted nowhere, so there is no grace.
      if (chain !== undefined && holds.length > 0) {
        return withoutGrace(this.refusal(chain, session, holds, thread));
      }
    }
    return null;
  }
}

const NO_HOLDS: readonly HoldView[] = Object.freeze([]);

/** Whether any hold stands on this way down; most of the time none does, and the core need not be asked. */
function mayHold(state: AgentState, session: string | null, thread: string | null): boolean {
  if (state.holds.length > 0) return true;
  const within = Object.hasOwn(state.sessions, session ?? MAIN)
    ? state.sessions[session ?? MAIN]
    : undefined;
  if (within === undefined) return false;
  if (within.holds.length > 0) return true;
  const own = Object.hasOwn(within.threads, thread ?? MAIN)
    ? within.threads[thread ?? MAIN]
    : undefined;
  return own !== undefined && own.holds.length > 0;
}

function withoutGrace(refusal: GateRefusal): GateRefusal {
  const { grace: _, ...strict } = refusal;
  return strict;
}
