/**
 * The gate: the only place that lets something through, and the only authority to stop and release.
 *
 * It owns the clock, the lines of all agents and the calls under way. Decisions are the core's; the gate records
 * them, waits until they are durable, and does what they say. Whatever it cannot decide, it refuses.
 */
import { errorWords } from '../base/error-words.ts';
import { EVERYBODY } from '../base/everybody.ts';
import { NO_LOG, type Log } from '../base/log.ts';
import { withDeadline } from '../base/node/deadline.ts';
import { present } from '../base/present.ts';
import type {
  AgentRecord,
  AgentState,
  HoldView,
  OperatorRecord,
  Admission,
  CallAsk,
  GatePort,
  GateRefusal,
} from '../core/index.ts';
import { Admissions } from './admissions.ts';
import type { AgentLine, Submitted } from './agent-line.ts';
import { viewAgent, viewUnreadable, type AgentView } from './agent-view.ts';
import { Clock } from './clock.ts';
import { EvidenceKeeper, type Witnessed } from './evidence/evidence-keeper.ts';
import type { Act, Acted, GateEvent, GateParts } from './gate-parts.ts';
import type { GateSignal } from './gate-signal.ts';
import { LineBook } from './line-book.ts';
import { OpenCalls } from './open-calls.ts';
import { unavailableRefusal, unknownRefusal } from './refusal-words.ts';
import { Refusals } from './refusals.ts';
import { RestKeeper } from './rest-keeper.ts';
import { Standing } from './standing.ts';
import { releases, StopMarks, type StopMark } from './stops/stop-marks.ts';
import { StopRecorder } from './stops/stop-recorder.ts';
import { ToolSightings, type ToolSeen } from './tool-sightings.ts';
import { Wakes } from './wakes.ts';

const STOP_WAIT_MS = 1_000;
const RECOVERY_MS = 500;
const stopping: ReadonlySet<string> = new Set(['deactivate', 'pause', 'stop-all']);

/** The gate. */
export class Gate implements GatePort {
  readonly clock: Clock;
  readonly #parts: GateParts;
  readonly #book: LineBook;
  readonly #calls = new OpenCalls();
  readonly #marks: StopMarks;
  readonly #stops: StopRecorder;
  readonly #everybody: AgentLine;
  readonly #wakes: Wakes;
  readonly #refusals: Refusals;
  readonly #evidence: EvidenceKeeper;
  readonly #admissions: Admissions;
  readonly #rests: RestKeeper;
  readonly #listeners = new Set<(event: GateEvent) => void>();
  readonly #standing: Standing;
  readonly #tools: ToolSightings;
  readonly #recovering = new Set<AgentLine>();
  readonly #log: Log;
  #closed = false;

  private constructor(parts: GateParts, clock: Clock, book: LineBook, everybody: AgentLine) {
    this.#parts = parts;
    this.clock = clock;
    this.#book = book;
    this.#everybody = everybody;
    this.#log = parts.log ?? NO_LOG;
    this.#marks = new StopMarks(parts.marksFolder, this.#log);
    this.#stops = new StopRecorder(
      this.#marks,
      (mark, isOwed) => this.#writeMark(mark, isOwed),
      this.#log,
    );
    this.#standing = new Standing({ clock, book, marks: this.#marks, everybody });
    this.#wakes = new Wakes(clock, (line, record) => this.#try(line, record));
    this.#refusals = new Refusals(clock, (line, record) => this.#try(line, record));
    this.#evidence = new EvidenceKeeper(parts.store, parts.capture, clock, this.#log);
    this.#tools = new ToolSightings({
      clock,
      record: (line, record) => this.#record(line, record),
      isProxied: (session) => this.#standing.isSeen(session),
    });
    this.#rests = new RestKeeper(clock, parts.governor ?? null);
    this.#admissions = new Admissions({
      clock,
      log: this.#log,
      calls: this.#calls,
      record: (line, record, patient) => this.#record(line, record, patient),
      standing: (line, call) => this.#standing.on(line, call),
      refusal: (line, session, holds) => this.#standing.refusal(line, session, holds),
      whom: (line, session) => this.#standing.whom(line, session),
      refused: (line, ask) => this.#refusals.count(line, ask),
    });
  }

  /** Opens the gate on a store: stops that were marked and never recorded are recorded first. */
  static async open(parts: GateParts): Promise<Gate> {
    const clock = new Clock(parts.time);
    const { store, constitution, coreVersion, forOneEvent = false } = parts;
    const heads = await store.heads();
    for (const { at } of heads) clock.catchUp(at);
    const book = new LineBook({ store, constitution, coreVersion, forOneEvent }, clock, heads);
    const gate = new Gate(parts, clock, book, await book.line(EVERYBODY));
    for (const mark of gate.#marks.all()) await gate.#stops.bring(mark);
    return gate;
  }

  async admit(ask: CallAsk): Promise<Admission> {
    const marked = this.#standing.mark(ask.agent, ask.session ?? null);
    if (marked !== null) return { allowed: false, refusal: marked };
    const line = await this.#enter(ask.agent);
    if (!('submit' in line)) return { allowed: false, refusal: line };
    this.#standing.seen(ask.session, ask.agent);
    const held = () => this.#standing.mark(ask.agent, ask.session ?? null) !== null;
    await this.#rests.rested(ask.agent, () => this.#closed || held() || ask.gone?.aborted === true);
    // A stop that came while it rested counts: nothing passes on what was true before.
    const since = this.#standing.mark(ask.agent, ask.session ?? null);
    if (since !== null) return { allowed: false, refusal: since };
    return this.#admissions.admit(line, ask);
  }

  async standing(agent: string, session?: string, thread?: string): Promise<GateRefusal | null> {
    const marked = this.#standing.mark(agent, session ?? null);
    if (marked !== null) return marked;
    const line = await this.#enter(agent);
    if (!('submit' in line)) return line;
    return this.#standing.on(line, { agent, session: session ?? null, thread: thread ?? null });
  }

  /** A person acts. A stop is in force at once, whatever the disk does; anything else when it is durable. */
  async operate(act: Act): Promise<Acted> {
    if (stopping.has(act.action)) return this.#stop(act);
    // Before any waiting: a stop that comes from now on is not what this act is about.
    const lifted = this.#marks.all().filter((mark) => releases(act, mark));
    const line = await this.#book.line(act.agent);
    // Not waited for: what people do is recorded in the order in which they did it.
    this.#introduce(line);
    return this.#stops.lift(lifted, async () => {
      const submitted = this.#record(line, this.#operatorRecord(act));
      await submitted.acknowledged;
      return { recorded: true, marked: true, cut: 0, notes: submitted.decision.safety.reason };
    });
  }

  /** A tool call that a hook or an adapter saw. The refusal that stands after it; null when none does. */
  async tool(seen: ToolSeen): Promise<GateRefusal | null> {
    const line = await this.#enter(seen.agent);
    if (!('submit' in line)) return line;
    await this.#tools.take(line, seen);
    return this.#standing.on(line, { ...seen, thread: seen.thread ?? null });
  }

  /** Everything that stands on a session, whatever its scope. */
  async holds(agent: string, session: string): Promise<readonly HoldView[]> {
    // Opening a line makes its agent known, and asking must not.
    if (!this.#book.isKnown(agent)) return [];
    const line = await this.#book.line(agent);
    return line.peek({ type: 'tick', timestamp: this.clock.now(), session }).holds;
  }

  /** The loop, a policy or a detector raises or lifts a hold, or has something noted. */
  async signal(raised: GateSignal): Promise<void> {
    const line = await this.#book.line(raised.agent);
    this.#introduce(line);
    const timestamp = this.clock.now();
    await this.#record(line, { ...raised, timestamp, type: 'signal' }).acknowledged;
  }

  /** Stops every agent, also those that are not there yet. */
  stopAll(by: string, why: string): Promise<Acted> {
    return this.operate({ agent: EVERYBODY, action: 'stop-all', by, why });
  }

  /** Lifts what `stopAll` raised, and nothing else. */
  resumeAll(by: string, why: string): Promise<Acted> {
    return this.operate({ agent: EVERYBODY, action: 'resume-all', by, why });
  }

  /** Registers an agent, whatever the registration says: a person's act. */
  async register(agent: string, by: string): Promise<void> {
    await this.#introduce(await this.#book.line(agent), by)?.acknowledged;
  }

  /** Every agent. */
  async agents(): Promise<readonly AgentView[]> {
    return Promise.all(this.#book.names().map((name) => this.agent(name)));
  }

  isKnown(agent: string): boolean {
    return this.#book.isKnown(agent);
  }

  /** Whether an agent has a session of this name; null while its records are not read. */
  hasSession(agent: string, session: string): boolean | null {
    const line = this.#book.opened(agent);
    return line === undefined ? null : Object.hasOwn(line.latest.sessions, session);
  }

  /** One agent as people see it; one whose journal cannot be read has a problem and nothing else. */
  async agent(name: string): Promise<AgentView> {
    const line = await this.#book.line(name).catch(String);
    if (typeof line === 'string') return viewUnreadable(name, line);
    const timestamp = this.clock.now();
    const ask = (session: string | null, thread?: string) =>
      line.peek({
        type: 'tick',
        timestamp,
        ...(session === null ? {} : { session }),
        ...present({ thread }),
      });
    const everybody = this.#everybody.peek({ type: 'tick', timestamp }).holds;
    // A stop that could not be recorded yet is in force, so it is shown.
    const marked = this.#standing.marked(name, null);
    const above = marked === null ? everybody : [marked, ...everybody];
    const viewed = { now: timestamp, values: this.#parts.constitution.values };
    return viewAgent(name, line.latest, ask, above, viewed, {
      open_calls: this.#calls.count(name),
      last_seen: line.seenAt,
      problem: line.problem?.message ?? null,
    });
  }

  /** What a person set for an agent. */
  async envelope(agent: string): Promise<AgentState['envelope']> {
    return (await this.#book.line(agent)).latest.envelope;
  }

  /** The stop of everybody, where it stands. */
  stopAllHold(): HoldView | null {
    const tick = { type: 'tick', timestamp: this.clock.now() } as const;
    const marked = this.#standing.marked(EVERYBODY, null);
    return (
      marked ?? this.#everybody.peek(tick).holds.find(({ hold }) => hold === 'stop_all') ?? null
    );
  }

  /** Keeps a text for explaining a stop, should one come. */
  witness(agent: string, seen: Witnessed): void {
    this.#evidence.take(agent, seen);
  }

  /** Calls a listener with every event once it is durable; returns how to stop that. */
  onEvent(listener: (event: GateEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What is under way. */
  get openCalls(): number {
    return this.#calls.count();
  }

  /** Records what is owed and lets go of the timers. The store is its owner's to close, after this. */
  close(): void {
    this.#closed = true;
    this.#stops.close();
    this.#refusals.flush();
    this.#wakes.close();
  }

  async #enter(agent: string): Promise<AgentLine | GateRefusal> {
    if (!this.#book.isKnown(agent) && this.#parts.registration === 'closed') {
      return unknownRefusal(agent);
    }
    try {
      const line = await this.#book.line(agent);
      if (line.problem !== null && !(await line.recover())) {
        return unavailableRefusal(this.#standing.whom(line, null), line.problem.message);
      }
      await this.#introduce(line)?.acknowledged;
      return line;
    } catch (error) {
      const problem = errorWords(error);
      return unavailableRefusal({ agent, session: null, refusal: 'error' }, problem);
    }
  }

  /** The first record of an agent gives it what is configured for it. */
  #introduce(line: AgentLine, by = 'tripwire'): Submitted | null {
    const { agent } = line;
    if (agent === EVERYBODY || line.latest.sequence > 0) return null;
    const act = { agent, action: 'configure', by, why: 'registered' } as const;
    const envelope = this.#parts.envelopeOf(agent);
    return this.#record(line, this.#operatorRecord({ ...act, envelope }));
  }

  #operatorRecord({ agent, session, action, by, why, target, envelope }: Act): OperatorRecord {
    return {
      type: 'operator',
      timestamp: this.clock.now(),
      agent,
      ...present({ session }),
      action,
      by,
      why,
      ...present({ target, envelope }),
    };
  }

  /** Judges and sends a record; what follows from the decision happens here and nowhere else. */
  #record(line: AgentLine, record: AgentRecord, patient = false): Submitted {
    const submitted = line.submit(record, patient);
    if (record.type !== 'tick') this.#rests.acted(line.agent);
    const { events, decision } = submitted;
    for (const { eventType, details, session, reason } of events) {
      const level = details['level'] === 'agent' ? null : session;
      if (eventType === 'kill_switch') this.#standing.killed(line.agent, level, reason);
    }
    if (events.some(({ eventType }) => eventType === 'hold')) this.#cut(line.agent);
    this.#wakes.plan(line, record, decision);
    submitted.acknowledged.then(
      () => this.#tell(line, submitted),
      (error: unknown) => {
        this.#log.error('store', 'writing the journal', error, { agent: line.agent });
        this.#recoverSoon(line);
      },
    );
    return submitted;
  }

  #try(line: AgentLine, record: AgentRecord): void {
    try {
      this.#record(line, record, true);
    } catch (error) {
      this.#log.warn('gate', 'recording what nobody waits for', error, { agent: line.agent });
      this.#recoverSoon(line);
    }
  }

  #tell(line: AgentLine, { events, seq }: Submitted): void {
    for (const event of events) {
      for (const listener of this.#listeners) {
        try {
          listener({ agent: line.agent, ...event });
        } catch (error) {
          // What happened is in the journal; who only wanted to hear of it must not end the gate.
          const { agent } = line;
          this.#log.error('gate', `telling of the event ${event.eventType}`, error, { agent });
        }
      }
    }
    this.#evidence.keep(line, seq, events);
  }

  /** Ends what is under way and may no longer be. */
  #cut(agent: string): number {
    return this.#calls.cut((call) => {
      const line = this.#standing.mayReach(agent, call) ? this.#book.opened(call.agent) : undefined;
      return line === undefined ? null : this.#standing.on(line, call);
    });
  }

  async #stop(act: Act): Promise<Acted> {
    const { agent, session = null, by, why } = act;
    const action = act.action as StopMark['action'];
    const mark: StopMark = { agent, session, action, by, why, at: this.clock.now() };
    const isMarked = this.#marks.put(mark);
    const cut = this.#cut(agent);
    const recorded = this.#stops.bring(mark);
    const isRecorded = await withDeadline(recorded, STOP_WAIT_MS, () => false);
    const lasting = isMarked
      ? 'in force; not yet recorded'
      : 'in force as long as this process runs: neither journal nor mark could be written';
    const notes = isRecorded ? 'recorded' : lasting;
    return { recorded: isRecorded, marked: isMarked, cut, notes };
  }

  async #writeMark(mark: StopMark, isOwed: () => boolean): Promise<boolean> {
    const { agent, session, action, by, why } = mark;
    const line = await this.#book.line(agent);
    if (line.problem !== null && !(await line.recover())) throw line.problem;
    if (!isOwed()) return false;
    this.#introduce(line);
    const act = { agent, ...(session === null ? {} : { session }), action, by, why };
    await this.#record(line, this.#operatorRecord(act)).acknowledged;
    return true;
  }

  /** Reads the head again until it can be read; meanwhile everything of this agent is refused. */
  #recoverSoon(line: AgentLine): void {
    if (this.#closed || this.#recovering.has(line) || line.problem === null) return;
    this.#recovering.add(line);
    setTimeout(() => {
      void this.#recover(line);
    }, RECOVERY_MS).unref();
  }

  async #recover(line: AgentLine): Promise<void> {
    const usable = await line.recover();
    this.#recovering.delete(line);
    if (!usable) this.#recoverSoon(line);
  }
}
