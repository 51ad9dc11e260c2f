/**
 * A folder with a bundle in it, put in place so that nobody meets half of one: first the files that are named by their
 * content, then those that are started by name, at last the entry.
 *
 * Files of earlier bundles stay for a while, because a server that was started from them may still load some. The licences
 * that the bundled packages demand lie beside the code.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutputChunk } from 'rolldown';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Puts what `write` made into place. `entry` is the file by whose age one tells whether the sources are newer. */
export async function writeBundle(
  folder: string,
  entry: string,
  write: (folder: string) => Promise<readonly OutputChunk[]>,
): Promise<void> {
  const startedAt = new Date();
  const growing = `${folder}.${process.pid}.partial`;
  try {
    const chunks = await write(growing);
    writeFileSync(join(growing, 'LICENSES.txt'), licences(chunks));
    // Whoever asks whether it is newer than the sources must not miss an edit that was made during the build.
    utimesSync(join(growing, entry), startedAt, startedAt);
    const started = new Set(chunks.filter(({ isEntry }) => isEntry).map((one) => one.fileName));
    const place = (name: string) => (name === entry ? 2 : Number(started.has(name)));
    const names = readdirSync(growing).toSorted((one, other) => place(one) - place(other));
    mkdirSync(folder, { recursive: true });
    for (const name of names) renameSync(join(growing, name), join(folder, name));
    removeOld(folder, new Set(names), startedAt.getTime());
  } finally {
    rmSync(growing, { recursive: true, force: true });
  }
}

function removeOld(folder: string, current: ReadonlySet<string>, nowMs: number): void {
  for (const name of readdirSync(folder).filter((one) => !current.has(one))) {
    const file = join(folder, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found !== undefined && nowMs - found.mtimeMs > KEPT_MS) rmSync(file, { force: true });
  }
}

/** What the packages demand whose code is in the bundle: their names and licences. */
function licences(chunks: readonly OutputChunk[]): string {
  const names = chunks.flatMap(({ moduleIds }) =>
    moduleIds.flatMap((id) => PACKAGE.exec(id)?.[1] ?? []),
  );
  const texts = [...new Set(names)].toSorted().map((name) => {
    const place = join(ROOT, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
      readonly version: string;
      readonly license: string;
    };
    return `${name} ${version} (${license})\n\n${licenceText(place)}\n`;
  });
  return `The files beside this one hold code of these packages.\n\n${texts.join('\n')}`;
}

function licenceText(place: string): string {
  const name = readdirSync(place).find((one) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(one));
  if (name === undefined) throw new Error(`${place} has no file with its licence`);
  return readFileSync(join(place, name), 'utf8').trim();
}
