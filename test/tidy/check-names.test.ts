import { expect, test } from 'vitest';
import { checkName } from './check-names.ts';

test.each([
  'src/core/step.ts',
  'src/core/safety-gate.test.ts',
  'test/api/api.txt',
  'scripts/bootstrap.mjs',
  'README.md',
  'docs/STYLE.md',
])('%s is a good name', (path) => {
  expect(checkName(path)).toEqual([]);
});

test.each([
  'src/core/safetyGate.ts',
  'src/core/SafetyGate.ts',
  'src/core/safety_gate.ts',
  'src/coreRoom/step.ts',
  'src/core/utils.ts',
  'src/core/helpers/hash.ts',
  'test/common.test.ts',
])('%s is not', (path) => {
  expect(checkName(path)).toHaveLength(1);
});
