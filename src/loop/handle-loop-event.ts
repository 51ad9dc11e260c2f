/**
 * One event of a hook: find the project's folder, and under its lock read, decide, record, write, answer.
 *
 * Fail closed: where the folder cannot be read or written, no tool runs. A stop is let through all the same,
 * because an agent that may not end would go on without the rules.
 */
import { join } from 'node:path';
import type { LoopAnswer, LoopEvent } from '../clients/hook-event.ts';
import type { ClientId } from '../clients/table.ts';
import { adviceFor, adviceQuestion, withQuestion } from './advisor/hook-advice.ts';
import { withLock } from './files/file-lock.ts';
import { readLoopFiles, writeLoopFiles } from './files/loop-files.ts';
import { isNew } from './files/loop-texts.ts';
import { projectTestCommand } from './files/project-test-command.ts';
import type { SafetyEvent } from './files/safety-log.ts';
import {
  findStateFolder,
  LOCK_FILE,
  makeStateFolder,
  type StateFolder,
} from './files/state-folder.ts';
import { cannotDecide } from './holds/cannot-decide.ts';
import { takeOver } from './holds/journal-holds.ts';
import type { JournalOpener, LoopJournal } from './holds/loop-journal.ts';
import { recordReport } from './holds/record-report.ts';
import {
  contextUsage,
  isSupervised as isSupervisedIn,
  isUnattended,
  placesOf,
} from './look-around.ts';
import { loopWrites } from './loop-writes.ts';
import {
  keepValues,
  reconcileManifest,
  type ManifestInForce,
} from './manifest/reconcile-manifest.ts';
import { recordStep } from './replays/record.ts';
import { lookAtCall, placeIn, reservedCall, type LookedAt } from './reserved/reserved-call.ts';
import { applyRules } from './rules/apply-rules.ts';
import { runningCalls } from './rules/hold-files.ts';
import type { Surroundings } from './rules/situation.ts';

/** What a hook reports, and where it runs. */
export interface LoopRequest {
  readonly event: LoopEvent;
  readonly env: NodeJS.ProcessEnv;
  /** The clock of the machine; the event's own time is the client's. */
  readonly nowMs: number;
  /** Who runs the agent; left out, nobody can tell whether it is the pinned one. */
  readonly client?: ClientId;
  /** Where the outcome is recorded before it is acted on; left out, nowhere. */
  readonly journals?: JournalOpener;
  /**
   * The project is not this process's to read: a server is told of folders by agents and must open none of them. Then
   * nothing is known of its branch, tests, transcript or working tree, and what depends on them is refused or left out.
   */
  readonly isProjectForeign?: boolean;
}

/** What was seen before the lock was taken. */
interface SeenBefore {
  readonly looked: LookedAt | null;
  /** A supervisor owns the agent's process. */
  readonly isSupervised: boolean;
  readonly around: Omit<Surroundings, 'files' | 'manifestProblem' | 'reserved'>;
}

/** Answers an event. */
export async function handleLoopEvent(request: LoopRequest): Promise<LoopAnswer> {
  const { event, env, nowMs, client = null, journals, isProjectForeign = false } = request;
  try {
    const place = findStateFolder(event.cwd, env);
    makeStateFolder(place);
    const timed = { ...event, atMs: nowMs };
    const looked = await lookAtCall(timed, {
      client: isProjectForeign ? null : client,
      place: placeIn(place.project, env),
      stateFolder: place.folder,
      isProjectForeign,
    });
    const around = isProjectForeign
      ? withoutLooking(place, env)
      : await lookAround(place, timed, env);
    await journals?.prepare();
    // The first event reads the manifest; what reads it is loaded before others wait at the lock.
    if (isNew(place.folder)) await import('./manifest/write-manifest.ts');
    return await withLock(join(place.folder, LOCK_FILE), async () => {
      const journal = (await journals?.open(place)) ?? null;
      try {
        const isSupervised = isSupervisedIn(env);
        return await decide(place, timed, { looked, isSupervised, around }, journal);
      } finally {
        await journal?.close();
      }
    });
  } catch (error) {
    return cannotDecide(event, error);
  }
}

async function decide(
  place: StateFolder,
  event: LoopEvent,
  { looked, isSupervised, around }: SeenBefore,
  journal: LoopJournal | null,
): Promise<LoopAnswer> {
  const {
    holds: standing,
    isShadow,
    isWindingDown,
  } = (await journal?.standing(event.session)) ?? {
    holds: [],
    isShadow: false,
    isWindingDown: false,
  };
  const taken = takeOver(readLoopFiles(place.folder), journal, standing, event);
  const { files } = taken;
  const isRunning = runningCalls(files.remembered, event.atMs).length > 0;
  const inForce = await reconcileManifest(files.manifestText, files.lastWritten, isRunning);
  const state = { ...files.remembered, manifest: inForce.manifest };
  const advice = await adviceFor(place.folder, state, event);
  const applied = applyRules(state, event, {
    ...around,
    isShadow,
    isWindingDown,
    advice,
    files: files.holdFiles,
    manifestProblem: inForce.problem,
    reserved: reservedCall(looked, state, event.session, around.usage),
  });
  // A supervisor asks by itself; a server must start nothing that a project names.
  const mayAsk = !isSupervised && around.isForeign !== true;
  const question = mayAsk ? adviceQuestion(state, applied.state, event) : null;
  const asked = question === null ? null : withQuestion(applied.state, question, event);
  const log = [
    ...manifestLog(inForce, event),
    ...taken.log,
    ...applied.log,
    ...(asked === null ? [] : [asked.entry]),
  ];
  const judged = { event, applied, log, standing, recorded: files.recorded, isSupervised };
  const { answer, recorded } = await recordReport(journal, judged);
  const after = asked?.state ?? applied.state;
  const writes = loopWrites({
    files,
    applied,
    state: after,
    answer,
    recorded,
    kept: await keepValues(inForce, after.manifest),
    isManifestTheirs: inForce.problem !== null,
    log,
    more: taken.writes,
  });
  writeLoopFiles(place.folder, files, writes);
  recordStep(place.folder, event, { ...applied, answer });
  if (question !== null) {
    const { askAdvisor } = await import('./advisor/ask-advisor.ts');
    askAdvisor(place.folder, event, question);
  }
  return answer;
}

/** What is looked at before the lock is taken, because it takes long and nothing under the lock changes it. */
async function lookAround(
  place: StateFolder,
  event: LoopEvent,
  env: NodeJS.ProcessEnv,
): Promise<SeenBefore['around']> {
  const isTurnEnd = event.kind === 'stop' && event.agent === null;
  const unattended = isUnattended(env);
  return {
    usage: await contextUsage(event),
    testCommand: isTurnEnd ? projectTestCommand(place.project) : null,
    unattended,
    tree: isTurnEnd && unattended ? await treeOf(place) : null,
    places: placesOf(place, env),
  };
}

/** What is known of a project that may not be read. */
function withoutLooking(place: StateFolder, env: NodeJS.ProcessEnv): SeenBefore['around'] {
  return {
    usage: null,
    testCommand: null,
    unattended: isUnattended(env),
    tree: null,
    isForeign: true,
    places: placesOf(place, env),
  };
}

/** Git is only asked in unattended work, so what asks it is only loaded there. */
async function treeOf(place: Pick<StateFolder, 'project' | 'folder'>): Promise<string | null> {
  const { workingTree } = await import('./files/working-tree.ts');
  return workingTree(place);
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
