import { manifestEdits, type ManifestEdit } from './manifest-edits.ts';
import { DEFAULT_MANIFEST } from './manifest-text.ts';
/**
 * Which manifest is in force: the file's, unless it is broken, gone, or was loosened while a call ran.
 */
import type { Manifest } from './manifest.ts';
import { readManifest } from './read-manifest.ts';

/** What the loop wrote last, and what stood there before, in case it was killed in between. */
export interface LastWritten {
  readonly text: string;
  /** Null when there was none, or the file was not to be written. */
  readonly before: string | null;
}

/** The manifest in force. */
export interface ManifestInForce {
  readonly text: string;
  readonly manifest: Manifest;
  /** The file is not to be written: a person is in the middle of something. */
  readonly problem: string | null;
  readonly edits: readonly ManifestEdit[];
  /** The file was put back; null when it was not. */
  readonly putBack: 'deleted' | 'loosened while a call ran' | null;
}

/** Decides between the file and what is remembered of it. */
export function reconcileManifest(
  onDisk: string | null,
  last: LastWritten | null,
  isCallRunning: boolean,
): ManifestInForce {
  const remembered = goodOf(last?.text ?? DEFAULT_MANIFEST);
  const kept = { ...remembered, problem: null, edits: [], putBack: null };
  if (onDisk === null) return { ...kept, putBack: last === null ? null : 'deleted' };
  if (last !== null && (onDisk === last.text || onDisk === last.before)) return kept;
  const read = readManifest(onDisk);
  if (!read.ok) return { ...kept, problem: `line ${read.line}: ${read.message}` };
  const { manifest } = read;
  if (last === null) return { ...kept, text: onDisk, manifest };
  const edits = manifestEdits(remembered.manifest, manifest).filter(({ loosens }) => loosens);
  return isCallRunning && edits.length > 0
    ? { ...kept, edits, putBack: 'loosened while a call ran' }
    : { text: onDisk, manifest, problem: null, edits, putBack: null };
}

function goodOf(text: string): { readonly text: string; readonly manifest: Manifest } {
  const read = readManifest(text);
  if (!read.ok)
    throw new Error(`the remembered manifest is broken in line ${read.line}: ${read.message}`);
  return { text, manifest: read.manifest };
}
