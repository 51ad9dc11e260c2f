/**
 * The loop's files on disk: read together, written in an order that a kill in the middle cannot turn into a
 * release.
 *
 * Reports come first: a report without its hold raises it, a hold without its report would count as lifted.
 * Then the log, then what the loop remembers, then the manifest, whose old text is remembered with it.
 */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../base/json-text.ts';
import { fieldsOf } from '../../base/json-values.ts';
import { readTextSafely } from '../../base/node/safe-file.ts';
import { writeWhole } from '../../base/node/whole-file.ts';
import type { RecordedHold } from '../holds/loop-journal.ts';
import { LoopError } from '../loop-error.ts';
import type { KnownManifest } from '../manifest/known-manifest.ts';
import type { LastWritten } from '../manifest/reconcile-manifest.ts';
import type { FileChange } from '../rules/situation.ts';
import type { LoopHoldKind, LoopState } from './loop-state.ts';
import {
  readLoopTexts,
  stateFile,
  writeLoopTexts,
  type LoopTexts,
  type WrittenTexts,
} from './loop-texts.ts';
import { appendToLog, type SafetyEvent } from './safety-log.ts';

const STATE_VERSION = 1;
const LOG_FILE = 'safety_log.json';

/** What is kept besides the manifest. */
export type Remembered = Omit<LoopState, 'manifest'>;

/** What the folder holds. */
export interface LoopFiles {
  readonly manifestText: string | null;
  readonly lastWritten: LastWritten | null;
  readonly remembered: Remembered;
  readonly holdFiles: readonly LoopHoldKind[];
  /** What stands in a journal because of this folder. */
  readonly recorded: readonly RecordedHold[];
}

/** What is to be written. */
export interface LoopWrites {
  readonly files: readonly FileChange[];
  readonly log: readonly SafetyEvent[];
  readonly remembered: Remembered;
  /** Left out: as before. */
  readonly recorded?: readonly RecordedHold[];
  /** The manifest's text that is in force. */
  readonly manifestText: string;
  /** Left out, the next event reads it. */
  readonly manifestKnown?: KnownManifest | null;
  /** Null when the file is a person's to correct. */
  readonly manifestOnDisk: string | null;
}

const NOTHING: Remembered = {
  holds: [],
  flights: [],
  sessions: [],
  tree: null,
  manifestProblem: null,
};

/** Reads what the folder holds; throws when it cannot be used. */
export function readLoopFiles(folder: string): LoopFiles {
  return loopFilesOf(readLoopTexts(folder), stateFile(folder));
}

/** What the texts say; throws when they cannot be used. The file is for the words. */
export function loopFilesOf(texts: LoopTexts, file: string): LoopFiles {
  const {
    manifest,
    recorded = [],
    ...remembered
  }: Stored = texts.state === null ? UNKNOWN : stateOf(file, texts.state);
  return {
    manifestText: texts.manifest,
    lastWritten: manifest,
    remembered,
    recorded,
    holdFiles: texts.holdFiles,
  };
}

/** Writes what changed. */
export function writeLoopFiles(folder: string, before: LoopFiles, writes: LoopWrites): void {
  for (const { name, text } of writes.files) {
    if (text === null) rmSync(join(folder, name), { force: true });
    else writeWhole(join(folder, name), text);
  }
  if (writes.log.length > 0) writeLog(folder, writes.log);
  writeLoopTexts(folder, textsOf(before, writes));
}

/** The texts of what is to be written. */
export function textsOf(before: LoopFiles, writes: LoopWrites): WrittenTexts {
  const manifest = {
    text: writes.manifestText,
    before: writes.manifestOnDisk === null ? null : before.manifestText,
    known: writes.manifestKnown ?? null,
  };
  const { remembered, recorded = before.recorded } = writes;
  const state = JSON.stringify({ v: STATE_VERSION, manifest, recorded, ...remembered });
  const { manifestOnDisk: onDisk } = writes;
  const isChanged = onDisk !== null && onDisk !== before.manifestText;
  return { state: `${state}\n`, manifest: isChanged ? onDisk : null };
}

function writeLog(folder: string, events: readonly SafetyEvent[]): void {
  const file = join(folder, LOG_FILE);
  const text = appendToLog(readTextSafely(file), events);
  if (text !== null) return writeWhole(file, text);
  // Somebody damaged the log. It is evidence all the same, so it is kept and a new one begun.
  const aside = `${LOG_FILE}.broken`;
  renameSync(file, join(folder, aside));
  const [{ timestamp } = { timestamp: '' }] = events;
  const replaced: SafetyEvent = {
    timestamp,
    type: 'LOG_REPLACED',
    details: { kept_as: aside },
    action_taken: 'kept_broken_log',
  };
  writeWhole(file, appendToLog(null, [replaced, ...events]) ?? '');
}

/** The file of what is remembered; older ones do not say what was recorded. */
type Stored = Remembered & {
  readonly manifest: LastWritten | null;
  readonly recorded?: readonly RecordedHold[];
};

const UNKNOWN: Stored = { manifest: null, ...NOTHING };

function stateOf(file: string, text: string): Stored {
  const { v, ...state } = fieldsOf(parseJson(text)) as { readonly v?: unknown } & Partial<Stored>;
  const isState =
    v === STATE_VERSION &&
    typeof state.manifest?.text === 'string' &&
    [state.holds, state.flights, state.sessions, state.recorded ?? []].every((list) =>
      Array.isArray(list),
    );
  if (!isState) {
    throw new LoopError(
      'LOOP_UNAVAILABLE',
      `${file} cannot be used; a person has to look at it, or delete it so that counting starts again`,
    );
  }
  return state as Stored;
}
