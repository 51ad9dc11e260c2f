/**
 * `tripwire audit verify`: the data read again, everything recomputed, the first wrong thing named.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  readTrace,
  readVerifier,
  stretchesOf,
  textProblems,
  TraceVerifier,
} from '../../audit/index.ts';
import { loadConfig } from '../../config/index.ts';
import { TripwireError } from '../../core/index.ts';
import { configSources } from '../server/config-sources.ts';
import { createProgressBar } from '../terminal/progress-bar.ts';
import { unreadableIn } from './bundle-files.ts';
import { AuditReport } from './report.ts';
import { openBundle, openDataSource, type AuditedPlace } from './source.ts';
import { checkedEntries, type Trusted } from './verify-log.ts';
import { verifySource } from './verify-source.ts';

const UNSIGNED =
  'nobody signed these windows: they fit together, and nothing shows who made them or that none followed';
const UNKNOWN_KEY =
  'note: the log is checked with the key beside it. Somebody who rewrote all of it would pass: give the key you know with --key.';

/** Verifies a file, a bundle or a data folder; returns the exit code. */
export async function auditVerify(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      store: { type: 'string' },
      key: { type: 'string' },
      checkpoint: { type: 'string' },
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
    },
  });
  const [path, more] = positionals;
  const isOfPlace = values.data !== undefined || values.store !== undefined;
  if (more !== undefined || (path !== undefined && isOfPlace)) {
    throw new TripwireError(
      'USAGE',
      'verify takes one of BUNDLE, FILE and --data DIR [--store URL]',
    );
  }
  const report = new AuditReport(values);
  const trusted: Trusted = {
    key: values.key === undefined ? null : readVerifier(values.key),
    checkpoint: values.checkpoint === undefined ? null : readFileSync(values.checkpoint, 'utf8'),
  };
  const found = path === undefined ? null : statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new TripwireError(
      'USAGE',
      `there is no ${path}: name a file of windows or a bundle, or --data with the data folder`,
    );
  }
  if (path !== undefined && found?.isFile() === true) {
    return verifyFile(path, report, { isSigned: trusted.key !== null, json: values.json });
  }
  if (path === undefined) return verifyData(auditedPlace(values), trusted, report);
  return verifyBundle(path, trusted, report);
}

/** The data folder and the database that are asked for, or the configured ones. */
export function auditedPlace({
  data,
  store,
}: {
  readonly data?: string;
  readonly store?: string;
}): AuditedPlace {
  return loadConfig(configSources(undefined, { data, store }));
}

async function verifyData(
  place: AuditedPlace,
  trusted: Trusted,
  report: AuditReport,
): Promise<number> {
  const source = await openDataSource(place);
  if (trusted.key === null) report.note(UNKNOWN_KEY);
  try {
    const entries = checkedEntries(source.logFolder, trusted, report);
    if (entries !== null) await verifySource(source, entries, report, trusted.key);
  } finally {
    await source.close();
  }
  return report.end();
}

async function verifyBundle(
  folder: string,
  trusted: Trusted,
  report: AuditReport,
): Promise<number> {
  if (trusted.key === null) report.note(UNKNOWN_KEY);
  const unreadable = unreadableIn(folder);
  for (const name of unreadable) report.problem(name);
  if (unreadable.length > 0) return report.end();
  const entries = checkedEntries(join(folder, 'log'), trusted, report);
  if (entries === null) return report.end();
  const source = await openBundle(folder, [...stretchesOf(entries).keys()]);
  try {
    await verifySource(source, entries, report, trusted.key);
  } finally {
    await source.close();
  }
  return report.end();
}

interface FileOptions {
  /** Somebody asks who signed it. */
  readonly isSigned: boolean;
  readonly json: boolean;
}

function verifyFile(file: string, report: AuditReport, { isSigned, json }: FileOptions): number {
  const trace = traceIn(file, report);
  if (trace === null) return report.end();
  if (trace.windows.length === 0) {
    throw new TripwireError('WINDOW_INVALID', `${file} has no windows: there is nothing to verify`);
  }
  const verifier = new TraceVerifier(undefined, { floors: trace.floors });
  const bar = createProgressBar('verifying', trace.windows.length);
  for (const [index, window] of trace.windows.entries()) {
    report.window(verifier.take(window), textProblems(trace, window));
    bar.update(index + 1);
  }
  bar.end();
  if (isSigned && !report.isBroken) report.unproven(UNSIGNED);
  else if (!json && !report.isBroken) report.note(UNSIGNED);
  return report.end();
}

/** A file that cannot be read as a trace is a broken record: it may have been cut off or damaged. */
function traceIn(file: string, report: AuditReport): ReturnType<typeof readTrace> | null {
  const text = readFileSync(file, 'utf8');
  try {
    return readTrace(text);
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    report.problem(`${file}: ${error.message}`);
    return null;
  }
}
