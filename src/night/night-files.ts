/**
 * The files of a night: one folder each, below the project's state folder.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../base/json-text.ts';
import { fieldsOf } from '../base/json-values.ts';
import { textIfReadable } from '../base/node/file-text.ts';
import { writeWhole } from '../base/node/whole-file.ts';
import { redactSecrets } from '../base/secrets/redact-secrets.ts';
import { LoopError } from '../loop/index.ts';
import type { NightJob, NightState } from './decide/state.ts';
import type { LeaveFiles } from './gate-watch.ts';
import { readJson } from './worker/job.ts';
import { isThere, markOf, type ProcessMark } from './worker/tree.ts';

const FOLDER = 'nights';
const STATE = 'night.json';
const WITH_KEYS = 'night-with-keys.json';
const SUPERVISOR = 'supervisor.json';
const LEAVES = { turn: 'leave.json', advice: 'leave-advice.json' } as const;
const OWNER_ONLY = { folder: 0o700, file: 0o600 };
const NUMBER_LENGTH = 4;
/** The last time that a date can have. */
const LAST_TIME_MS = 8.64e15;
/** What nights of earlier versions did not count. */
const COUNTED_LATER = {
  heldBefore: null,
  listCost: { microUsd: 0, unpricedCalls: 0 },
  usdBySession: {},
  advisorUsd: 0,
  loopAdvice: 'none',
} as const;

/** The folder of a night. */
export function nightFolder(stateFolder: string, id: string): string {
  return join(stateFolder, FOLDER, id);
}

/** The folder of one of its jobs. */
export function folderOf(
  stateFolder: string,
  { id }: Pick<NightState, 'id'>,
  { number }: Pick<NightJob, 'number'>,
): string {
  return join(nightFolder(stateFolder, id), 'jobs', String(number).padStart(NUMBER_LENGTH, '0'));
}

/** The files without which the worker of a night, or its advisor, stands still. */
export function leaveFiles(night: string): LeaveFiles {
  return { turn: join(night, LEAVES.turn), advice: join(night, LEAVES.advice) };
}

/** The ids of all nights, the first first. */
export function nightIds(stateFolder: string): readonly string[] {
  try {
    return readdirSync(join(stateFolder, FOLDER)).toSorted();
  } catch {
    return [];
  }
}

/** A night for people to read; null when there is none of that id. */
export function readNight(stateFolder: string, id: string): NightState | null {
  const night = read(join(nightFolder(stateFolder, id), STATE));
  // Earlier versions wrote the keys too.
  return night === null ? null : (JSON.parse(withoutKeys(night)) as NightState);
}

/** A night that is to be gone on with, with the keys that stood in its task. */
export function readUnfinished(stateFolder: string, id: string): NightState | null {
  const folder = nightFolder(stateFolder, id);
  const night = read(join(folder, STATE));
  if (night === null || night.ended !== null) return null;
  return read(join(folder, WITH_KEYS)) ?? night;
}

function read(file: string): NightState | null {
  const text = textIfReadable(file);
  return text === null ? null : nightOf(file, text);
}

/** The night as JSON, without what looks like a key or token. */
function withoutKeys(night: NightState): string {
  return JSON.stringify(night, (_key, value: unknown) =>
    typeof value === 'string' ? redactSecrets(value) : value,
  );
}

function nightOf(file: string, text: string): NightState {
  const state = parseJson(text) as NightState | null | undefined;
  // The compiler knows of one version; the disk may hold another.
  if (!isNight(state)) {
    throw new LoopError('LOOP_UNAVAILABLE', `${file} cannot be used; a person has to look at it`);
  }
  const night = state as NightState;
  const { job } = night;
  // Written before a question knew how many were asked before it: the first advisor is asked again.
  const known = job?.kind === 'advice' ? { job: { ...job, tried: job.tried ?? 0 } } : {};
  return { ...COUNTED_LATER, ...night, ...known };
}

/** Enough of one to be shown: the file lies where the worker can write. */
function isNight(state: unknown): boolean {
  const { v, startedAtMs, moments, held, ended } = fieldsOf(state);
  const isTime = (value: unknown) =>
    typeof value === 'number' && Math.abs(value) <= LAST_TIME_MS && Number.isFinite(value);
  const areTimes = (list: unknown) =>
    Array.isArray(list) && list.every((one) => isTime(fieldsOf(one)['atMs']));
  const isEnd = ended === null || isTime(fieldsOf(ended)['atMs']);
  return v === 1 && isTime(startedAtMs) && areTimes(moments) && Array.isArray(held) && isEnd;
}

/**
 * Writes a night, whole. What people read has no keys in it; where the task had one, the worker needs it again after a
 * crash, so until the night is over a second file has it.
 */
export function writeNight(stateFolder: string, state: NightState): void {
  const folder = nightFolder(stateFolder, state.id);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
  const whole = JSON.stringify(state);
  const shown = withoutKeys(state);
  const withKeys = join(folder, WITH_KEYS);
  const mode = OWNER_ONLY.file;
  // First what is gone on with: a crash in between loses nothing.
  if (shown !== whole && state.ended === null) writeWhole(withKeys, `${whole}\n`, { mode });
  writeWhole(join(folder, STATE), `${shown}\n`, { mode });
  if (state.ended !== null) rmSync(withKeys, { force: true });
}

/** Names this process as the supervisor of a night. */
export function takeNight(stateFolder: string, id: string): void {
  writeWhole(supervisorFile(stateFolder, id), JSON.stringify(markOf(process.pid)));
}

/** The process that supervises a night now; null when none does. */
export function supervisorOf(stateFolder: string, id: string): number | null {
  const mark = readJson(supervisorFile(stateFolder, id)) as ProcessMark | null;
  return mark !== null && mark.pid !== process.pid && isThere(mark) ? mark.pid : null;
}

function supervisorFile(stateFolder: string, id: string): string {
  return join(nightFolder(stateFolder, id), SUPERVISOR);
}
