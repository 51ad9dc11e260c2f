/**
 * The files of a night: one folder each, below the project's state folder.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../base/node/whole-file.ts';
import { LoopError } from '../loop/index.ts';
import type { NightJob, NightState } from './decide/state.ts';
import { readJson } from './worker/job.ts';
import { isThere, markOf, type ProcessMark } from './worker/tree.ts';

const FOLDER = 'nights';
const STATE = 'night.json';
const SUPERVISOR = 'supervisor.json';
const LEAVE = 'leave.json';
const OWNER_ONLY = 0o700;
const NUMBER_LENGTH = 4;
/** What nights of earlier versions did not count. */
const COUNTED_LATER = {
  listCost: { microUsd: 0, unpricedCalls: 0 },
  usdBySession: {},
  advisorUsd: 0,
};

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

/** The file without which the worker of a night stands still. */
export function leaveFile(night: string): string {
  return join(night, LEAVE);
}

/** The ids of all nights, the first first. */
export function nightIds(stateFolder: string): readonly string[] {
  try {
    return readdirSync(join(stateFolder, FOLDER)).toSorted();
  } catch {
    return [];
  }
}

/** A night; null when there is none of that id. */
export function readNight(stateFolder: string, id: string): NightState | null {
  const file = join(nightFolder(stateFolder, id), STATE);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  try {
    const state = JSON.parse(text) as NightState;
    // The compiler knows of one version; the disk may hold another.
    if ((state as { readonly v: unknown }).v === 1) {
      const { job } = state;
      // Written before a question knew how many were asked before it: the first advisor is asked again.
      const known = job?.kind === 'advice' ? { job: { ...job, tried: job.tried ?? 0 } } : {};
      return { ...COUNTED_LATER, ...state, ...known };
    }
  } catch {
    // Said below.
  }
  throw new LoopError('LOOP_UNAVAILABLE', `${file} cannot be used; a person has to look at it`);
}

/** Writes a night, whole. */
export function writeNight(stateFolder: string, state: NightState): void {
  const folder = nightFolder(stateFolder, state.id);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  writeWhole(join(folder, STATE), `${JSON.stringify(state)}\n`);
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
