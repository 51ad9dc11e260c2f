/**
 * The corpus files behind the paths a person gives: a file stands for itself, a folder for every
 * JSON and JSONL file below it, in the same order on every machine.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OnBroken } from '../broken-place.ts';

const corpusFile = /\.(?:jsonl|ndjson|json)$/i;

/** Every corpus file of the paths, sorted within each folder. */
export function corpusFiles(paths: readonly string[], onBroken: OnBroken): string[] {
  return paths.flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) {
      onBroken({ file: path, line: null, problem: 'no such file or folder' });
      return [];
    }
    return found.isDirectory() ? filesBelow(path) : [path];
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && corpusFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
