/** Texts that reached something new when they were found, by target; kept as JSON, because they are no texts that editors like. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../fixtures/fuzz');

/** Where the corpus of a target is kept. */
export function corpusFile(target: string): string {
  return join(FOLDER, 'corpora', `${target}.json`);
}

/** The corpus of a target. */
export function keptCorpus(target: string): readonly string[] {
  const file = corpusFile(target);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]) : [];
}

/** Texts that broke a target once. */
export function keptCases(target: string): readonly string[] {
  const folder = join(FOLDER, target);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
}
