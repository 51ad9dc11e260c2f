/**
 * `verifies('T6', 'name', fn)`: a test that proves a requirement, or several.
 * The ids become a prefix of the test's name, so that a failure says which promise is broken and
 * the fault planter can run exactly the tests of one row.
 */
import { test, type TestFunction } from 'vitest';
import { citingTitle } from './citing-title.ts';
import { type RequirementId, REQUIREMENTS } from './requirements.ts';

const KNOWN_IDS: ReadonlySet<string> = new Set(REQUIREMENTS.map((row) => row.id));

export function verifies(
  ids: RequirementId | readonly RequirementId[],
  name: string,
  fn: TestFunction,
  timeoutMs?: number,
): void {
  test(citingTitle(ids, name, KNOWN_IDS), fn, timeoutMs);
}
