/**
 * What the trials of the plain clients found, kept as a file so that the page can be written by either set of trials.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './findings.ts';

/** A finding of one of them. */
export type PlainFinding = Finding;

const file = join(import.meta.dirname, 'plain-findings.json');

/** What they found, and on which day. */
export interface PlainFindings {
  /** Such as `2026-11-19`. */
  readonly measuredOn: string;
  readonly findings: readonly PlainFinding[];
}

/** What was found last. */
export function plainFindings(): PlainFindings {
  return JSON.parse(readFileSync(file, 'utf8')) as PlainFindings;
}

/** Keeps what was found. */
export function writePlainFindings(found: PlainFindings): void {
  writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`);
}
