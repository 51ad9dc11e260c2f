import { expect, test } from 'vitest';
import { checkCoreOrder } from './check-core-order.ts';
import { describeProblem } from './find-problems.ts';
import { parseSource } from './source-file.ts';

function found(texts: Readonly<Record<string, string>>): string[] {
  const files = Object.entries(texts).map(([name, text]) => parseSource(`src/core/${name}`, text));
  return checkCoreOrder(files).map(describeProblem);
}

test('a later stage may use an earlier one, and anything may use the rest', () => {
  expect(
    found({
      'activity-engine.ts': "import { a } from './contracts.ts';",
      'safety-gate.ts': "import { b } from './activity-engine.ts';",
      'step.ts': "import { c } from './safety-gate.ts'; import { d } from './intent-core.ts';",
      'activity-engine.test.ts': "import { e } from './safety-gate.ts';",
    }),
  ).toEqual([]);
});

test('an earlier stage may not import a later one, not even its types', () => {
  expect(
    found({
      'intent-core.ts': "import type { S } from './safety-gate.ts';",
      'activity-engine/ring.ts': "\nimport { x } from '../execution-adapter/index.ts';",
    }),
  ).toEqual([
    'src/core/intent-core.ts:1: intent-core comes before safety-gate and may not import it',
    'src/core/activity-engine/ring.ts:2: activity-engine comes before execution-adapter and may not import it',
  ]);
});

test('a third file is no way around', () => {
  const bridge = { 'bridge.ts': "export { gate } from './safety-gate.ts';", 'safety-gate.ts': '' };
  expect(found({ ...bridge, 'intent-core.ts': "import { gate } from './bridge.ts';" })).toEqual([
    'src/core/intent-core.ts:1: intent-core comes before safety-gate and may not import it (through src/core/bridge.ts)',
  ]);
});

test('a third file may hold the types of several stages', () => {
  expect(
    found({
      'intent-core.ts': "import { empty } from './state.ts';",
      'state.ts': "import type { GateState } from './safety-gate.ts';",
      'safety-gate.ts': '',
    }),
  ).toEqual([]);
});

test('imports in a circle come to an end', () => {
  expect(
    found({ 'intent-core.ts': "import { a } from './a.ts';", 'a.ts': "import './a.ts';" }),
  ).toEqual([]);
});
