/**
 * The gate: the only place that lets something through, and the only authority to stop and release. This is its face:
 * the recorder is below, the standing beside it, admissions are on top.
 *
 * Decisions are the core's. The gate records them, waits until they are durable, and does what they say. Whatever it
 * cannot decide, it refuses.
 */
import { BoundedMap } from '../base/bounded-map.ts';
import { EVERYBODY } from '../base/everybody.ts';
import { redactSecrets } from '../base/secrets/redact-secrets.ts';
import { storableText } from '../base/storable-text.ts';
import type {
  Admission,
  AgentRecord,
  AgentState,
  CallAsk,
  GatePort,
  GateRefusal,
  HoldView,
  ToldWay,
} from '../core/index.ts';
import type { AgentHead, StoredEvent } from '../store/index.ts';
import { Admissions } from './admissions.ts';
import { actOnChanges } from './changed-elsewhere.ts';
import type { Clock } from './clock.ts';
import type { Witnessed } from './evidence/evidence-keeper.ts';
import { followRecords } from './followed-records.ts';
import type { Act, Acted, GateEvent, GateParts } from './gate-parts.ts';
import type { GateSignal } from './gate-signal.ts';
import { Governor } from './governor.ts';
import { recordAction, type GrantedAction } from './granted-actions.ts';
import { AgentMinutes } from './limits/agent-minute.ts';
import { OpenCalls } from './open-calls.ts';
import { Recorder } from './recorder.ts';
import { Refusals } from './refusals.ts';
import type { ReportedStep } from './reports.ts';
import { saveUnderGrace, type SaveAsked } from './save-under-grace.ts';
import type { Opinions } from './second-opinions.ts';
import { Shadows, type WouldHave } from './shadows.ts';
import { Standing } from './standing.ts';
import { Steers, type SteerPlace } from './steers.ts';
import { hasPlace } from './stops/known-place.ts';
import { endTurnStops, mayHoldTurn } from './stops/next-prompt.ts';
import { OperatorActs } from './stops/operator-acts.ts';
import { StopMarks } from './stops/stop-marks.ts';
import { anyHeld, StopTitles } from './stops/stop-titles.ts';
import type { NamedAsk } from './teams/team-asks.ts';
import { Teams } from './teams/teams.ts';
import { HookMoney } from './told/hook-money.ts';
import type { HookSubagents } from './told/hook-subagents.ts';
import { ToolSightings, type ToolSeen } from './tool-sightings.ts';
import type { AgentView, HeldView } from './view/agent-view.ts';
import type { AgentViews } from './view/agent-views.ts';
import type { AgentGlance } from './view/glances.ts';
import { Waits } from './waits.ts';

/** Agents whose client is remembered. */
const CLIENTS_MAX = 20_000;
const DONE = Promise.resolve();
/** A gate that asks no model. */
const NO_OPINIONS: Opinions = { consider: () => undefined, pending: () => null };

/** The gate. */
export class Gate implements GatePort {
  readonly clock: Clock;
  readonly #parts: GateParts;
  readonly #recorder: Recorder;
  readonly #standing: Standing;
  readonly #titles: StopTitles;
  readonly #steers: Steers;
  readonly #refusals: Refusals;
  readonly calls = new OpenCalls();
  readonly #waits = new Waits();
  readonly #clients = new BoundedMap<string, string>(CLIENTS_MAX);
  readonly #admissions: Admissions;
  readonly #acts: OperatorActs;
  readonly #tools: ToolSightings;
  readonly hookMoney: HookMoney;
  #hookSubagents: HookSubagents | null = null;
  readonly #shadows: Shadows;
  readonly #teams: Teams;
  /** Loaded when somebody looks: a hook never does. */
  readonly #views: () => Promise<AgentViews>;

  private constructor(parts: GateParts, recorder: Recorder, heads: readonly AgentHead[]) {
    const marks = new StopMarks(parts.marksFolder, parts.log, parts.spareMarks);
    this.clock = recorder.clock;
    this.#parts = parts;
    this.#recorder = recorder;
    this.#titles = new StopTitles(parts.store, recorder.log);
    this.#steers = new Steers(recorder, parts.steers ?? (() => true));
    this.#standing = new Standing(recorder, marks, this.#titles, parts);
    const governor = new Governor(recorder.clock, parts.governor ?? null);
    this.#refusals = new Refusals(recorder);
    const minutes = new AgentMinutes();
    this.#shadows = new Shadows(recorder);
    const teams = (this.#teams = new Teams({
      store: parts.store,
      heads,
      teams: parts.teams ?? (() => []),
      shared: parts.shared ?? null,
      clock: recorder.clock,
      shadows: this.#shadows,
      log: recorder.log,
    }));
    const opinions = parts.opinions?.(recorder) ?? NO_OPINIONS;
    this.#admissions = new Admissions({
      recorder,
      standing: this.#standing,
      calls: this.calls,
      waits: this.#waits,
      governor,
      refusals: this.#refusals,
      minutes,
      teams,
      shadows: this.#shadows,
      opinions,
      isSaving: parts.isSaving ?? (() => false),
      node: parts.shared?.node ?? null,
    });
    const viewed = {
      recorder,
      standing: this.#standing,
      titles: this.#titles,
      teams,
      calls: this.calls,
      waits: this.#waits,
      values: parts.constitution.values,
    };
    let views: AgentViews | null = null;
    this.#views = async () => {
      const { AgentViews } = await import('./view/agent-views.ts');
      return (views ??= new AgentViews(viewed));
    };
    this.#acts = new OperatorActs(recorder, marks, this.#admissions, parts);
    this.#tools = new ToolSightings(recorder, this.#standing);
    this.hookMoney = new HookMoney(recorder, this.#standing, this.#refusals, parts);
    parts.turn?.onOver(() => {
      const cut = this.calls.cut((call) => this.#standing.turnRefusal(call));
      const problem = new Error(parts.turn?.problem() ?? 'its lease ran out');
      recorder.log.error('store', `serving (${cut} calls cut)`, problem);
    });
    const told = { titles: this.#titles, steers: this.#steers, admissions: this.#admissions };
    followRecords({ recorder, minutes, teams, governor, opinions, ...told }, parts);
  }

  /** Opens the gate on a store: stops that were marked and never recorded are recorded first. */
  static async open(parts: GateParts): Promise<Gate> {
    const heads = await parts.store.heads();
    const gate = new Gate(parts, await Recorder.open(parts, heads), heads);
    await gate.#acts.recordMarked();
    if (anyHeld(gate.#recorder.everybody.latest)) await gate.#titles.read(EVERYBODY);
    return gate;
  }

  admit(ask: CallAsk): Promise<Admission> {
    if (ask.client !== undefined) this.#clients.set(ask.agent, ask.client);
    return this.#admissions.admit(ask);
  }

  async standing(agent: string, session?: string, thread?: string): Promise<GateRefusal | null> {
    const marked = this.#standing.markRefusal(agent, session ?? null, thread);
    if (marked !== null) return marked;
    const entered = await this.#recorder.enter(agent);
    if (entered.kind === 'refused') return entered.refusal;
    const place = { agent, session: session ?? null, thread: thread ?? null };
    return this.#standing.refusalFor(entered.chain, place);
  }

  /** A person acts. A stop is in force at once, whatever the disk does; anything else when it is durable. */
  operate(act: Act): Promise<Acted> {
    return this.#acts.operate({ ...act, why: act.why ?? `${act.action} by ${act.by}` });
  }

  /** A tool call that a hook or an adapter saw. The refusal that stands after it; null when none does. */
  async tool(seen: ToolSeen): Promise<GateRefusal | null> {
    const entered = await this.#recorder.enter(seen.agent);
    if (entered.kind === 'refused') return entered.refusal;
    await this.#tools.take(entered.chain, seen);
    return this.#standing.refusalFor(entered.chain, { ...seen, thread: seen.thread ?? null });
  }

  /** What an agent did elsewhere and reports now. What stands against it afterwards; null when nothing does. */
  async report(agent: string, steps: readonly ReportedStep[]): Promise<GateRefusal | null> {
    const entered = await this.#recorder.enter(agent);
    if (entered.kind === 'refused') return entered.refusal;
    // Only a server hears of traces; a hook keeps it out of what it loads.
    const { recordReports } = await import('./reports.ts');
    await recordReports(this.#recorder, entered.chain, steps);
    return this.#standing.refusalFor(entered.chain, { agent, session: null, thread: null });
  }

  /** An agent that is being stopped asks to save its work. Null: it may; else what stands against it. */
  async save(asked: SaveAsked): Promise<GateRefusal | null> {
    const entered = await this.#recorder.enter(asked.agent);
    if (entered.kind === 'refused') return entered.refusal;
    const { isSaving = () => false } = this.#parts;
    const parts = { recorder: this.#recorder, standing: this.#standing, isSaving };
    return saveUnderGrace(parts, entered.chain, asked);
  }

  /** An action that a person granted is about to run. What stands against it, or that it is `used` up; null: nothing. */
  async act(action: GrantedAction, isGranted = () => true): Promise<GateRefusal | 'used' | null> {
    const entered = await this.#recorder.enter(action.agent);
    if (entered.kind === 'refused') return entered.refusal;
    const parts = { recorder: this.#recorder, standing: this.#standing };
    return recordAction(parts, entered.chain, action, isGranted);
  }

  /** Everything that stands on a session, whatever its scope. */
  async holds(agent: string, session: string): Promise<readonly HoldView[]> {
    // Opening a chain makes its agent known, and asking must not.
    if (!this.isKnown(agent)) return [];
    const chain = await this.#recorder.chains.open(agent);
    return chain.peek({ type: 'tick', timestamp: this.clock.now(), session }).holds;
  }

  /** The loop, a policy or a detector raises or lifts a hold, or has something noted. */
  async signal(raised: GateSignal): Promise<void> {
    const chain = await this.#recorder.chains.open(raised.agent);
    this.#recorder.introduce(chain);
    const details = this.withoutSecrets(raised.details);
    const record = { ...raised, details, timestamp: this.clock.now(), type: 'signal' } as const;
    await this.#recorder.record(chain, record).acknowledged;
  }

  /** Stops every agent, also those that are not there yet. */
  stopAll(by: string, why: string): Promise<Acted> {
    return this.operate({ agent: EVERYBODY, action: 'stop-all', by, why });
  }

  /** Lifts what `stopAll` raised, and nothing else. */
  resumeAll(by: string, why: string): Promise<Acted> {
    return this.operate({ agent: EVERYBODY, action: 'resume-all', by, why });
  }

  /** A person extends the budgets of teams that an agent waits at, each once; says what was extended. */
  async extendTeams(
    { agent, by, why }: Pick<Act, 'agent' | 'by' | 'why'>,
    only?: NamedAsk,
  ): Promise<readonly string[]> {
    const extended = await this.#teams.extend(agent, only);
    for (const { agent: asked, words } of extended) {
      const details = `${by} ${words}${why === undefined ? '' : `: ${why}`}`;
      await this.signal({ agent: asked, source: 'policy', change: 'note', details });
    }
    return extended.map(({ words }) => words);
  }

  /** Limits of subagents by hooks. Loaded where a server answers them: a hook without one keeps it out of what it loads. */
  async hookSubagents(): Promise<HookSubagents> {
    const { HookSubagents } = await import('./told/hook-subagents.ts');
    this.#hookSubagents ??= new HookSubagents(this.#recorder, this.#standing, this.#refusals);
    return this.#hookSubagents;
  }

  /** Registers an agent, whatever the registration says: a person's act. */
  async register(agent: string, by: string): Promise<void> {
    const chain = await this.#recorder.chains.open(agent);
    await this.#recorder.introduce(chain, by)?.acknowledged;
  }

  /** Other processes changed these agents: once this resolves, nothing passes here that a stop of theirs forbids. */
  changedElsewhere(agents: readonly string[]): Promise<void> {
    return actOnChanges(this.#recorder, this.#standing, this.#admissions, agents);
  }

  /** Other processes met these agents for the first time. */
  bornElsewhere(agents: readonly string[]): void {
    this.#recorder.chains.know(agents);
  }

  /** Every agent. */
  async agents(): Promise<readonly AgentView[]> {
    return (await this.#views()).ofEach(this.names());
  }

  /** Every agent at a glance: of thousands, only those that changed are looked at anew. */
  async glances(): Promise<readonly AgentGlance[]> {
    return (await this.#views()).glances(this.names());
  }

  /** At a glance those on which something may stand: whoever was not read and of whom no hold was told is not read for it. */
  async mayBeHeld(): Promise<readonly AgentGlance[]> {
    return (await this.#views()).glances(await this.#recorder.chains.mayBeHeld());
  }

  /** One agent as people see it; one whose journal cannot be read has a problem and nothing else. */
  async agent(name: string): Promise<AgentView> {
    return (await this.#views()).of(name);
  }

  /** The names of all agents, in order. */
  names(): readonly string[] {
    return this.#recorder.chains.names();
  }

  isKnown(agent: string): boolean {
    return this.#recorder.chains.isKnown(agent);
  }

  /** Whether an agent has a session of this name, or a conversation in it; null while its records are not read. */
  hasSession(agent: string, session: string, thread?: string): boolean | null {
    return hasPlace(this.#recorder.chains.opened(agent)?.latest, session, thread);
  }

  /** A person's next prompt came. */
  nextPrompt(agent: string, session: string | null): Promise<void> {
    const known = this.#recorder.chains.opened(agent)?.latest;
    if (!mayHoldTurn(known, session)) return DONE;
    return endTurnStops(this, { agent, session }, this.#recorder.log);
  }

  /** What the agent should be told now, recorded as told; null when there is nothing. */
  steer(place: SteerPlace, way: ToldWay = 'adapter'): Promise<string | null> {
    return this.#steers.take(place, way);
  }

  /** The one sentence about a stop that an event of the journal tells of. */
  stopTitle(event: StoredEvent): Promise<string> {
    return this.#titles.titleOf(event);
  }

  /** A rule that only reports would have acted: recorded, and told like any event. */
  async would(what: WouldHave): Promise<void> {
    const chain = await this.#recorder.chains.open(what.agent);
    this.#recorder.introduce(chain);
    this.#shadows.note(chain, { ...what, why: this.withoutSecrets(what.why) });
  }

  /** A text as it may be recorded and shown. Whoever cuts a text asks first: half a secret is not found. */
  withoutSecrets(text: string): string {
    return storableText(redactSecrets(text, this.#parts.secrets?.()));
  }

  /** What a person set for an agent. */
  async envelope(agent: string): Promise<AgentState['envelope']> {
    return (await this.#recorder.chains.open(agent)).latest.envelope;
  }

  /** The stop of everybody. */
  stopAllHold(): HeldView | null {
    const found = this.#standing.everybodyHolds().find(({ hold }) => hold === 'stop_all');
    return found === undefined ? null : this.#titles.whole(EVERYBODY, null, found);
  }

  /** Keeps a text for explaining a stop, should one come. */
  witness(agent: string, seen: Witnessed): void {
    this.#recorder.witness(agent, seen);
  }

  /** Calls a listener with every text that is witnessed, before anybody judges it; returns how to stop that. It must not throw. */
  onWitness(listener: (agent: string, seen: Witnessed) => void): () => void {
    return this.#recorder.onWitness(listener);
  }

  /** Calls a listener with every event once it is durable; returns how to stop that. */
  onEvent(listener: (event: GateEvent) => void): () => void {
    return this.#recorder.onEvent((event) => {
      const title = event.eventType === 'hold' ? this.#titles.raised(event) : null;
      listener(title === null ? event : { ...event, title });
    });
  }

  /** Calls a listener with the records of other processes, when they are read; returns how to stop that. It must not throw. */
  onElsewhere(listener: (agent: string, record: AgentRecord) => void): () => void {
    return this.#recorder.onMissed(({ agent }, missed) => {
      for (const { judged } of missed) if (judged !== null) listener(agent, judged.record);
    });
  }

  /** Calls a listener with the agent of every record once it is durable; returns how to stop that. It must not throw. */
  onWritten(listener: (agent: string) => void): () => void {
    return this.#recorder.onWritten(listener);
  }

  /** The client that an agent was last seen with since the start; null when none was recognised. */
  clientOf(agent: string): string | null {
    return this.#clients.get(agent) ?? null;
  }

  /** What is under way. */
  get openCalls(): number {
    return this.calls.count();
  }

  /** Records what is owed. The store is its owner's to close, after this. */
  close(): void {
    this.#acts.close();
    this.#recorder.close();
    this.#refusals.flush();
    this.#shadows.flush();
  }
}
