/**
 * The supervisor at work: it looks, decides, writes down what it decided, and then does it.
 *
 * Everything that it knows is on the disk before it acts, and every act is one that may be repeated. So it may be
 * killed at any moment, and the next one goes on.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { redactSecrets } from '../gate/index.ts';
import { dirtyBit } from './dirty-bits.ts';
import { headlessWords } from './engine-forms.ts';
import { logSince } from './log-cursor.ts';
import { readLoopFiles } from './loop-files.ts';
import { jobFolder, nightFolder, supervisorFile, takeNight, writeNight } from './night-files.ts';
import { projectTestCommand } from './project-test-command.ts';
import { readableOutput } from './readable-output.ts';
import { BRIEFING } from './rule-protected-paths.ts';
import {
  countTurn,
  followFiles,
  logOnce,
  lookAtLoop,
  raiseHold,
  rememberingReconcile,
  reportRestart,
  writeBriefing,
  type ActPlace,
} from './supervisor-acts.ts';
import { decideNight } from './supervisor-decide.ts';
import type { Act, Look } from './supervisor-look.ts';
import { advisorPrompt } from './supervisor-prompts.ts';
import type { NightCost, NightJob, NightState } from './supervisor-state.ts';
import { endJob, JOB_FILES, jobOutput, lookAtJob, readJson, startJob } from './worker-job.ts';

/** What the night costs and whether the gate holds the worker. */
export interface NightGate {
  readonly tokens: number;
  readonly advisorTokens: number;
  readonly cost?: NightCost;
  readonly hold: string | null;
}

/** What a program needs to be guarded. */
export interface WorkerSurroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Words that must stand first on its command line. */
  readonly first: readonly string[];
}

/** What a supervisor needs. */
export interface Supervision {
  readonly place: ActPlace;
  readonly night: NightState;
  /** The surroundings of a program, for a turn or for advice. */
  readonly surround: (program: string, kind: NightJob['kind']) => WorkerSurroundings;
  readonly gate: () => Promise<NightGate>;
  /** Lines of the worker, as they come. */
  readonly heard: (lines: readonly string[]) => void;
  /** After each look. */
  readonly shown: (state: NightState, look: Look) => void;
  /** What could not be done; it is tried again. */
  readonly trouble: (message: string) => void;
  /** Ends the supervision: the worker is ended, and the night can be gone on with. */
  readonly leaving: AbortSignal;
}

const LOOK_EVERY_MS = 100;
const AFTER_TROUBLE_MS = 1_000;
/** A keeper that did not claim its job for so long was killed before it could. */
const START_AGAIN_MS = 10_000;
const SAID_BYTES = 65_536;
const HEARD_BYTES = 262_144;
const TRANSCRIPT_LINES = 500;
const TRANSCRIPT_BYTES = 1_048_576;
const JOBS_BACK = 5;

/** Supervises until the night is over or it is told to leave; returns the night as it stands then. */
export async function superviseNight(supervision: Supervision): Promise<NightState> {
  const { place, trouble, shown } = supervision;
  const started = new Map<number, number>();
  const heard = new Map<number, number>();
  const reconcile = rememberingReconcile();
  let state = supervision.night;
  let written = '';
  writeNight(place.folder, state);
  takeNight(place.folder, state.id);
  for (;;) {
    try {
      await followHolds(place, state);
      const look = await lookAround(supervision, state, reconcile);
      hear(supervision, state, heard);
      const decided = decideNight(state, look);
      await logOnce(place, decided.state.owed);
      state = { ...decided.state, owed: [] };
      const text = JSON.stringify(state);
      if (text !== written) writeNight(place.folder, state);
      written = text;
      shown(state, look);
      if (decided.act.kind === 'leave') return state;
      await perform(supervision, state, decided.act, started);
      await sleep(LOOK_EVERY_MS);
    } catch (error) {
      trouble(error instanceof Error ? error.message : String(error));
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
  const folder = folderOf(place, state, job);
  if (act.kind === 'end-job') return endJob(folder);
  if (act.kind !== 'start-job') return;
  const since = performance.now() - (started.get(job.number) ?? Number.NEGATIVE_INFINITY);
  if (since < START_AGAIN_MS) return;
  started.set(job.number, performance.now());
  if (job.isBriefed) await writeBriefing(place, state.task, atMs);
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
  const form = { session: isTurn ? job.session : null, isTold: isTurn };
  const words = headlessWords(job.command, form, first);
  const folder = folderOf(place, state, job);
  const spec = {
    ...words,
    cwd: place.project,
    stateFolder: place.folder,
    supervisorFile: supervisorFile(nightFolder(place.folder, state.id)),
    timeoutMs: isTurn ? null : state.advisor.timeoutSeconds * 1_000,
  };
  const own = isTurn
    ? { TRIPWIRE_DIR: place.folder, TRIPWIRE_UNATTENDED: '1' }
    : // An advisor has hooks too. What it does is no turn of the worker.
      { TRIPWIRE_DIR: join(folder, 'geometry') };
  const input = isTurn ? job.prompt : advisorPrompt(job.prompt, transcript(place, state));
  startJob(folder, spec, input, { ...env, ...own });
}

async function lookAround(
  supervision: Supervision,
  state: NightState,
  reconcile: ReturnType<typeof rememberingReconcile>,
): Promise<Look> {
  const { place, leaving } = supervision;
  const gate = await supervision.gate();
  const { files, inForce } = await lookAtLoop(place, reconcile);
  const { job } = state;
  const standing =
    job === null ? ({ kind: 'not-started' } as const) : lookAtJob(folderOf(place, state, job));
  const remembered = files.remembered.holds.map(({ kind }) => kind);
  const seen = files.remembered.sessions.findLast(
    ({ id, lastAtMs }) => id !== state.id && job !== null && lastAtMs >= job.startedAtMs,
  );
  const isTurn = job?.kind === 'turn';
  const said = standing.kind === 'ended' && job !== null ? saidBy(place, state, job) : '';
  return {
    atMs: Date.now(),
    ...logSince(place.folder, state.cursor),
    holds: [...new Set([...files.holdFiles, ...remembered])],
    gateHold: gate.hold,
    job: standing,
    said,
    session: isTurn ? (seen?.id ?? null) : null,
    iterations: inForce.manifest.iterationCount,
    dirtyBit: dirtyBit(inForce.manifest),
    testCommand: inForce.manifest.testCommands[0] ?? projectTestCommand(place.project),
    briefedAtMs: changedAtMs(join(place.folder, BRIEFING)),
    tokens: gate.tokens,
    advisorTokens: gate.advisorTokens,
    ...(gate.cost === undefined ? {} : { cost: gate.cost }),
    isLeaving: leaving.aborted,
  };
}

/** A person's request to go on, or an agent's. */
async function followHolds(place: ActPlace, state: NightState): Promise<void> {
  const { job } = state;
  if (job === null) return followFiles(place, false, Date.now());
  const folder = folderOf(place, state, job);
  const standing = lookAtJob(folder);
  const isFrozen = standing.kind === 'running' && standing.isFrozen;
  const frozen = readJson(join(folder, JOB_FILES.frozen)) as { readonly stands: boolean } | null;
  // Between the file and the stop of the worker lies a moment in which nobody can tell: then it is asked again.
  if (standing.kind === 'running' && !isFrozen) return undefined;
  const couldMove = isFrozen && frozen?.stands === false;
  return followFiles(place, couldMove, Date.now());
}

/** The worker's last lines, without secrets, and what the hooks saw. */
function transcript(place: ActPlace, state: NightState): string {
  const numbers = Array.from({ length: JOBS_BACK }, (_, back) => state.jobs - JOBS_BACK + back);
  const lines = numbers
    .filter((number) => number > 0)
    .flatMap((number) => {
      const folder = jobFolder(nightFolder(place.folder, state.id), number);
      const asked = textOf(join(folder, JOB_FILES.input))
        .split('\n')
        .map((line) => `> ${line}`);
      const said = readableOutput(jobOutput(folder, -TRANSCRIPT_BYTES, TRANSCRIPT_BYTES).text);
      // Advisors are asked about the worker, not about each other.
      return textOf(join(folder, JOB_FILES.spec)).includes('"timeoutMs":null')
        ? [...asked, ...said]
        : [];
    });
  const { remembered } = readLoopFiles(place.folder);
  const steps = (remembered.sessions.at(-1)?.steps ?? []).map(
    ({ what, error }) => `[hook] ${what}${error === null ? '' : ` → ${error}`}`,
  );
  return redactSecrets([...lines, ...steps].slice(-TRANSCRIPT_LINES).join('\n'));
}

function saidBy(place: ActPlace, state: NightState, job: NightJob): string {
  const { text } = jobOutput(folderOf(place, state, job), -SAID_BYTES, SAID_BYTES);
  return readableOutput(text).join('\n');
}

/** Passes on what the worker says, whole lines at a time. */
function hear(supervision: Supervision, state: NightState, heard: Map<number, number>): void {
  const { job } = state;
  if (job === null || job.kind !== 'turn') return;
  const from = heard.get(job.number) ?? 0;
  const folder = folderOf(supervision.place, state, job);
  const { text } = jobOutput(folder, from, HEARD_BYTES);
  const end = text.lastIndexOf('\n') + 1;
  if (end === 0) return;
  heard.set(job.number, from + Buffer.byteLength(text.slice(0, end)));
  supervision.heard(readableOutput(text.slice(0, end - 1)));
}

function folderOf(place: ActPlace, { id }: NightState, { number }: NightJob): string {
  return jobFolder(nightFolder(place.folder, id), number);
}

function changedAtMs(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
