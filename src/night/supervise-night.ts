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
import {
  countTurn,
  followFiles,
  logOnce,
  raiseHold,
  rememberingReconcile,
  reportRestart,
  writeBriefing,
  type ActPlace,
} from './decide/acts.ts';
import { decideNight } from './decide/decide.ts';
import { lookAround } from './decide/look-around.ts';
import type { Act } from './decide/look.ts';
import { advisorPrompt } from './decide/prompts.ts';
import type { NightJob, NightState } from './decide/state.ts';
import { GateWatch } from './gate-watch.ts';
import { folderOf, leaveFile, nightFolder, takeNight, writeNight } from './night-files.ts';
import type { Supervision } from './supervision.ts';
import { endJob, JOB_FILES, jobOutput, lookAtJob, readJson, startJob } from './worker/job.ts';
import { readableOutput } from './worker/readable-output.ts';
import { workerTranscript } from './worker/transcript.ts';

const LOOK_EVERY_MS = 100;
const AFTER_TROUBLE_MS = 1_000;
/** A keeper that did not claim its job for so long was killed before it could. */
const START_AGAIN_MS = 10_000;
const HEARD_BYTES = 262_144;
/** As many as last words have. */
const LINES_BACK = 500;

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
  const leave = leaveFile(nightFolder(place.folder, state.id));
  const watch = await GateWatch.open(leave, supervision.gateHolds);
  for (;;) {
    try {
      await followHolds(place, state);
      const { look, loop } = await lookAround(supervision, state, reconcile, watch.holds());
      hear(supervision, state, heard);
      const decided = decideNight(state, look);
      await logOnce(place, decided.state.owed);
      state = { ...decided.state, owed: [] };
      const text = JSON.stringify(state);
      if (text !== written) writeNight(place.folder, state);
      written = text;
      shown(state, loop);
      if (decided.act.kind === 'leave') {
        watch.close();
        return state;
      }
      await perform(supervision, state, decided.act, started);
      await sleep(LOOK_EVERY_MS);
    } catch (error) {
      trouble(errorWords(error));
      await sleep(AFTER_TROUBLE_MS);
    }
  }
}

async function perform(
  { place, surround }: Supervision,
  state: NightState,
  act: Act,
  started: Map<number, number>,
): Promise<void> {
  const { job, id } = state;
  const atMs = Date.now();
  if (act.kind === 'raise-hold') return raiseHold(place, act.wanted, atMs);
  if (act.kind === 'report-restart') return reportRestart(place, act.session, atMs);
  if (act.kind === 'count-turn') return countTurn(place, state.session, id, atMs);
  if (job === null) return;
  const folder = folderOf(place.folder, state, job);
  if (act.kind === 'end-job') return endJob(folder);
  if (act.kind !== 'start-job') return;
  const since = performance.now() - (started.get(job.number) ?? Number.NEGATIVE_INFINITY);
  if (since < START_AGAIN_MS) return;
  started.set(job.number, performance.now());
  if (job.kind === 'turn' && job.isBriefed) await writeBriefing(place, state.task, atMs);
  start(place, state, job, surround);
}

function start(
  place: ActPlace,
  state: NightState,
  job: NightJob,
  surround: Supervision['surround'],
): void {
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
    leaveFile: leaveFile(nightFolder(place.folder, state.id)),
    timeoutMs: isTurn ? null : state.advisor.timeoutSeconds * 1_000,
  };
  const own = isTurn
    ? { TRIPWIRE_DIR: place.folder, TRIPWIRE_UNATTENDED: '1' }
    : // An advisor has hooks too. What it does is no turn of the worker.
      { TRIPWIRE_DIR: join(folder, 'geometry') };
  const input = isTurn
    ? job.prompt
    : advisorPrompt(job.prompt, workerTranscript(place.folder, state));
  startJob(folder, spec, input, { ...env, ...own });
}

/** A person's request to go on, or an agent's. */
async function followHolds(place: ActPlace, state: NightState): Promise<void> {
  const { job } = state;
  if (job === null) return followFiles(place, false, Date.now());
  const folder = folderOf(place.folder, state, job);
  const standing = lookAtJob(folder);
  const isFrozen = standing.kind === 'running' && standing.isFrozen;
  const frozen = readJson(join(folder, JOB_FILES.frozen)) as { readonly stands: boolean } | null;
  // Between the file and the stop of the worker lies a moment in which nobody can tell: then it is asked again.
  if (standing.kind === 'running' && !isFrozen) return undefined;
  const couldMove = isFrozen && frozen?.stands === false;
  return followFiles(place, couldMove, Date.now());
}

/** Passes on what the worker says, whole lines at a time. */
function hear(supervision: Supervision, state: NightState, heard: Map<number, Heard>): void {
  const { job } = state;
  if (job === null || job.kind !== 'turn') return;
  const { from, last } = heard.get(job.number) ?? { from: 0, last: [] };
  const folder = folderOf(supervision.place.folder, state, job);
  const { text } = jobOutput(folder, from, HEARD_BYTES);
  const end = text.lastIndexOf('\n') + 1;
  if (end === 0) return;
  const lines = readableOutput(text.slice(0, end - 1), last);
  heard.set(job.number, {
    from: from + Buffer.byteLength(text.slice(0, end)),
    last: [...last, ...lines].slice(-LINES_BACK),
  });
  supervision.heard(lines);
}
