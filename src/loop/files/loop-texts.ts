/**
 * The loop's files as texts: read and written without knowing what they say, so that a hook that lets a server judge need
 * not load what does.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readTextSafely } from '../../base/node/safe-file.ts';
import { standsThere } from '../../base/node/stands-there.ts';
import { writeInOrder } from '../../base/node/whole-file.ts';
import { HOLD_FILES, HOLD_KINDS, type LoopHoldKind } from './loop-state.ts';

const STATE_FILE = 'state.json';
const MANIFEST_FILE = 'MANIFEST.yaml';

/** What the folder holds. */
export interface LoopTexts {
  /** What is remembered; null when nothing is yet. */
  readonly state: string | null;
  readonly manifest: string | null;
  /** The hold files that are there. */
  readonly holdFiles: readonly LoopHoldKind[];
}

/** What is to be written. */
export interface WrittenTexts {
  readonly state: string;
  /** Null: it stays as it is. */
  readonly manifest: string | null;
}

/** Whether nothing is remembered yet. */
export function isNew(folder: string): boolean {
  return !existsSync(stateFile(folder));
}

/** Where it is kept what the loop remembers. */
export function stateFile(folder: string): string {
  return join(folder, STATE_FILE);
}

/** Reads them; throws where something else is in the place of one. */
export function readLoopTexts(folder: string): LoopTexts {
  return {
    state: readTextSafely(stateFile(folder)),
    manifest: readTextSafely(join(folder, MANIFEST_FILE)),
    holdFiles: HOLD_KINDS.filter((kind) => standsThere(join(folder, HOLD_FILES[kind]))),
  };
}

/** What is remembered first, then the manifest, whose old text is remembered with it. */
export function writeLoopTexts(folder: string, { state, manifest }: WrittenTexts): void {
  writeInOrder(folder, [
    { name: STATE_FILE, text: state },
    ...(manifest === null ? [] : [{ name: MANIFEST_FILE, text: manifest }]),
  ]);
}
