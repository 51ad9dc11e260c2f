/**
 * One event of a hook: find the project's folder, and under its lock read, decide, write, answer.
 *
 * Fail closed: where the folder cannot be read or written, no tool runs. A stop is let through all the same,
 * because an agent that may not end would go on without the rules.
 */
import { join } from 'node:path';
import { applyRules } from './apply-rules.ts';
import { withLock } from './file-lock.ts';
import type { LoopAnswer, LoopEvent } from './loop-event.ts';
import { readLoopFiles, writeLoopFiles, type LoopFiles } from './loop-files.ts';
import { projectTestCommand } from './project-test-command.ts';
import { reconcileManifest, type ManifestInForce } from './reconcile-manifest.ts';
import { runningCalls } from './rule-hold-files.ts';
import type { SafetyEvent } from './safety-log.ts';
import type { Surroundings } from './situation.ts';
import {
  dataFolder,
  findStateFolder,
  homeOf,
  makeStateFolder,
  type StateFolder,
} from './state-folder.ts';
import { transcriptUsage } from './transcript-usage.ts';
import { workingTree } from './working-tree.ts';
import { writeManifest } from './write-manifest.ts';

/** The file that one process at a time holds. */
export const LOCK_FILE = '.lock';

/** What a hook reports, and where it runs. */
export interface LoopRequest {
  readonly event: LoopEvent;
  readonly env: NodeJS.ProcessEnv;
  /** The clock of the machine; the event's own time is the client's. */
  readonly nowMs: number;
}

/** Answers an event. */
export async function handleLoopEvent({ event, env, nowMs }: LoopRequest): Promise<LoopAnswer> {
  try {
    const place = findStateFolder(event.cwd, env);
    makeStateFolder(place);
    const timed = { ...event, atMs: nowMs };
    return await withLock(join(place.folder, LOCK_FILE), () => decide(place, timed, env));
  } catch (error) {
    const reason = `Tripwire cannot decide: ${error instanceof Error ? error.message : String(error)}`;
    return event.kind === 'tool-before' || event.kind === 'prompt'
      ? { kind: 'deny', reason, endsSession: false }
      : { kind: 'pass', say: reason };
  }
}

function decide(place: StateFolder, event: LoopEvent, env: NodeJS.ProcessEnv): LoopAnswer {
  const files = readLoopFiles(place.folder);
  const isRunning = runningCalls(files.remembered, event.atMs).length > 0;
  const inForce = reconcileManifest(files.manifestText, files.lastWritten, isRunning);
  const state = { ...files.remembered, manifest: inForce.manifest };
  const around = surroundings(place, event, env, files, inForce);
  const applied = applyRules(state, event, around);
  const { manifest, ...remembered } = applied.state;
  const manifestText = writeManifest(inForce.text, manifest);
  writeLoopFiles(place.folder, files, {
    files: applied.files,
    log: [...manifestLog(inForce, event), ...applied.log],
    remembered,
    manifestText,
    manifestOnDisk: inForce.problem === null ? manifestText : null,
  });
  return applied.answer;
}

function surroundings(
  { folder, project }: StateFolder,
  event: LoopEvent,
  env: NodeJS.ProcessEnv,
  files: LoopFiles,
  inForce: ManifestInForce,
): Surroundings {
  const isTurnEnd = event.kind === 'stop' && event.agent === null;
  const unattended = env['TRIPWIRE_UNATTENDED'] === '1';
  // A subagent has a transcript of its own, and the beginning of a turn still shows the end of the last.
  const hasUsage =
    ['tool-before', 'tool-after', 'stop'].includes(event.kind) && event.agent === null;
  return {
    files: files.holdFiles,
    manifestProblem: inForce.problem,
    usage: hasUsage && event.transcript !== null ? transcriptUsage(event.transcript) : null,
    testCommand: isTurnEnd ? projectTestCommand(project) : null,
    unattended,
    tree: isTurnEnd && unattended ? workingTree(project) : null,
    places: { stateFolder: folder, dataFolder: dataFolder(env), project, home: homeOf(env) },
  };
}

/** What was done to the manifest since the loop wrote it. */
function manifestLog(
  { edits, putBack }: ManifestInForce,
  event: LoopEvent,
): readonly SafetyEvent[] {
  if (edits.length === 0 && putBack === null) return [];
  const changes = Object.fromEntries(edits.map(({ key, from, to }) => [key, { from, to }]));
  return [
    {
      timestamp: new Date(event.atMs).toISOString(),
      type: 'MANIFEST_EDIT',
      details: { by: 'file', changes, ...(putBack === null ? {} : { why: putBack }) },
      action_taken: putBack === null ? 'applied' : 'restored_manifest',
    },
  ];
}
