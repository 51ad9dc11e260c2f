/**
 * Reads the trajectories of a session: its frozen parts in order, and what goes on.
 *
 * Reading believes nothing; whether what was read is what was written, `trajectoryProblem` says.
 */
import { existsSync, readdirSync } from 'node:fs';
import { parseJson } from '../../base/json-text.ts';
import { isObject } from '../../base/json-values.ts';
import { readBytesSafely } from '../../base/node/safe-file.ts';
import { type FrozenHead, type TrajectoryHead, frozenHead } from './chain.ts';
import { frozenFile, liveFile, partOf, replaysFolder } from './name.ts';
import type { TrajectoryStep } from './step.ts';

/** A session of weeks has a few hundred megabytes. */
const REPLAY_BYTES_MAX = 1_073_741_824;

/** A trajectory as it stands in a file. */
export interface Trajectory {
  readonly file: string;
  readonly bytes: Buffer;
  /** A frozen replay, or the lines of a session that goes on. */
  readonly form: 'frozen' | 'live';
  readonly head: FrozenHead;
  /** The digest of the whole; null for one that goes on. */
  readonly seal: unknown;
  readonly steps: readonly TrajectoryStep[];
  /** Its last line was torn by a kill and is left out. */
  readonly isTorn: boolean;
}

/** The lines of a live file. */
export interface LiveLines {
  readonly head: TrajectoryHead;
  readonly steps: readonly TrajectoryStep[];
  /** The steps as they stand there. */
  readonly lines: readonly string[];
  readonly isTorn: boolean;
}

/** The files of a session: its frozen parts, then the one that goes on. */
export function trajectoryFiles(stateFolder: string, session: string): readonly string[] {
  const folder = replaysFolder(stateFolder);
  if (!existsSync(folder)) return [];
  // By what is there, not by counting: a part that was taken away must not hide the ones behind it.
  const files = readdirSync(folder)
    .flatMap((name) => partOf(name, session) ?? [])
    .toSorted((one, other) => one - other)
    .map((part) => frozenFile(stateFolder, session, part));
  const live = liveFile(stateFolder, session);
  return existsSync(live) ? [...files, live] : files;
}

/** Reads a frozen replay or a live one; null when it is neither. */
export function readTrajectory(file: string): Trajectory | null {
  const bytes = readBytesSafely(file, { followsLinks: true, bytesMax: REPLAY_BYTES_MAX });
  if (bytes === null) throw new Error(`there is no file ${file}`);
  const text = bytes.toString();
  const whole = parseJson(text);
  if (isObject(whole) && Array.isArray(whole['trajectory'])) {
    const { trajectory, digest: seal, ...rest } = whole;
    if (!(trajectory as unknown[]).every(isObject)) return null;
    const steps = trajectory as unknown as readonly TrajectoryStep[];
    const head = rest as unknown as FrozenHead;
    return { file, bytes, form: 'frozen', head, seal, steps, isTorn: false };
  }
  const live = liveLines(text);
  if (live === null) return null;
  const { steps, isTorn } = live;
  const head = { ...frozenHead(live.head, steps), frozen: false };
  return { file, bytes, form: 'live', head, seal: null, steps, isTorn };
}

/** The lines of a live file's text; null when it is none. */
export function liveLines(text: string): LiveLines | null {
  const all = text.split('\n');
  const isTorn = all.pop() !== '';
  const [first, ...lines] = all;
  const head = parseJson(first ?? '');
  if (!isObject(head) || typeof head['session_id'] !== 'string') return null;
  const steps = lines.map(parseJson);
  if (!steps.every(isObject)) return null;
  return {
    head: head as unknown as TrajectoryHead,
    steps: steps as unknown as readonly TrajectoryStep[],
    lines,
    isTorn,
  };
}
