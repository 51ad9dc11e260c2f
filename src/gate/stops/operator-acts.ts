/**
 * What people do at the gate. A stop is in force at once, whatever the disk does; anything else when it is durable.
 */
import { withDeadline } from '../../base/node/deadline.ts';
import { present } from '../../base/present.ts';
import {
  holdsReached,
  liftsOnly,
  TripwireError,
  type AgentState,
  type Budgets,
  type PeriodSpend,
  type NamedHold,
} from '../../core/index.ts';
import { hoursOf, longerPeriods } from '../../core/spending/index.ts';
import { spentBefore, type PeriodsAsked } from '../../journal/index.ts';
import type { Store } from '../../store/index.ts';
import type { Admissions } from '../admissions.ts';
import type { Act, Acted, ReasonedAct, SharedJournal } from '../gate-parts.ts';
import type { Recorder } from '../recorder.ts';
import { HOLD_OF_STOP, type RecordedAt, type StopMark, type StopMarks } from './stop-marks.ts';
import { StopRecorder } from './stop-recorder.ts';

/** How long a stop is waited for to be recorded; it is in force meanwhile. */
const STOP_WAIT_MS = 1_000;
const stopping: ReadonlySet<string> = new Set(['deactivate', 'pause', 'stop-all']);

/** What is looked up in the journal when a mark is compared with it. */
type JournalRows = Pick<Store, 'read' | 'anchors' | 'heads'>;

/** Stops, releases and settings. */
export class OperatorActs {
  readonly #recorder: Recorder;
  readonly #marks: StopMarks;
  readonly #cuts: Pick<Admissions, 'cut'>;
  readonly #stops: StopRecorder;

  readonly #store: JournalRows;
  readonly #shared: SharedJournal | null;

  constructor(
    recorder: Recorder,
    marks: StopMarks,
    cuts: Pick<Admissions, 'cut'>,
    { store, shared }: { readonly store: JournalRows; readonly shared?: SharedJournal },
  ) {
    this.#store = store;
    this.#shared = shared ?? null;
    this.#recorder = recorder;
    this.#marks = marks;
    this.#cuts = cuts;
    this.#stops = new StopRecorder(
      marks,
      (mark, isOwed) => this.#writeMark(mark, isOwed),
      recorder.log,
    );
  }

  /** Puts the stops in force that were marked and that the journal does not hold: not yet, or not any more. */
  async recordMarked(): Promise<void> {
    for (const mark of this.#marks.all()) {
      const fate = await this.#fateOf(mark).catch((error: unknown) => {
        const { agent } = mark;
        this.#recorder.log.warn('gate', 'comparing a stop with the journal', error, { agent });
        return 'owed' as const;
      });
      if (fate === 'stands') this.#marks.settle(mark, null);
      else if (fate === 'released') this.#marks.remove(mark);
      else await this.#stops.bring(mark);
    }
  }

  /** A person acts. */
  async operate(act: ReasonedAct): Promise<Acted> {
    if (stopping.has(act.action)) return this.#stop(act);
    // Before any waiting: a stop that comes from now on is not what this act is about.
    const lifted = [...this.#marks.all(), ...this.#marks.kept()].filter((mark) =>
      releases(act, mark),
    );
    const chain = await this.#recorder.chains.open(act.agent);
    if (this.#shared !== null) await chain.catchUp();
    // Not waited for: what people do is recorded in the order in which they did it.
    this.#recorder.introduce(chain);
    const begun = begunPeriods(act, chain.latest);
    const spent = begun === null ? undefined : await this.#spentBefore(act, begun);
    const { only, ...recorded } = act;
    return this.#stops.lift(lifted, async () => {
      const applies = () => {
        if (only !== undefined) this.#requireOnly(act, only, chain.latest);
        return true;
      };
      // Nothing is waited for between this and the record: a stop that came meanwhile is seen here.
      applies();
      const whole = { ...recorded, ...present({ spent }) };
      const submitted = this.#recorder.recordAct(chain, whole, { applies });
      const { decision } = (await submitted.acknowledged) ?? submitted;
      const { unconfirmed } = await this.#spread();
      const { reason: notes } = decision.safety;
      return { recorded: true, marked: true, cut: 0, notes, ...present({ unconfirmed }) };
    });
  }

  /** Throws where the act would lift anything but the hold that it names. */
  #requireOnly({ agent, session, action }: ReasonedAct, only: NamedHold, state: AgentState): void {
    const marked = this.#marks
      .all()
      .filter((mark) => mark.agent === agent && (session === undefined || mark.session === session))
      .map((mark) => ({ hold: HOLD_OF_STOP[mark.action], since: mark.at }));
    if (liftsOnly([...holdsReached(state, session), ...marked], action, only)) return;
    throw new TripwireError(
      'HOLD_CHANGED',
      `${agent} is not held by ${only.kind} since ${new Date(only.since).toISOString()} alone, so nothing was lifted`,
    );
  }

  /** What the first budgets for a period find spent: a budget for a day is one for all of it. */
  #spentBefore({ agent }: ReasonedAct, begun: Begun): Promise<PeriodSpend> {
    return spentBefore(this.#store, agent, { ...begun, now: this.#recorder.clock.now() });
  }

  close(): void {
    this.#stops.close();
  }

  async #stop(act: ReasonedAct): Promise<Acted> {
    const { agent, session = null, thread, family, turn, by, why, grace } = act;
    const action = act.action as StopMark['action'];
    const at = this.#recorder.clock.now();
    const narrower = present({ thread, family, turn });
    const mark: StopMark = {
      agent,
      session,
      ...narrower,
      action,
      by,
      why,
      at,
      ...present({ grace }),
    };
    const isMarked = this.#marks.put(mark);
    const cut = this.#cuts.cut(agent);
    const recorded = this.#stops.bring(mark);
    const isRecorded = await withDeadline(recorded, STOP_WAIT_MS, () => false);
    const lasting = isMarked
      ? 'in force; not yet recorded'
      : 'in force as long as this process runs: neither journal nor mark could be written';
    if (!isRecorded) return { recorded: false, marked: isMarked, cut, notes: lasting };
    return { recorded: true, marked: isMarked, cut, ...(await this.#spread()) };
  }

  /** What a person did is acknowledged when no node works on without knowing of it. */
  async #spread(): Promise<Pick<Acted, 'notes' | 'unconfirmed'>> {
    if (this.#shared === null) return { notes: 'recorded' };
    const unconfirmed = await this.#shared.confirmed().catch((error: unknown) => {
      this.#recorder.log.error('store', 'waiting for the other nodes to confirm', error);
      return ['the other nodes: the database does not answer'];
    });
    if (unconfirmed.length === 0) return { notes: 'recorded' };
    return { notes: `recorded; not confirmed by ${unconfirmed.join(', ')}`, unconfirmed };
  }

  /** What became of a stop whose mark is on the disk, by what the journal says. */
  async #fateOf(mark: StopMark): Promise<'stands' | 'released' | 'owed'> {
    const { agent, recorded } = mark;
    if (!(await this.#isInJournal(agent))) return 'owed';
    const chain = await this.#recorder.chains.open(agent);
    if (stands(chain.latest, mark)) return 'stands';
    if (recorded === undefined) return 'owed';
    const [row] = await this.#store.read(agent, recorded.seq, 1);
    if (row?.seq === recorded.seq && row.hash === recorded.hash) return 'released';
    const cut = (await this.#store.anchors()).find((anchor) => anchor.agent === agent);
    if (cut !== undefined && cut.seq >= recorded.seq) return 'released';
    this.#recorder.log.warn(
      'gate',
      'comparing stops with the journal',
      'the journal lost a stop that was recorded: somebody restored, cut or deleted it. The stop is in force again',
      { agent },
    );
    return 'owed';
  }

  /** Asked first, because opening the records of an agent makes it known. */
  async #isInJournal(agent: string): Promise<boolean> {
    return (await this.#store.heads()).some((head) => head.agent === agent);
  }

  async #writeMark(mark: StopMark, isOwed: () => boolean): Promise<RecordedAt | null> {
    const { agent, session, thread, family, turn, action, by, why, grace } = mark;
    const chain = await this.#recorder.chains.open(agent);
    if (chain.problem !== null && !(await chain.recover())) throw chain.problem;
    if (!isOwed()) return null;
    this.#recorder.introduce(chain);
    const whose = { agent, ...(session === null ? {} : { session }) };
    const act = { ...whose, action, by, why, ...present({ thread, family, turn, grace }) };
    const written = await this.#recorder.recordAct(chain, act, { applies: isOwed }).acknowledged;
    return written === null ? null : { seq: written.seq, hash: written.hash };
  }
}

/** Whether a state has the hold that a mark raised; that of a session may have moved up to its agent. */
function stands(
  { holds, sessions }: AgentState,
  { session, thread, turn, action }: StopMark,
): boolean {
  const within = session !== null && Object.hasOwn(sessions, session) ? sessions[session] : null;
  const { threads = {} } = within ?? {};
  const own = thread !== undefined && Object.hasOwn(threads, thread) ? threads[thread] : null;
  return [...holds, ...(within?.holds ?? []), ...(own?.holds ?? [])].some(
    (one) => one.hold === HOLD_OF_STOP[action] && (turn === true || one.turn !== true),
  );
}

/** Whether an act lifts what a mark stands for. */
function releases(act: Act, mark: StopMark): boolean {
  const lifted = { deactivate: 'activate', pause: 'resume', 'stop-all': 'resume-all' } as const;
  const within =
    (act.session === undefined || act.session === mark.session) &&
    (act.thread === undefined || act.thread === mark.thread) &&
    (act.turn !== true || mark.turn === true);
  return act.agent === mark.agent && within && act.action === lifted[mark.action];
}

type Begun = Omit<PeriodsAsked, 'now'>;

/** The periods that an act gives an agent the first budgets for; null where there are none: then nothing is read. */
function begunPeriods(
  { envelope }: ReasonedAct,
  { envelope: { budgets: before }, periods: counted }: AgentState,
): Begun | null {
  if (envelope?.budgets === undefined) return null;
  const limits = Object.entries({ ...before, ...envelope.budgets });
  const after: Budgets = Object.fromEntries(limits.filter(([, limit]) => limit !== null));
  const hours = hoursOf(after);
  const isOtherWindow = hours !== hoursOf(before);
  const periods = longerPeriods(after).filter(
    (one) => counted?.[one] === undefined || (one === 'rolling' && isOtherWindow),
  );
  const isFirst = before === undefined && Object.keys(after).length > 0;
  return isFirst || periods.length > 0 ? { periods, hours } : null;
}
