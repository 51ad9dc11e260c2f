/** Made-up tests that enter where a user enters, and that do not. */
import { expect, test } from 'vitest';
import { importsOnce, loadedInside, userDoors } from './outside.ts';

const doors = userDoors({
  exports: { './core': { default: './dist/core/index.js' }, './package.json': './package.json' },
});

function inside(files: Readonly<Record<string, string>>): readonly string[] {
  return loadedInside(
    'test/cli/a.test.ts',
    doors,
    importsOnce((path) => files[path]),
  );
}

test('a library door, a started server, types and packages are where users enter', () => {
  const text = `
    import { step } from '../../src/core/index.ts';
    import { startServer } from '../../src/server/start.ts';
    import type { Gate } from '../../src/gate/index.ts';
    import { expect } from 'vitest';`;
  expect(inside({ 'test/cli/a.test.ts': text })).toEqual([]);
});

test('an inner module is found, also where a tool of the tests loads it', () => {
  const direct = "import { Gate } from '../../src/gate/index.ts';";
  expect(inside({ 'test/cli/a.test.ts': direct })).toEqual(['src/gate/index.ts']);
  const through = {
    'test/cli/a.test.ts': "import { kit } from '../kit/a-gate.ts';",
    'test/kit/a-gate.ts': "export { Gate as kit } from '../../src/gate/index.ts';",
  };
  expect(inside(through)).toEqual(['src/gate/index.ts']);
});

test('what only makes input is not looked into', () => {
  const maker = {
    'test/cli/a.test.ts': "import { goodWindow } from '../kit/audit-windows.ts';",
    'test/kit/audit-windows.ts': "export { commitWindow } from '../../src/audit/index.ts';",
  };
  expect(inside(maker)).toEqual([]);
});
