/**
 * `tripwire audit verify`: the data read again, everything recomputed, the first wrong thing named.
 */
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readTrace, textProblems, TraceVerifier } from '../audit/index.ts';
import { TripwireError } from '../core/index.ts';
import { AuditReport } from './audit-report.ts';
import { createProgressBar } from './progress-bar.ts';

/** Verifies a file, a bundle or a data folder; returns the exit code. */
export async function auditVerify(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      json: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
    },
  });
  const [path, more] = positionals;
  if (more !== undefined || (path !== undefined && values.data !== undefined)) {
    throw new TripwireError('USAGE', 'verify takes one of BUNDLE, FILE and --data DIR');
  }
  const report = new AuditReport(values);
  if (path !== undefined && statSync(path).isFile()) return verifyFile(path, report);
  throw new TripwireError('USAGE', 'verify takes one of BUNDLE, FILE and --data DIR');
}

function verifyFile(file: string, report: AuditReport): number {
  const trace = readTrace(readFileSync(file, 'utf8'));
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
  return report.end();
}
