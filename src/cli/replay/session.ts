/**
 * `tripwire replay SESSION`: what a session of the loop did, step by step, and the proof that the recording is as it
 * was written.
 */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { TripwireError } from '../../core/index.ts';
import {
  findStateFolder,
  linkProblem,
  readTrajectory,
  replaysFolder,
  trajectoryFiles,
  trajectoryProblem,
  type Trajectory,
} from '../../loop/index.ts';
import { printLines } from '../terminal/print-lines.ts';
import { sayJson } from '../terminal/say.ts';
import { canDraw } from '../terminal/terminal.ts';
import { stepThrough } from './session-screen.ts';
import { proofLine, stepLines, verdictLine, type SessionReplay } from './session-text.ts';

const BEGINNING_BYTES = 4_096;
const NAMED_MAX = 10;

/** Whether what is to be replayed is a session or the file of one, and no recording or journal. */
export function isSession(target: string): boolean {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats === undefined || stats.isDirectory()) return true;
  if (!stats.isFile()) return false;
  const opened = openSync(target, 'r');
  try {
    const bytes = Buffer.alloc(BEGINNING_BYTES);
    const text = bytes.toString('utf8', 0, readSync(opened, bytes, 0, BEGINNING_BYTES, 0));
    return text.includes('"session_id"') && !text.includes('"constitution_id"');
  } finally {
    closeSync(opened);
  }
}

/** Shows a session's trajectory and proves it; returns the exit code. */
export async function replaySession(
  target: string,
  options: { readonly json: boolean },
): Promise<number> {
  const replay = replayOf(target);
  if (options.json) printJson(replay);
  else if (canDraw(process.stdout, process.env) && process.stdin.isTTY) {
    await stepThrough(replay, process.stdin, process.stdout);
    printLines([verdictLine(replay), proofLine(replay)]);
  } else printLines([...stepLines(replay), verdictLine(replay), proofLine(replay)]);
  return replay.lost === null ? 0 : 1;
}

/** Trajectories in order, up to the first thing that is not as it was recorded. */
function proven(parts: readonly Trajectory[], isWholeSession: boolean): SessionReplay {
  for (const [index, part] of parts.entries()) {
    const found = trajectoryProblem(part);
    const link = isWholeSession ? linkProblem(parts[index - 1] ?? null, part) : null;
    const lost = found ?? (link === null ? null : { step: 0, problem: link });
    if (lost !== null)
      return { parts: parts.slice(0, index + 1), lost: { file: part.file, ...lost } };
  }
  return { parts, lost: null };
}

function replayOf(target: string): SessionReplay {
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats?.isFile() === true) return proven([readWhole(target)], false);
  const { folder } = findStateFolder(process.cwd(), process.env);
  const files = trajectoryFiles(folder, target);
  if (files.length > 0) return proven(files.map(readWhole), true);
  throw new TripwireError(
    'USAGE',
    `there is no file ${target}, and no session of that name in ${replaysFolder(folder)} (${recorded(folder)})`,
  );
}

function readWhole(file: string): Trajectory {
  const trajectory = readTrajectory(file);
  if (trajectory === null) {
    throw new TripwireError(
      'RECORDING_INVALID',
      `${file}: is not a replay of a session: it is not JSON with a trajectory, or a line of it is damaged`,
    );
  }
  return trajectory;
}

/** What could have been meant. */
function recorded(stateFolder: string): string {
  const stats = statSync(replaysFolder(stateFolder), { throwIfNoEntry: false });
  const names = stats?.isDirectory() === true ? readdirSync(replaysFolder(stateFolder)) : [];
  const replays = names.filter((name) => /\.jsonl?$/.test(name)).toSorted();
  if (replays.length === 0) return 'nothing is recorded there';
  const shown = replays.slice(0, NAMED_MAX).join(', ');
  return `there are ${replays.length} files: ${shown}${replays.length > NAMED_MAX ? ', …' : ''}`;
}

function printJson({ parts, lost }: SessionReplay): void {
  for (const { steps } of parts) for (const step of steps) sayJson(step);
  const head = parts.at(-1)?.head;
  const about = {
    session_id: head?.session_id,
    model_version: head?.model_version,
    prompt_hash: parts[0]?.head.prompt_hash,
    frozen: head?.frozen,
    parts: parts.length,
    steps: parts.flatMap(({ steps }) => steps).length,
  };
  sayJson({ ...about, intact: lost === null, ...lost });
}
