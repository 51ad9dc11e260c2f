/**
 * Which manifest is in force: the file's, unless it is broken, gone, or was loosened while a call ran.
 */
import { keptInPlace, knownIn, type KeptManifest, type KnownManifest } from './known-manifest.ts';
import { manifestEdits, type ManifestEdit } from './manifest-edits.ts';
import { DEFAULT_MANIFEST } from './manifest-text.ts';
import type { Manifest } from './manifest.ts';

/** What the loop wrote last, and what stood there before, in case it was killed in between. */
export interface LastWritten {
  readonly text: string;
  /** Null when there was none, or the file was not to be written. */
  readonly before: string | null;
  /** What is known of the text; it comes from a file, so it is checked before it is used. */
  readonly known?: unknown;
}

/** The manifest in force. */
export interface ManifestInForce {
  readonly text: string;
  readonly manifest: Manifest;
  /** What an earlier hook remembered of this text; null when it has to be read. */
  readonly known: KnownManifest | null;
  /** The file is not to be written: a person is in the middle of something. */
  readonly problem: string | null;
  readonly edits: readonly ManifestEdit[];
  /** The file was put back; null when it was not. */
  readonly putBack: 'deleted' | 'loosened while a call ran' | null;
}

/** Decides between the file and what is remembered of it. */
export async function reconcileManifest(
  onDisk: string | null,
  last: LastWritten | null,
  isCallRunning: boolean,
): Promise<ManifestInForce> {
  const remembered = await rememberedOf(last);
  const kept = { ...remembered, problem: null, edits: [], putBack: null };
  if (onDisk === null) return { ...kept, putBack: last === null ? null : 'deleted' };
  if (last !== null && (onDisk === last.text || onDisk === last.before)) return kept;
  const { readManifest } = await import('./read-manifest.ts');
  const read = readManifest(onDisk);
  if (!read.ok) return { ...kept, problem: `line ${read.line}: ${read.message}` };
  const { manifest } = read;
  if (last === null) return { ...kept, text: onDisk, manifest };
  const edits = manifestEdits(remembered.manifest, manifest).filter(({ loosens }) => loosens);
  return isCallRunning && edits.length > 0
    ? { ...kept, edits, putBack: 'loosened while a call ran' }
    : { text: onDisk, manifest, known: null, problem: null, edits, putBack: null };
}

/** The text in force with these values in it. */
export async function keepValues(
  { text, known }: Pick<ManifestInForce, 'text' | 'known'>,
  manifest: Manifest,
): Promise<KeptManifest> {
  const kept = known === null ? null : keptInPlace(text, known, manifest);
  if (kept !== null) return kept;
  const { writeAndKnow } = await import('./write-manifest.ts');
  return writeAndKnow(text, manifest);
}

async function rememberedOf(
  last: LastWritten | null,
): Promise<Pick<ManifestInForce, 'text' | 'manifest' | 'known'>> {
  const text = last?.text ?? DEFAULT_MANIFEST;
  const known = knownIn(last?.known);
  if (known !== null) return { text, manifest: known.values, known };
  const { readManifest } = await import('./read-manifest.ts');
  const read = readManifest(text);
  if (!read.ok)
    throw new Error(`the remembered manifest is broken in line ${read.line}: ${read.message}`);
  return { text, manifest: read.manifest, known };
}
