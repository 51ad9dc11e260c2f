/**
 * The supervisor's look: everything that a decision depends on, gathered at one time.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ladderLevel, type LadderFinding } from '../../detect/index.ts';
import {
  dirtyBit,
  type LoopFiles,
  type SessionState,
  type Manifest,
  projectTestCommand,
  BRIEFING,
  readableOutput,
} from '../../loop/index.ts';
import type { GateHold } from '../gate-watch.ts';
import { folderOf } from '../night-files.ts';
import type { LoopStanding, NightSpend, Supervision } from '../supervision.ts';
import { toldCost } from '../worker/engine-cost.ts';
import { jobOutput } from '../worker/job.ts';
import type { WorkerGuard } from '../worker/worker-guard.ts';
import { lookAtLoop, type rememberingReconcile } from './acts.ts';
import { logSince } from './log-cursor.ts';
import type { JobCost, Look } from './look.ts';
import type { NightJob, NightState } from './state.ts';

const SAID_BYTES = 65_536;

/** Looks. */
export async function lookAround(
  supervision: Supervision,
  state: NightState,
  reconcile: ReturnType<typeof rememberingReconcile>,
  { gateHolds, guard }: { readonly gateHolds: readonly GateHold[]; readonly guard: WorkerGuard },
): Promise<{ readonly look: Look; readonly loop: LoopStanding }> {
  const { place, leaving } = supervision;
  const { job } = state;
  // First whether it has ended: then the files read afterwards hold all that its hooks wrote, the end of its turn among it.
  const standing =
    job === null
      ? ({ kind: 'not-started' } as const)
      : guard.standing(folderOf(place.folder, state, job));
  const { files, inForce } = await lookAtLoop(place, reconcile);
  const remembered = files.remembered.holds.map(({ kind }) => kind);
  const seen = files.remembered.sessions.findLast(
    ({ id, lastAtMs }) => id !== state.id && job !== null && lastAtMs >= job.startedAtMs,
  );
  const isTurn = job?.kind === 'turn';
  const output =
    standing.kind === 'ended' && job !== null
      ? jobOutput(folderOf(place.folder, state, job), -SAID_BYTES, SAID_BYTES).text
      : null;
  const spent = await supervision.spent(output !== null);
  const look: Look = {
    atMs: Date.now(),
    ...logSince(place.folder, state.cursor),
    holds: [...new Set([...files.holdFiles, ...remembered])],
    pause: pauseOf(files),
    gateHolds,
    job: standing,
    said: readableOutput(output ?? '').join('\n'),
    cost: job === null || output === null ? null : costOf(supervision, job, output, spent),
    session: isTurn ? (seen?.id ?? null) : null,
    iterations: inForce.manifest.iterationCount,
    dirtyBit: dirtyBit(inForce.manifest),
    testCommand: inForce.manifest.testCommands[0] ?? projectTestCommand(place.project),
    briefedAtMs: changedAtMs(join(place.folder, BRIEFING)),
    ...spent,
    isLeaving: leaving.aborted,
  };
  const { manifest } = inForce;
  return { look, loop: { manifest, ladder: ladderOf(files.remembered.sessions, manifest) } };
}

function pauseOf({ remembered, holdFiles }: LoopFiles): Look['pause'] {
  const hold = remembered.holds.find(({ kind }) => kind === 'pause');
  if (hold !== undefined) return { byPerson: hold.byPerson === true };
  return holdFiles.includes('pause') ? { byPerson: true } : null;
}

/** Of the thread that called last. */
function ladderOf(sessions: readonly SessionState[], manifest: Manifest): LadderFinding | null {
  const { strict, softLoopThreshold: soft, hardLoopThreshold: hard } = manifest;
  const calls = sessions.at(-1)?.threads.at(-1)?.calls ?? [];
  return ladderLevel(calls, strict, { soft, hard });
}

/** As the engine tells it; advice of one that does not tell costs what its tokens may cost at most. */
function costOf(
  { priceAtMost }: Supervision,
  { kind, command, advisorTokensBefore }: NightJob,
  output: string,
  { advisorTokens }: NightSpend,
): JobCost | null {
  const told = toldCost(output);
  if (told !== null || kind === 'turn') return told;
  const usd = priceAtMost(command, advisorTokens - advisorTokensBefore);
  return usd === null ? null : { session: null, usd };
}

function changedAtMs(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
