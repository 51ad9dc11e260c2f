/**
 * Compares answers, and says where they differ so that a person can play it again.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Sequence } from './arbitrary-records.ts';
import { printRecords } from './print-records.ts';

/** Throws with the records up to the step that differs, and the two answers field by field. */
export function requireSame(
  sequence: Sequence,
  step: number,
  actual: object,
  expected: object,
  names: readonly [string, string] = ['core', 'model'],
): void {
  if (isDeepStrictEqual(actual, expected)) return;
  const records = printRecords(sequence.constitution, sequence.records.slice(0, step + 1));
  const fields = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  const lines = [...fields].flatMap((field) => {
    const one = JSON.stringify((actual as Record<string, unknown>)[field]);
    const other = JSON.stringify((expected as Record<string, unknown>)[field]);
    return one === other ? [] : [`${field}\n  ${names[0]}: ${one}\n  ${names[1]}: ${other}`];
  });
  const intro = `the answers to record ${step + 1} differ`;
  throw new Error([records, intro, ...lines].join('\n'));
}
