import { describe, expect, test } from 'vitest';
import { checkImports } from './check-imports.ts';
import { parseSource } from './source-file.ts';

function messages(path: string, text: string): string[] {
  return checkImports(parseSource(path, text)).map((problem) => problem.message);
}

describe('imports between rooms', () => {
  test.each([
    ['src/core/step.ts', "import { a } from './state.ts';"],
    ['src/core/step.ts', "import { digest } from '../detect/index.ts';"],
    ['src/gate/queue.ts', "import { step } from '../core/index.ts';"],
    ['src/gate/deep/queue.ts', "import { nameOf } from '../../base/client-name.ts';"],
    ['src/cli/agents/stop.ts', "import { serve } from '../../proxy/index.ts';"],
    ['src/core/step.test.ts', "import { verifies } from '../../spec/verifies.ts';"],
    ['src/core/step.test.ts', "import { clock } from '../testing/index.ts';"],
    ['src/index.ts', "export { step } from './core/index.ts';"],
    ['web/src/pages/a.tsx', "import { api } from '../../../src/control/api/client.ts';"],
    ['web/src/a.tsx', "import { useState } from 'react';"],
    ['test/tidy/x.ts', "import { anything } from '../../src/core/deep/inside.ts';"],
  ])('%s may: %s', (path, text) => {
    expect(messages(path, text)).toEqual([]);
  });

  test.each([
    ['src/detect/a.ts', "import { x } from '../core/index.ts';", 'detect may not import core'],
    [
      'web/src/a.ts',
      "import { x } from '../../src/core/index.ts';",
      'the dashboard may not import src/core/index.ts',
    ],
    ['web/src/a.ts', "import { z } from 'zod';", 'the dashboard may not import zod'],
    ['src/core/a.ts', "import { x } from '../config/index.ts';", 'core may not import config'],
    ['src/core/a.ts', "import type { X } from '../gate/index.ts';", 'core may not import gate'],
    ['src/core/a.ts', "export { x } from '../gate/index.ts';", 'core may not import gate'],
    ['src/core/a.ts', "type X = import('../gate/index.ts').X;", 'core may not import gate'],
    ['src/proxy/a.ts', "await import('../store/index.ts');", 'proxy may not import store'],
    ['src/testing/a.ts', "import { x } from '../cli/index.ts';", 'testing may not import cli'],
    ['src/core/a.test.ts', "import { x } from '../gate/index.ts';", 'core may not import gate'],
    [
      'src/gate/a.ts',
      "import { x } from '../core/state.ts';",
      'import src/core/index.ts or src/core/activity-engine.ts or src/core/browser.ts or src/core/errors.ts or src/core/explain-records.ts or src/core/records/short-decision.ts or src/core/holds/holds.ts or src/core/holds/refused-title.ts or src/core/holds/remedy.ts or src/core/holds/stop-title.ts or src/core/holds/wait-title.ts or src/core/similarity.ts or src/core/spending/index.ts or src/core/step.ts or src/core/wake/notice.ts, not src/core/state.ts',
    ],
    ['src/core/a.ts', "import { x } from '../../spec/rows.ts';", 'spec/rows.ts is outside src'],
    ['src/core/a.ts', "import { x } from './b.js';", './b.js must end in .ts'],
    [
      'src/cli/a.ts',
      'await import(name);',
      'import() needs a literal name, so that this test can read it',
    ],
    ['src/attic/a.ts', '', 'src/attic is not a room; the rooms are in test/tidy/rooms.ts'],
  ])('%s may not: %s', (path, text, message) => {
    expect(messages(path, text)).toEqual([message]);
  });
});

describe('imports from Node and npm', () => {
  test.each([
    ['src/core/a.ts', "import { createHash } from 'node:crypto';"],
    ['src/store/a.ts', "import { readFileSync } from 'node:fs';"],
    ['src/config/a.ts', "import { parse } from 'yaml';"],
    ['src/core/a.test.ts', "import { expect } from 'vitest'; import { tmpdir } from 'node:os';"],
  ])('%s may: %s', (path, text) => {
    expect(messages(path, text)).toEqual([]);
  });

  test.each([
    ['src/core/a.ts', "import { readFileSync } from 'node:fs';", 'core may not import node:fs'],
    ['src/core/a.ts', "import { parse } from 'yaml';", 'core may not import yaml'],
    ['src/gate/a.ts', "import x from '@scope/pack/deep';", 'gate may not import @scope/pack'],
    ['src/gate/a.ts', "import { readFileSync } from 'fs';", 'write node:fs'],
  ])('%s may not: %s', (path, text, message) => {
    expect(messages(path, text)).toEqual([message]);
  });

  test.each(['{ randomUUID }', '* as crypto', 'crypto', '{ webcrypto as w }'])(
    'a pure room may not take %s from node:crypto',
    (names) => {
      const found = messages('src/detect/a.ts', `import ${names} from 'node:crypto';`);
      expect(found).toHaveLength(1);
      expect(found[0]).toContain('detect may take createHash');
    },
  );
});
