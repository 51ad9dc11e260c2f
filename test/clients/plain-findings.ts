/**
 * What the trials of the plain clients found, kept as a file so that the page can be written by either set of trials.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './findings.ts';

/** A finding of one of them. */
export type PlainFinding = Finding;

const file = join(import.meta.dirname, 'plain-findings.json');

/** What was found last. */
export function plainFindings(): readonly PlainFinding[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly PlainFinding[];
}

/** Keeps what was found. */
export function writePlainFindings(findings: readonly PlainFinding[]): void {
  writeFileSync(file, `${JSON.stringify(findings, null, 2)}\n`);
}
