/**
 * Freezes a trajectory: the steps of its live file become one read-only JSON file that is never written again.
 *
 * The lines go in as they stand, right or wrong; a freeze that mended anything would hide what happened. A kill between
 * the two files leaves both, and freezing again gives the same bytes.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readBytesSafely, readTextSafely } from '../../base/node/safe-file.ts';
import { growingBy, writeWhole } from '../../base/node/whole-file.ts';
import { frozenHead, frozenText, sealOf } from './chain.ts';
import { readLiveEnd } from './live.ts';
import { frozenFile, liveFile, replaysFolder } from './name.ts';
import { liveLines } from './read.ts';
import { sha256, type TrajectoryStep } from './step.ts';

/** A session that was silent for a day is over, also when its client never said so. */
const SILENT_MS_MAX = 86_400_000;
const SWEPT_AT_ONCE_MAX = 8;
const READ_ONLY = 0o444;

/** Freezes what a live file holds and removes it. */
export function freeze(stateFolder: string, live: string): void {
  const read = liveLines(readTextSafely(live) ?? '');
  if (read === null) return keepAside(live);
  const { head, steps, lines } = read;
  const frozen = frozenHead(head, steps);
  const whole = frozenText(frozen, sealOf(frozen, steps), lines);
  const target = frozenFile(stateFolder, head.session_id, head.part);
  // What is frozen is not written again, whatever a live file says.
  if (!existsSync(target)) writeWhole(target, whole, { mode: READ_ONLY });
  else if (readTextSafely(target) !== whole) return keepAside(live);
  rmSync(live, { force: true });
}

/** A live file that cannot be gone on with is evidence all the same. */
export function keepAside(live: string): void {
  renameSync(live, `${live}.broken`);
}

/** Which part comes next, and what it goes on from. */
export function nextPart(
  stateFolder: string,
  session: string,
): { readonly part: number; readonly continues: string | null } {
  mkdirSync(replaysFolder(stateFolder), { recursive: true });
  let part = 1;
  while (existsSync(frozenFile(stateFolder, session, part))) part += 1;
  const before = part === 1 ? null : readBytesSafely(frozenFile(stateFolder, session, part - 1));
  return { part, continues: before === null ? null : sha256(before) };
}

/** Freezes the sessions that fell silent, a few at a time. */
export function freezeSilent(stateFolder: string, session: string, nowMs: number): void {
  const folder = replaysFolder(stateFolder);
  if (!existsSync(folder)) return;
  const own = liveFile(stateFolder, session);
  const names = readdirSync(folder);
  // Only the holder of the lock writes here, so what is unfinished was left by one that was killed.
  for (const name of names.filter((one) => growingBy(one) !== null)) rmSync(join(folder, name));
  const others = names
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
    .filter((file) => file !== own);
  const silent = others.filter((file) => {
    const end = readLiveEnd(file);
    return end !== null && end !== 'broken' && isSilent(end.last, nowMs);
  });
  for (const file of silent.slice(0, SWEPT_AT_ONCE_MAX)) freeze(stateFolder, file);
}

function isSilent(last: TrajectoryStep | null, nowMs: number): boolean {
  return last !== null && nowMs - Date.parse(last.at) > SILENT_MS_MAX;
}
