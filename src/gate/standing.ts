/**
 * What stands against a call at this moment: marks, holds of all agents, holds of its own, and a stop of its session
 * under another name.
 */
import { BoundedMap } from '../base/bounded-map.ts';
import { EVERYBODY } from '../base/everybody.ts';
import { strongestFirst } from '../core/holds/remedy.ts';
import { killSwitchOf, type AgentState, type HoldView, type GateRefusal } from '../core/index.ts';
import type { AgentLine } from './agent-line.ts';
import type { Clock } from './clock.ts';
import type { LineBook } from './line-book.ts';
import type { RunningCall } from './open-calls.ts';
import { holdRefusal, type Whom } from './refusal-words.ts';
import type { StopMarks } from './stops/stop-marks.ts';

/** What standing is read from. */
export interface StandingParts {
  readonly clock: Clock;
  readonly book: LineBook;
  readonly marks: StopMarks;
  readonly everybody: AgentLine;
}

type Address = Pick<RunningCall, 'agent' | 'session' | 'thread'>;

const HOMES_MAX = 10_000;
/** Where records belong that name no session or thread. */
const MAIN = 'main';
const markedHold = { deactivate: 'manual', pause: 'paused', 'stop-all': 'stop_all' } as const;

/** Reads what stands. */
export class Standing {
  readonly #parts: StandingParts;
  /** Under which agents a client's session was seen, so that another name is no way out. */
  readonly #homes = new BoundedMap<string, Set<string>>(HOMES_MAX);
  /** The whole reason of a stop by the kill switch; the hold itself keeps the beginning. */
  readonly #killReasons = new BoundedMap<string, string>(HOMES_MAX);

  constructor(parts: StandingParts) {
    this.#parts = parts;
  }

  /** The refusal that stands, by what is judged and by what is durable: a release counts when both agree. */
  on(line: AgentLine, call: Address): GateRefusal | null {
    const { agent, session } = call;
    const marked = this.marked(agent, session);
    const holds = [
      ...(marked === null ? [] : [marked]),
      ...this.#holdsOn(this.#parts.everybody, null, null),
      ...this.#holdsOn(line, session, call.thread),
    ];
    if (holds.length > 0) return this.refusal(line, session, holds);
    return session === null ? null : this.#elsewhere(agent, session);
  }

  /** A stop that is marked and perhaps not recorded yet, as a hold. */
  marked(agent: string, session: string | null): HoldView | null {
    const { marks } = this.#parts;
    const mark = marks.find(agent, session) ?? marks.find(EVERYBODY, null);
    if (mark === null) return null;
    return {
      by: mark.by,
      hold: markedHold[mark.action],
      level: mark.session === null ? 'agent' : 'session',
      liftedBy: 'a person',
      scope: 'all',
      since: mark.at,
      why: mark.why,
    };
  }

  /** The refusal of such a stop. */
  mark(agent: string, session: string | null): GateRefusal | null {
    const view = this.marked(agent, session);
    if (view === null) return null;
    const line = this.#parts.book.opened(agent);
    if (line === undefined) return holdRefusal({ agent, session, refusal: 'error' }, view);
    // What stands besides is named too: lifting the mark alone would not let it work.
    return this.on(line, { agent, session, thread: null });
  }

  /** The refusal of holds of this line, the strongest first, each kind once. */
  refusal(line: AgentLine, session: string | null, holds: readonly HoldView[]): GateRefusal {
    const isFirst = (hold: HoldView, at: number) =>
      holds.findIndex((one) => one.hold === hold.hold && one.level === hold.level) === at;
    const [strongest, ...weaker] = strongestFirst(holds.filter(isFirst)).map((hold) =>
      this.#withWholeReason(line, session, hold),
    );
    if (strongest === undefined) throw new Error('a refusal needs a hold');
    return holdRefusal(this.whom(line, session), strongest, weaker);
  }

  #withWholeReason(line: AgentLine, session: string | null, hold: HoldView): HoldView {
    if (hold.hold !== 'kill_switch') return hold;
    const key = JSON.stringify([line.agent, hold.level === 'agent' ? null : session]);
    const why = this.#killReasons.get(key);
    return why === undefined ? hold : { ...hold, why };
  }

  whom(line: AgentLine, session: string | null): Whom {
    const { refusal } = killSwitchOf(line.latest.envelope);
    return { agent: line.agent, session, refusal };
  }

  /** A session was seen under this agent's name. */
  seen(session: string | undefined, agent: string): void {
    if (session === undefined) return;
    const homes = this.#homes.get(session) ?? new Set();
    homes.add(agent);
    this.#homes.set(session, homes);
  }

  /** Whether model calls of this session were asked for here, under whatever name. */
  isSeen(session: string): boolean {
    return this.#homes.has(session);
  }

  /** Whether a stop of this agent may reach this call: its own, everybody's, or one of a session it shares. */
  mayReach(agent: string, call: Address): boolean {
    if (agent === EVERYBODY || agent === call.agent) return true;
    return call.session !== null && this.#homes.get(call.session)?.has(agent) === true;
  }

  /** The kill switch stopped an agent, or one of its sessions. */
  killed(agent: string, session: string | null, reason: string): void {
    this.#killReasons.set(JSON.stringify([agent, session]), reason);
  }

  /** The holds that bind everything; by both states, where they differ. */
  #holdsOn(line: AgentLine, session: string | null, thread: string | null): readonly HoldView[] {
    const tick = {
      type: 'tick',
      timestamp: this.#parts.clock.now(),
      ...(session === null ? {} : { session }),
      ...(thread === null ? {} : { thread }),
    } as const;
    const states = line.latest === line.durable ? [line.latest] : [line.latest, line.durable];
    return states
      .filter((state) => mayHold(state, session, thread))
      .flatMap((state) => line.peek(tick, state).holds.filter(({ scope }) => scope === 'all'));
  }

  /** A session that was stopped under another agent's name stays stopped under this one. */
  #elsewhere(agent: string, session: string): GateRefusal | null {
    for (const home of this.#homes.get(session) ?? []) {
      if (home === agent) continue;
      const marked = this.mark(home, session);
      if (marked !== null) return marked;
      const line = this.#parts.book.opened(home);
      const holds = line === undefined ? [] : this.#holdsOn(line, session, null);
      if (line !== undefined && holds.length > 0) return this.refusal(line, session, holds);
    }
    return null;
  }
}

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
