/** Real coding agents that want to stop too early, or whose context fills up, under the hooks of `tripwire init`. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { FakeToolCall } from '../../src/testing/index.ts';
import { guardedClients, type GuardedClient } from './guarded-client.ts';
import { calls, FINISHED, says, steps, type Step } from './hook-scripts.ts';
import { openGuardedLab, type HooksLab } from './hooks-lab.ts';

/** The project's tests: they pass when the code says 2. */
const CHECK = [
  "import assert from 'node:assert';",
  "import { test } from 'node:test';",
  "import './cat.js';",
  "test('the cat', () => assert.equal(globalThis.cat, 2));",
  '',
].join('\n');

/** The model changes code, stops, is sent back, sees a failing test, stops, is sent back, and corrects it. */
async function openUntested(guarded: GuardedClient): Promise<HooksLab> {
  const write = (cat: number) => () =>
    guarded.write('cat.js', `globalThis.cat = ${cat};\n`, lab.project);
  const lab: HooksLab = await openGuardedLab(
    guarded,
    steps(
      calls(write(1)),
      says('Done, I think.'),
      calls(guarded.tried.shell('npm test')),
      says('Still done, I think.'),
      calls(write(2)),
      calls(guarded.tried.shell('npm test')),
    ),
  );
  lab.put('package.json', '{"type":"module","scripts":{"test":"node --test check.js"}}\n');
  lab.put('check.js', CHECK);
  return lab;
}

const sentBack = guardedClients.filter(({ tried }) => tried.client !== 'opencode');
const notSentBack = guardedClients.filter(({ tried }) => tried.client === 'opencode');

test.each(sentBack)('$title: no stop before the tests were run and pass', async (guarded) => {
  const lab = await openUntested(guarded);
  const run = await lab.run();
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toContain(FINISHED);
  expect(lab.sent()).toContain("haven't run tests. Run tests now with: npm test");
  expect(lab.sent()).toContain('run them again with: npm test');
  expect(lab.asked()).toBe(7);
  expect(lab.lines('cat.js')).toEqual(['globalThis.cat = 2;']);
  expect(lab.logged()).toEqual([
    'DIRTY_BIT_VIOLATION injected_test_prompt',
    'NO_PROGRESS counted_failure',
    'DIRTY_BIT_VIOLATION injected_test_prompt',
  ]);
});

test.each(notSentBack)('$title: `run` ends all the same, and the bit stays', async (guarded) => {
  const lab = await openUntested(guarded);
  const run = await lab.run();
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Done, I think.\n' });
  expect(lab.asked()).toBe(2);
  expect(lab.lines('.geometry/MANIFEST.yaml')).toContain('  code_modified: true');
  expect(lab.lines('.geometry/MANIFEST.yaml')).toContain('  tests_run: false');
});

function git(lab: HooksLab, ...args: readonly string[]): string {
  const person = ['-c', 'user.name=ann', '-c', 'user.email=ann@example.org'];
  return execFileSync('git', [...person, ...args], { cwd: lab.project, encoding: 'utf8' });
}

test.each(guardedClients)(
  '$title: warned at 75 %, asked at 80 %, held at 85 %, and saving still passes',
  async (guarded) => {
    const { tried, windowTokens } = guarded;
    const at =
      (percent: number, call: () => FakeToolCall): Step =>
      () => {
        const input = Math.ceil((windowTokens * percent) / 100);
        return { toolCalls: [call()], usage: { input, output: 10 } };
      };
    const marks = (name: string) => () => tried.shell(`echo x > ran-${name}.txt`);
    const briefing = '.geometry/MISSION_BRIEFING.md';
    const lab: HooksLab = await openGuardedLab(
      guarded,
      steps(
        at(74, marks('74')),
        at(74, marks('74-again')),
        at(75, marks('75')),
        at(80, marks('80')),
        at(80, marks('80-again')),
        // Where the usage comes with the end of an answer, the tools of that answer run.
        at(85, marks('85')),
        at(85, marks('85-again')),
        // A file that is there must be read before some clients write it.
        at(85, () => tried.read(briefing, lab.project)),
        at(85, () => guarded.write(briefing, '# where I am\n', lab.project)),
        at(85, () => tried.shell('git add -A && git commit -m "saved: all of it"')),
        at(85, marks('85-at-last')),
      ),
    );
    git(lab, 'init', '--quiet');
    git(lab, 'config', 'user.name', 'ann');
    git(lab, 'config', 'user.email', 'ann@example.org');
    const run = await lab.run();
    const ran = ['74', '74-again', '75', '80', '80-again', '85', '85-again', '85-at-last'].filter(
      (name) => lab.has(`ran-${name}.txt`),
    );
    expect(ran).toEqual([
      '74',
      '74-again',
      '75',
      '80',
      '80-again',
      ...(guarded.isLateByOne ? ['85'] : []),
    ]);
    expect(lab.logged()).toEqual([
      'COMPACTION_GATE recommended_compaction',
      'COMPACTION_GATE requested_compaction',
      'COMPACTION_GATE blocked_tool_calls',
    ]);
    const heard = `${lab.sent()}${run.stderr}`;
    expect(heard).toContain('WARNING: Context at 75%. Consider /compact');
    expect(heard).toContain('MANDATORY: Context at 80%.');
    expect(lab.sent()).toContain('HARD_BLOCK: Context at 85%');
    expect(lab.lines(briefing)).toEqual(['# where I am']);
    expect(git(lab, 'log', '--format=%s')).toBe('saved: all of it\n');
  },
);
