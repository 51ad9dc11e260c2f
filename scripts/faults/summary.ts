/**
 * What the fault planter tells a person: a line for each verdict and a table at the end.
 */
import type { FaultOutcome } from './plant-faults.ts';
import type { Verdict } from './verdict.ts';

export function progressLine({ row, verdict }: FaultOutcome, elapsedMs: number): string {
  const seconds = (elapsedMs / 1000).toFixed(1);
  return `${row.id.padEnd(3)}  ${verdict.kind.padEnd(8)}  ${seconds} s  ${row.fault.breaks}`;
}

/** `row  file  found by <test name>`, columns aligned. */
export function summaryTable(outcomes: readonly FaultOutcome[]): string {
  const lines = outcomes.map(({ row, verdict }) => [row.id, row.fault.file, described(verdict)]);
  const table = [['row', 'file', 'verdict'], ...lines];
  const width = (column: number): number =>
    Math.max(...table.map((line) => line[column]?.length ?? 0));
  const widths = [width(0), width(1)];
  return table
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}

function described(verdict: Verdict): string {
  if (verdict.kind === 'survived') return 'SURVIVED: its tests pass with the fault';
  if (verdict.kind === 'invalid') return `INVALID: ${verdict.why}`;
  const others = verdict.others === 0 ? '' : ` and ${verdict.others} more`;
  return `found by ${verdict.by}${others}`;
}
