/**
 * Counterexamples a person can read and play again: one record a line, as `tripwire decide` reads.
 */
import type { Constitution } from '../../src/core/index.ts';
import type { AgentRecord } from '../../src/core/records/records.ts';

/** The records as JSON lines, with the constitution above them. */
export function printRecords(constitution: Constitution, records: readonly AgentRecord[]): string {
  const { name } = constitution.values;
  const lines = records.map((record) => JSON.stringify(record));
  return [`\nconstitution ${name}, ${records.length} records:`, ...lines, ''].join('\n');
}
