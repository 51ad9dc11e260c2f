/**
 * The repository's own cases of judgement: runs in the corpus format with what is expected of the
 * judge. One file for each shape, one case a line.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusRunFrom, type CorpusRun } from '../../src/transcripts/corpus/run.ts';

/** An event of the corpus format, as it stands in the file. */
export type RawEvent = Readonly<Record<string, unknown>>;

/** A case with its expectation. */
export interface OwnCase {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly shape: string;
  /** F1 to F12 of the failure catalogue, or `healthy`. */
  readonly catalogue: string;
  readonly expect: 'stuck' | 'not_stuck';
  readonly class: 'semantic';
  /** Index of the event with which the loop began; null for a healthy run. */
  readonly loop_start_event: number | null;
  /** A stuck run must be stopped at most this many calls after the loop began. */
  readonly fires_within?: number;
  /** Why the expectation is what it is, where that is not plain. */
  readonly note?: string;
  /** The judge is known to get this case wrong; a test fails as soon as it no longer does. */
  readonly open?: true;
  readonly events: readonly RawEvent[];
}

/** Every case beside this file, sorted by file. */
export function ownCases(): OwnCase[] {
  const folder = import.meta.dirname;
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.toSorted().flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as OwnCase),
  );
}

/** The run that a list of events stands for. */
export function runOf(id: string, events: readonly RawEvent[]): CorpusRun {
  return corpusRunFrom({ id, events }, { file: id, line: 1 });
}
