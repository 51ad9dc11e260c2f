/** Which commands are tests and builds, and whether they passed. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { commandOf } from '../reserved/tool-call.ts';
import { checkKind } from './check-command.ts';
import { checkPassed } from './check-outcome.ts';

const none = { test: [], build: [] };

describe('commands', () => {
  verifies('L4', 'the usual test commands are recognised', () => {
    const tests = [
      'npm test',
      'npm run test:unit',
      'npm t',
      'pnpm test',
      'yarn test',
      'npx vitest run src',
      'jest --ci',
      'node --test',
      'node --import tsx --test test/a.ts',
      'pytest tests/',
      'python -m pytest -q',
      'go test ./...',
      'cargo test',
      'cargo nextest run',
      'mvn -q test',
      './mvnw verify',
      'gradle test',
      './gradlew check',
      'make test',
      'make -j4 check',
      'dotnet test',
      'bundle exec rspec',
      'vendor/bin/phpunit',
      'cd app && CI=1 npm test',
      'npm test 2>&1 | tail -20',
      'npm run build && npm test',
      'timeout 60 pytest',
      'poetry run pytest -x',
    ];
    expect(tests.filter((one) => checkKind(one, none) !== 'test')).toEqual([]);
  });

  verifies('L4', 'the usual builds are recognised', () => {
    const builds = [
      'npm run build',
      'npx tsc -p .',
      'go build ./...',
      'cargo check',
      'mvn compile',
      'gradle assemble',
      'make',
      'dotnet build',
    ];
    expect(builds.filter((one) => checkKind(one, none) !== 'build')).toEqual([]);
  });

  test('what only speaks of tests is none', () => {
    const others = [
      'echo "npm test"',
      'grep -rn pytest .',
      'git commit -m "fix && npm test"',
      'cat vitest.config.ts',
      'pytest --version',
      'npm install',
      'ls tests',
      'npm testament',
      'vim Makefile',
    ];
    expect(others.filter((one) => checkKind(one, none) !== null)).toEqual([]);
  });

  verifies('L4', 'a project’s own commands from the manifest', () => {
    const own = { test: ['./run-tests.sh --all'], build: ['bazel build //...'] };
    expect(checkKind('cd x && ./run-tests.sh  --all', own)).toBe('test');
    expect(checkKind('bazel build //...', own)).toBe('build');
    expect(checkKind('./run-tests.sh', none)).toBeNull();
  });

  test('a shell around a command is looked through', () => {
    expect(commandOf({ command: ['bash', '-lc', 'npm test'] })).toBe('npm test');
    expect(commandOf({ command: 'bash -lc "npm test"' })).toBe('npm test');
  });
});

describe('outcomes', () => {
  verifies('L4', 'each runner’s failing output, also behind a pipe that ends well', () => {
    const outputs = [
      ' Test Files  1 failed | 2 passed (3)',
      'Tests:       2 failed, 5 passed, 7 total',
      '# pass 3\n# fail 1',
      'ok 1 - a\nnot ok 2 - b',
      '=== 1 failed, 4 passed in 0.12s ===',
      '--- FAIL: TestA (0.00s)\nFAIL',
      'test result: FAILED. 3 passed; 1 failed',
      '[INFO] BUILD FAILURE',
      'Tests run: 4, Failures: 1, Errors: 0',
      'FAILURE: Build failed\nBUILD FAILED in 3s',
      'Failed!  - Failed: 1, Passed: 3',
      '4 examples, 1 failure',
      'FAILURES!\nTests: 3, Assertions: 3, Failures: 1.',
      'src/a.ts(3,1): error TS2304: Cannot find name',
      'make: *** [test] Error 1',
      '  2 failing',
      'Error: no cat\n    at check.js:1:7\n\nNode.js v24.11.0\n',
      '\u001b[31m Tests  1 failed\u001b[39m',
    ];
    expect(outputs.filter((one) => checkPassed(one, false))).toEqual([]);
  });

  test('passing output passes, unless the client says otherwise', () => {
    const outputs = [
      'Tests  7 passed (7)',
      'running on\nNode.js v24.11.0\nTests  7 passed',
      '# pass 3\n# fail 0',
      '4 passed in 0.12s',
      'ok  \tpkg\t0.1s',
      'test result: ok. 3 passed; 0 failed',
      'BUILD SUCCESS',
      '4 examples, 0 failures',
      'OK (3 tests, 3 assertions)',
      'Tests run: 4, Failures: 0, Errors: 0',
      'Passed!  - Failed: 0, Passed: 3',
      '',
    ];
    expect(outputs.filter((one) => !checkPassed(one, false))).toEqual([]);
    expect(checkPassed('Tests  7 passed (7)', true)).toBe(false);
  });
});
