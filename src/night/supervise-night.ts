/**
 * The supervisor at work: it looks, decides, writes down what it decided, and then does it.
 *
 * Everything that it knows is on the disk before it acts, and every act is one that may be repeated. So it may be
 * killed at any moment, and the next one goes on.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorWords } from '../base/error-words.ts';
import { headlessWords } from '../clients/engine-forms.ts';
import { advisorPrompt, readableOutput, SUPERVISED } from '../loop/index.ts';
import {
  countTurn,
  followFiles,
  logOnce,
  raiseHold,
  adoptFile,
  adoptRestored,
  rememberingReconcile,
  reportRestart,
  writeBriefing,
  type ActPlace,
} from './decide/acts.ts';
import { decideNight } from './decide/decide.ts';
import { lookAround } from './decide/look-around.ts';
import type { Act } from './decide/look.ts';
import type { NightJob, NightState } from './decide/state.ts';
import { GateWatch, type GateHold } from './gate-watch.ts';
import { folderOf, leaveFiles, nightFolder, takeNight, writeNight } from './night-files.ts';
import type { Supervision } from './supervision.ts';
import type { FrozenNote } from './worker/hold-keeper.ts';
import { endJob, JOB_FILES, jobOutput, readJson, startJob } from './worker/job.ts';
import { workerTranscript } from './worker/transcript.ts';
import type { ProcessMark } from './worker/tree.ts';
import { WorkerGuard } from './worker/worker-guard.ts';

const LOOK_EVERY_MS = 100;
const AFTER_TROUBLE_MS = 1_000;
/** A keeper that did not claim its job for so long was killed before it could. */
const START_AGAIN_MS = 10_000;
const HEARD_BYTES = 262_144;
/** As many as last words have. */
const LINES_BACK = 500;
const LINE_LENGTH_MAX = 4_000;

/** How far the output of a job was passed on, and its last lines. */
interface Heard {
  readonly from: number;
  readonly last: readonly string[];
}

/** Supervises until the night is over or it is told to leave; returns the night as it stands then. */
export async function superviseNight(supervision: Supervision): Promise<NightState> {
  const { place, trouble, shown } = supervision;
  const started = new Map<number, number>();
  const heard = new Map<number, Heard>();
  const reconcile = rememberingReconcile();
  let state = supervision.night;
  let written = '';
  writeNight(place.folder, state);
  takeNight(place.folder, state.id);
  const leave = leaveFiles(nightFolder(place.folder, state.id));
  const watch = await GateWatch.open(leave, supervision.gateHolds);
  const isFree = (hold: GateHold) => hold.isLoop === true && state.job?.kind === 'advice';
  const guard = new WorkerGuard(place.folder, () => !watch.holds().every(isFree));
  const follow = followHolds(place, guard);
  const left = (): NightState => {
    watch.close();
    guard.close();
    return state;
  };
  for (;;) {
    try {
      await follow(state);
      const { look, loop } = await lookAround(supervision, state, reconcile, {
        gateHolds: watch.holds(),
        guard,
      });
      hear(supervision, state, heard);
      const decided = decideNight(state, look);
      await logOnce(place, decided.state.owed);
      state = { ...decided.state, owed: [] };
      const text = JSON.stringify(state);
      if (text !== written) writeNight(place.folder, state);
      written = text;
      shown(state, loop);
      if (decided.act.kind === 'leave') {
        if (look.holds.includes('stop')) await recordStop(supervision);
        return left();
      }
      await perform({ supervision, guard, started }, state, decided.act);
      if (decided.act.kind === 'record') await watch.look();
      await sleep(LOOK_EVERY_MS);
    } catch (error) {
      trouble(errorWords(error));
      // Whoever is told to leave does so, also where every look fails: what is on the disk is enough for the next one.
      if (supervision.leaving.aborted) {
        endUnseen(supervision, state, guard);
        return left();
      }
      await sleep(AFTER_TROUBLE_MS);
    }
  }
}

/** Ends the worker of a supervisor that leaves and could not look: nothing is left that nobody watches. */
function endUnseen({ place, trouble }: Supervision, state: NightState, guard: WorkerGuard): void {
  if (state.job === null) return;
  const folder = folderOf(place.folder, state, state.job);
  try {
    endJob(folder, guard.root(folder));
  } catch (error) {
    trouble(errorWords(error));
  }
}

/** STOP ended the night: that is a person's act. Whatever of it cannot be written down is told; the worker is gone. */
async function recordStop({ place, record, trouble }: Supervision): Promise<void> {
  const told = (error: unknown) => trouble(errorWords(error));
  await record({ kind: 'stop', by: 'STOP file', why: 'STOP is there' }).catch(told);
  await adoptFile(place, 'stop', Date.now()).catch(told);
}

/** What acts are done with. */
interface Hands {
  readonly supervision: Supervision;
  readonly guard: WorkerGuard;
  /** When the keeper of each job was started. */
  readonly started: Map<number, number>;
}

async function perform(
  { supervision, guard, started }: Hands,
  state: NightState,
  act: Act,
): Promise<void> {
  const { place } = supervision;
  const { job, id } = state;
  const atMs = Date.now();
  if (act.kind === 'raise-hold') return raiseHold(place, act.wanted, atMs);
  if (act.kind === 'record') return supervision.record(act.act);
  if (act.kind === 'report-restart') return reportRestart(place, act.session, atMs);
  if (act.kind === 'count-turn') return countTurn(place, state.session, id, atMs);
  if (job === null) return;
  const folder = folderOf(place.folder, state, job);
  if (act.kind === 'end-job') return endJob(folder, guard.root(folder));
  if (act.kind !== 'start-job') return;
  const since = performance.now() - (started.get(job.number) ?? Number.NEGATIVE_INFINITY);
  if (since < START_AGAIN_MS) return;
  started.set(job.number, performance.now());
  if (job.kind === 'turn' && job.isBriefed) await writeBriefing(place, state.task, atMs);
  guard.started(folder, start(supervision, state, job));
}

function start(
  { place, surround }: Supervision,
  state: NightState,
  job: NightJob,
): ProcessMark | null {
  const isTurn = job.kind === 'turn';
  const { env, first } = surround(job.command[0] ?? '', job.kind);
  const form = {
    session: isTurn ? job.session : null,
    isTold: isTurn,
    usdMax: isTurn ? null : state.advisor.maxUsd - state.advisorUsd,
  };
  const words = headlessWords(job.command, form, first);
  const folder = folderOf(place.folder, state, job);
  const spec = {
    ...words,
    cwd: place.project,
    stateFolder: place.folder,
    leaveFile: leaveFiles(nightFolder(place.folder, state.id))[job.kind],
    timeoutMs: isTurn ? null : state.advisor.timeoutSeconds * 1_000,
  };
  const own = isTurn
    ? { TRIPWIRE_DIR: place.folder, TRIPWIRE_UNATTENDED: '1', [SUPERVISED]: '1' }
    : // An advisor has hooks too. What it does is no turn of the worker.
      { TRIPWIRE_DIR: join(folder, 'geometry') };
  const input = isTurn
    ? job.prompt
    : advisorPrompt(job.prompt, workerTranscript(place.folder, state));
  return startJob(folder, spec, input, { ...env, ...own });
}

/** A person's request to go on, or an agent's. */
function followHolds(place: ActPlace, guard: WorkerGuard): (state: NightState) => Promise<void> {
  let before = '';
  return async ({ id, job }) => {
    const folder = job === null ? null : folderOf(place.folder, { id }, job);
    if (folder === null || guard.standing(folder).kind !== 'running') {
      await adoptFile(place, 'pause', Date.now());
      return followFiles(place, false, Date.now());
    }
    const frozen = readJson(join(folder, JOB_FILES.frozen)) as FrozenNote | null;
    const now = JSON.stringify(frozen);
    // Between the file and the stop of the worker lies a moment in which nobody can tell: then it is asked again. The
    // worker can write such a note too, but not any more when it stood still at the look before.
    const isStill = guard.isStill(folder);
    const isSure = isStill && now === before;
    before = isStill ? now : '';
    if (frozen === null || !isSure) return undefined;
    const { restored, stands } = frozen;
    if (restored !== null) await adoptRestored(place, restored, Date.now());
    // It was there when nothing of the worker could move any more, so it is what a person put there.
    else if (stands) await adoptFile(place, 'pause', Date.now());
    return followFiles(place, !stands, Date.now());
  };
}

/** Passes on what the worker says, whole lines at a time. */
function hear(supervision: Supervision, state: NightState, heard: Map<number, Heard>): void {
  const { job } = state;
  if (job === null || job.kind !== 'turn') return;
  const { from, last } = heard.get(job.number) ?? { from: 0, last: [] };
  const folder = folderOf(supervision.place.folder, state, job);
  const { text, next } = jobOutput(folder, from, HEARD_BYTES);
  const began = next - Buffer.byteLength(text);
  const isFull = Buffer.byteLength(text) >= HEARD_BYTES;
  // A line that is longer than what is read at once is passed on in parts.
  const end = text.lastIndexOf('\n') + 1 || (isFull ? text.length : 0);
  if (end === 0) return;
  const lines = readableOutput(text.slice(0, end).replace(/\n$/, ''), last);
  heard.clear();
  heard.set(job.number, {
    from: began + Buffer.byteLength(text.slice(0, end)),
    last: [...last, ...lines.map((line) => line.slice(0, LINE_LENGTH_MAX))].slice(-LINES_BACK),
  });
  supervision.heard(lines);
}
