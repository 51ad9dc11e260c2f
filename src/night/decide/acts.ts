/**
 * What the supervisor does to the loop's files, each under their lock and each so that doing it twice is as good as once.
 *
 * The journal hears of it with the next event of a hook, as of everything that stands in the files and not there.
 */
import type { LoopEvent } from '../../clients/hook-event.ts';
import {
  briefingText,
  handleLoopEvent,
  readLoopFiles,
  writeLoopFiles,
  HOLD_FILES,
  newSession,
  type LoopHold,
  type LoopHoldKind,
  type Manifest,
  projectTestCommand,
  reconcileManifest,
  releaseLoopHold,
  BRIEFING,
  type SafetyEvent,
  type StateFolder,
  underStateLock,
  workingTree,
} from '../../loop/index.ts';
import { writeManifest } from '../../loop/manifest/write-manifest.ts';
import { logOf } from './log-cursor.ts';
import type { WantedHold } from './state.ts';

interface Changes {
  readonly manifest?: Partial<Manifest>;
  /** Settings of a person among them. */
  readonly settings?: readonly (keyof Manifest)[];
  readonly holds?: (holds: readonly LoopHold[]) => readonly LoopHold[];
  /** What the working tree looks like. */
  readonly tree?: string | null;
  readonly files?: readonly { readonly name: string; readonly text: string }[];
  readonly log?: readonly SafetyEvent[];
  readonly isNewApproach?: boolean;
}

/** Where the supervisor acts. */
export interface ActPlace extends StateFolder {
  readonly env: NodeJS.ProcessEnv;
}

/** The files as they are, and the manifest that is in force. */
export async function lookAtLoop(
  { folder }: Pick<StateFolder, 'folder'>,
  reconcile: ReconcileManifest = reconcileManifest,
) {
  const files = readLoopFiles(folder);
  return { files, inForce: await reconcile(files.manifestText, files.lastWritten, false) };
}

type ReconcileManifest = typeof reconcileManifest;

/** Reads the manifest only when it was changed: whoever looks ten times a second must not read it each time. */
export function rememberingReconcile(): ReconcileManifest {
  let seen = '';
  let inForce: ReturnType<ReconcileManifest> | null = null;
  return (onDisk, last, isCallRunning) => {
    const now = JSON.stringify([onDisk, last, isCallRunning]);
    if (inForce === null || now !== seen) inForce = reconcileManifest(onDisk, last, isCallRunning);
    seen = now;
    return inForce;
  };
}

/** A new night: its turns are counted from none, unless a person still has to look at the last ones. */
export function beginCounting(place: ActPlace, maxIterations: number | null): Promise<void> {
  return change(place, ({ files }) => {
    const isHeld = files.remembered.holds.some(({ kind }) => kind === 'checkpoint');
    return {
      // The first turn is measured by what was there before it.
      tree: workingTree(place),
      manifest: {
        ...(isHeld ? {} : { iterationCount: 0 }),
        ...(maxIterations === null ? {} : { maxIterations }),
      },
      settings: maxIterations === null ? [] : ['maxIterations'],
    };
  });
}

/** The end of a turn that no hook has reported; `session` is null for a worker without hooks. */
export async function countTurn(
  place: ActPlace,
  session: string | null,
  night: string,
  atMs: number,
): Promise<void> {
  const own = { kind: 'stop', isStopHookActive: false, lastMessage: null } as const;
  // Without hooks and without a repository nobody can tell whether a file was changed.
  const isSeen = session !== null || workingTree(place) !== null;
  await report(place, { ...happened(place, session ?? night, atMs), ...own }, isSeen);
}

/** A worker was restarted because its context was full. */
export async function reportRestart(place: ActPlace, session: string, atMs: number): Promise<void> {
  const own = { kind: 'session-start', source: 'clear', model: null } as const;
  await report(place, { ...happened(place, session, atMs), ...own });
}

/** Raises a hold; one that stands stays as it is. */
export function raiseHold(place: ActPlace, wanted: WantedHold, atMs: number): Promise<void> {
  const { hold: kind, why } = wanted;
  return change(place, ({ files }) => {
    if (files.remembered.holds.some((one) => one.kind === kind)) return {};
    const at = new Date(atMs).toISOString();
    const name = HOLD_FILES[kind];
    const text = `# ${kind === 'blocker' ? 'Blocker Report' : 'Pause'} - ${at}\n\n## Issue\n${why}\n\n## To Continue\nDelete this file to resume: rm .geometry/${name}\n`;
    const raised = { kind, sinceMs: atMs, why, text, locked: false, endsSession: null };
    const action = kind === 'blocker' ? 'created_blocker_report' : 'paused';
    return {
      holds: (holds) => [...holds, raised],
      files: [{ name, text }],
      log: [{ timestamp: at, type: 'SUPERVISOR', details: { why }, action_taken: action }],
    };
  });
}

/**
 * Holds whose file is gone. While nothing of the worker could move, a person took it away: the hold is lifted. Otherwise
 * it may have been the worker: the file is written again, and only a command lifts the hold.
 */
export async function followFiles(
  place: ActPlace,
  couldMove: boolean,
  atMs: number,
): Promise<void> {
  const files = readLoopFiles(place.folder);
  const gone = files.remembered.holds.filter(({ kind }) => !files.holdFiles.includes(kind));
  for (const hold of gone) {
    if (couldMove || hold.locked) await restoreFile(place, hold.kind, atMs);
    else {
      const { project: cwd } = place;
      const env = envOf(place);
      await releaseLoopHold({ cwd, env, hold: hold.kind, by: 'file', nowMs: atMs });
    }
  }
}

/** STOP or PAUSE that a person made and no hook has seen: the loop remembers it, and the log tells it. */
export async function adoptFile(
  place: ActPlace,
  kind: 'stop' | 'pause',
  atMs: number,
): Promise<void> {
  if (!isUnknown(readLoopFiles(place.folder), kind)) return;
  await change(place, ({ files }) => {
    if (!isUnknown(files, kind)) return {};
    const file = HOLD_FILES[kind];
    const raised: LoopHold = {
      kind,
      sinceMs: atMs,
      why: `${file} is there`,
      text: '',
      locked: false,
      endsSession: null,
      byPerson: true,
    };
    return {
      holds: (holds) => [...holds, raised],
      log: [
        {
          timestamp: new Date(atMs).toISOString(),
          type: 'MANUAL_OVERRIDE',
          details: { file, by: 'file' },
          action_taken: kind === 'stop' ? 'stopped_session' : 'paused',
        },
      ],
    };
  });
}

/** Whether a file is there that the loop does not remember. */
function isUnknown(
  { remembered, holdFiles }: ReturnType<typeof readLoopFiles>,
  kind: LoopHoldKind,
): boolean {
  return holdFiles.includes(kind) && !remembered.holds.some((one) => one.kind === kind);
}

/** A file of a person that the worker took away before the loop knew of it, and that is there again. */
export async function adoptRestored(
  place: ActPlace,
  kind: LoopHoldKind,
  atMs: number,
): Promise<void> {
  if (!isUnknown(readLoopFiles(place.folder), kind)) return;
  await change(place, ({ files }) => {
    if (!isUnknown(files, kind)) return {};
    const file = HOLD_FILES[kind];
    const why = `${file} was there, and was deleted while the worker could move`;
    const raised: LoopHold = {
      kind,
      sinceMs: atMs,
      why,
      text: `${why}\n`,
      locked: true,
      endsSession: null,
      byPerson: true,
    };
    const timestamp = new Date(atMs).toISOString();
    const details = { file, during: ['the worker'] };
    return {
      holds: (holds) => [...holds, raised],
      log: [{ timestamp, type: 'SELF_RELEASE', details, action_taken: 'restored_file' }],
    };
  });
}

function restoreFile(place: ActPlace, kind: LoopHoldKind, atMs: number): Promise<void> {
  return change(place, ({ files }) => {
    const hold = files.remembered.holds.find((one) => one.kind === kind);
    if (hold === undefined || files.holdFiles.includes(kind)) return {};
    const name = HOLD_FILES[kind];
    const details = { file: name, during: ['the worker'] };
    const timestamp = new Date(atMs).toISOString();
    return {
      holds: (holds) => holds.map((one) => (one.kind === kind ? { ...one, locked: true } : one)),
      files: [{ name, text: hold.text }],
      log: [{ timestamp, type: 'SELF_RELEASE', details, action_taken: 'restored_file' }],
    };
  });
}

/** Entries that the log has not got yet. */
export async function logOnce(place: ActPlace, entries: readonly SafetyEvent[]): Promise<void> {
  if (entries.length === 0) return;
  await change(place, () => {
    const known = new Set(logOf(place.folder).map((one) => JSON.stringify(one)));
    return {
      log: entries.filter((one) => !known.has(JSON.stringify(one))),
      // What an advisor said is the new approach that a stuck worker waits for.
      isNewApproach: entries.some(({ type }) => type === 'OUT_OF_BAND_ADVISOR'),
    };
  });
}

/** The briefing, from what the hooks saw of the last session; the goal is what the person asked for. */
export function writeBriefing(place: ActPlace, goal: string, atMs: number): Promise<void> {
  return change(place, ({ files, inForce }) => {
    const last = files.remembered.sessions.at(-1) ?? newSession('', atMs);
    const text = briefingText({
      session: { ...last, goal },
      manifest: inForce.manifest,
      testCommand: projectTestCommand(place.project),
      atMs,
    });
    return { files: [{ name: BRIEFING, text }] };
  });
}

function change(
  place: ActPlace,
  make: (now: Awaited<ReturnType<typeof lookAtLoop>>) => Changes,
): Promise<void> {
  return underStateLock(place, async () => {
    const now = await lookAtLoop(place);
    const { files, inForce } = now;
    const changes = make(now);
    const { manifest: edits = {}, settings = [], holds, files: texts = [], log = [] } = changes;
    const manifest = { ...inForce.manifest, ...edits };
    const manifestText = writeManifest(inForce.text, manifest, settings);
    const { remembered } = files;
    const { tree = remembered.tree, isNewApproach = false } = changes;
    const sessions = isNewApproach
      ? remembered.sessions.map((one) => ({ ...one, pauses: [] }))
      : remembered.sessions;
    writeLoopFiles(place.folder, files, {
      files: texts,
      log,
      remembered: {
        ...remembered,
        tree,
        sessions,
        holds: holds?.(remembered.holds) ?? remembered.holds,
      },
      manifestText,
      manifestOnDisk: inForce.problem === null ? manifestText : null,
    });
  });
}

async function report(place: ActPlace, event: LoopEvent, isUnattended = true): Promise<void> {
  const env = { ...envOf(place), TRIPWIRE_UNATTENDED: isUnattended ? '1' : '0' };
  const answer = await handleLoopEvent({ event, env, nowMs: event.atMs });
  if (answer.kind === 'undecided') throw new Error(answer.problem);
}

function happened({ project }: ActPlace, session: string, atMs: number) {
  return { session, agent: null, atMs, cwd: project, transcript: null };
}

function envOf({ env, folder }: ActPlace): NodeJS.ProcessEnv {
  return { ...env, TRIPWIRE_DIR: folder, TRIPWIRE_UNATTENDED: '1' };
}
