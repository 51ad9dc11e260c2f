/**
 * What people do at the gate. A stop is in force at once, whatever the disk does; anything else when it is durable.
 */
import { withDeadline } from '../../base/node/deadline.ts';
import type { Admissions } from '../admissions.ts';
import type { Act, Acted, ReasonedAct } from '../gate-parts.ts';
import type { Recorder } from '../recorder.ts';
import type { StopMark, StopMarks } from './stop-marks.ts';
import { StopRecorder } from './stop-recorder.ts';

/** How long a stop is waited for to be recorded; it is in force meanwhile. */
const STOP_WAIT_MS = 1_000;
const stopping: ReadonlySet<string> = new Set(['deactivate', 'pause', 'stop-all']);

/** Stops, releases and settings. */
export class OperatorActs {
  readonly #recorder: Recorder;
  readonly #marks: StopMarks;
  readonly #cuts: Pick<Admissions, 'cut'>;
  readonly #stops: StopRecorder;

  constructor(recorder: Recorder, marks: StopMarks, cuts: Pick<Admissions, 'cut'>) {
    this.#recorder = recorder;
    this.#marks = marks;
    this.#cuts = cuts;
    this.#stops = new StopRecorder(
      marks,
      (mark, isOwed) => this.#writeMark(mark, isOwed),
      recorder.log,
    );
  }

  /** Records the stops that were marked and never recorded. */
  async recordMarked(): Promise<void> {
    for (const mark of this.#marks.all()) await this.#stops.bring(mark);
  }

  /** A person acts. */
  async operate(act: ReasonedAct): Promise<Acted> {
    if (stopping.has(act.action)) return this.#stop(act);
    // Before any waiting: a stop that comes from now on is not what this act is about.
    const lifted = this.#marks.all().filter((mark) => releases(act, mark));
    const chain = await this.#recorder.chains.open(act.agent);
    // Not waited for: what people do is recorded in the order in which they did it.
    this.#recorder.introduce(chain);
    return this.#stops.lift(lifted, async () => {
      const submitted = this.#recorder.recordAct(chain, act);
      await submitted.acknowledged;
      return { recorded: true, marked: true, cut: 0, notes: submitted.decision.safety.reason };
    });
  }

  close(): void {
    this.#stops.close();
  }

  async #stop(act: ReasonedAct): Promise<Acted> {
    const { agent, session = null, by, why } = act;
    const action = act.action as StopMark['action'];
    const mark: StopMark = { agent, session, action, by, why, at: this.#recorder.clock.now() };
    const isMarked = this.#marks.put(mark);
    const cut = this.#cuts.cut(agent);
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
    const chain = await this.#recorder.chains.open(agent);
    if (chain.problem !== null && !(await chain.recover())) throw chain.problem;
    if (!isOwed()) return false;
    this.#recorder.introduce(chain);
    const act = { agent, ...(session === null ? {} : { session }), action, by, why };
    await this.#recorder.recordAct(chain, act).acknowledged;
    return true;
  }
}

/** Whether an act lifts what a mark stands for. */
function releases(act: Act, mark: StopMark): boolean {
  const lifted = { deactivate: 'activate', pause: 'resume', 'stop-all': 'resume-all' } as const;
  const within = act.session === undefined || act.session === mark.session;
  return act.agent === mark.agent && within && act.action === lifted[mark.action];
}
