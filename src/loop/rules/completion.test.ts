/** Dirty bits: changed code is tested before the agent may stop, and the tests pass. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject, manifestWith } from '../../../test/loop/loop-project.ts';

const npmProject = { 'package.json': '{ "scripts": { "test": "vitest run" } }' };

describe('a stop with dirty bits', () => {
  verifies('L5', 'changed code that was not tested: told what to run, then allowed', async () => {
    const project = new LoopProject(npmProject);
    await project.edit('src/a.ts');
    expect(project.manifest()).toMatchObject({
      codeModified: true,
      testsRun: false,
      testsPassing: null,
    });
    expect(await project.stop()).toEqual({
      kind: 'continue',
      reason: "You modified code but haven't run tests. Run tests now with: npm test",
    });
    await project.bash('npm test', 'Tests  7 passed');
    expect(project.manifest()).toMatchObject({ testsRun: true, testsPassing: true });
    expect(await project.stop(true)).toEqual({ kind: 'pass', say: null });
    expect(project.log()).toMatchObject([
      {
        type: 'DIRTY_BIT_VIOLATION',
        details: { code_modified: true, tests_run: false },
        action_taken: 'injected_test_prompt',
      },
    ]);
  });

  verifies('L5', 'failing tests: not complete until they pass', async () => {
    const project = new LoopProject();
    await project.edit('src/a.py');
    await project.bash('pytest tests/unit', '1 failed in 0.1s', true);
    expect(await project.stop()).toMatchObject({
      kind: 'continue',
      reason: expect.stringContaining(
        'failing tests. Correct the cause, then run them again with: pytest tests/unit',
      ) as string,
    });
    await project.edit('src/a.py');
    await project.bash('pytest tests/unit', '4 passed in 0.1s');
    expect(await project.stop(true)).toMatchObject({ kind: 'pass' });
  });

  verifies('L5', 'a patch on a command line counts although its end is not reported', async () => {
    const project = new LoopProject(npmProject);
    const patch = (text: string) =>
      project.send('tool-before', {
        callId: null,
        tool: 'Bash',
        args: {
          command: `apply_patch <<'P'\n*** Begin Patch\n*** Update File: a.ts\n+${text}\n*** End Patch\nP`,
        },
      });
    expect(await patch('x = 1')).toMatchObject({ kind: 'pass' });
    expect(project.manifest()).toMatchObject({ codeModified: true, testsRun: false });
    expect(await project.stop()).toMatchObject({ kind: 'continue' });
    // The same failing test among patches is work, not a loop.
    for (let count = 2; count < 8; count += 1) {
      expect(await patch(`x = ${count}`)).toMatchObject({ kind: 'pass' });
      const ran = await project.bash('npm test', `Tests  ${9 - count} failed`, true);
      expect(ran).toMatchObject({ kind: 'pass' });
    }
  });

  verifies('L5', 'a patch that was turned down changes nothing', async () => {
    const project = new LoopProject(npmProject);
    project.write('.geometry/PAUSE', '');
    const command = '*** Begin Patch\n*** Add File: a.ts\n+x\n*** End Patch';
    const asked = { callId: null, tool: 'Bash', args: { command } };
    expect(await project.send('tool-before', asked)).toMatchObject({ kind: 'deny' });
    expect(project.manifest()).toMatchObject({ codeModified: false });
  });

  verifies('L5', 'an edit after the tests makes them stale', async () => {
    const project = new LoopProject(npmProject);
    await project.edit('src/a.ts');
    await project.bash('npm test', 'Tests  7 passed');
    await project.edit('src/a.ts');
    expect(project.manifest()).toMatchObject({ testsRun: false, testsPassing: null });
    expect((await project.stop()).kind).toBe('continue');
  });

  verifies(
    'L5',
    'at most eight times in a row, then it ends and is logged as incomplete',
    async () => {
      const project = new LoopProject(npmProject);
      await project.edit('src/a.ts');
      const answers = [await project.stop(false)];
      for (let count = 0; count < 8; count += 1) answers.push(await project.stop(true));
      expect(answers.map(({ kind }) => kind)).toEqual([
        ...Array<string>(8).fill('continue'),
        'pass',
      ]);
      expect(project.logged().at(-1)).toBe('DIRTY_BIT_VIOLATION/allowed_incomplete');
      // A stop that follows none of ours is a new one.
      expect((await project.stop(false)).kind).toBe('continue');
    },
  );

  test('the limit and the command are the manifest’s', async () => {
    const project = new LoopProject(
      manifestWith('safety:\n  max_stop_blocks: 1\ncommands:\n  test: ./check.sh\n'),
    );
    await project.edit('src/a.ts');
    expect(await project.stop()).toMatchObject({
      reason: expect.stringMatching(/\.\/check\.sh$/) as string,
    });
    expect((await project.stop(true)).kind).toBe('pass');
    await project.bash('./check.sh', 'fine');
    expect(project.manifest().testsPassing).toBe(true);
  });

  verifies('L5', 'a changed public declaration asks for its documents, once', async () => {
    const project = new LoopProject(npmProject);
    const args = {
      file_path: `${project.folder}/src/a.ts`,
      old_string: 'export function one(): void {',
      new_string: 'export function one(count: number): void {',
    };
    await project.call('Edit', args, 'updated');
    await project.bash('npm test', 'Tests  7 passed');
    expect(await project.stop()).toMatchObject({
      kind: 'continue',
      reason: expect.stringContaining('export function one(count: number)') as string,
    });
    expect((await project.stop(true)).kind).toBe('pass');
    await project.edit('docs/one.md');
    expect(project.manifest().docsUpdated).toBe(true);
  });

  verifies('L5', 'a person skips the check by editing the manifest', async () => {
    const project = new LoopProject(npmProject);
    await project.edit('src/a.ts');
    await project.stop();
    project.editManifest('tests_run: false', 'tests_run: true');
    project.editManifest('tests_passing: null', 'tests_passing: true');
    expect((await project.stop(true)).kind).toBe('pass');
    expect(project.log().at(-1)).toMatchObject({
      type: 'MANIFEST_EDIT',
      details: { by: 'file', changes: { 'dirty_bits.tests_run': { from: false, to: true } } },
      action_taken: 'applied',
    });
  });
});

describe('nothing to hold against it', () => {
  verifies('L5', 'reading, documents and files elsewhere need no tests', async () => {
    const project = new LoopProject(npmProject);
    await project.call('Read', { file_path: 'src/a.ts' });
    await project.edit('README.md');
    await project.call('Write', { file_path: '/elsewhere/notes.ts', content: 'x' });
    expect(await project.stop()).toEqual({ kind: 'pass', say: null });
    expect(project.manifest()).toMatchObject({ codeModified: false, docsUpdated: true });
  });

  test('an edit that failed changed nothing', async () => {
    const project = new LoopProject(npmProject);
    const args = { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' };
    await project.call('Edit', args, 'String to replace not found in file.', { isError: true });
    expect(await project.stop()).toEqual({ kind: 'pass', say: null });
  });

  test('a project without tests may stop, and it is logged', async () => {
    const project = new LoopProject();
    await project.edit('src/a.ts');
    expect(await project.stop()).toMatchObject({
      kind: 'continue',
      reason: expect.stringContaining('TEST_COMMAND: <command>') as string,
    });
    expect((await project.stop(true)).kind).toBe('pass');
    await project.prompt();
    expect((await project.stop()).kind).toBe('pass');
    expect(project.logged()).toEqual([
      'DIRTY_BIT_VIOLATION/asked_for_test_command',
      'DIRTY_BIT_VIOLATION/allowed_incomplete',
      'DIRTY_BIT_VIOLATION/allowed_incomplete',
    ]);
  });

  test('a command that the agent states is the one that it is held to', async () => {
    const project = new LoopProject();
    const stop = (lastMessage: string) =>
      project.send('stop', { isStopHookActive: true, lastMessage });
    await project.edit('src/a.ts');
    await project.stop();
    expect((await stop('There are none.\n\nTEST_COMMAND: true')).kind).toBe('pass');
    const told = { kind: 'continue', reason: expect.stringContaining('./check.sh') as string };
    expect(await stop('Done.\n\n`TEST_COMMAND: ./check.sh`')).toMatchObject(told);
    await project.bash('./check.sh', 'Error: 1 check failed', true);
    expect(await stop('Done.')).toMatchObject({ kind: 'continue' });
    await project.bash('./check.sh', '12 checks, all fine');
    expect((await stop('Done.')).kind).toBe('pass');
    expect(project.manifest()).toMatchObject({ testsRun: true, testsPassing: true });
  });

  test('a patch and a command that edits in place are edits', async () => {
    const patched = new LoopProject(npmProject);
    await patched.call('apply_patch', {
      command: '*** Begin Patch\n*** Update File: src/a.ts\n-a\n+b\n*** End Patch',
    });
    expect((await patched.stop()).kind).toBe('continue');
    const replaced = new LoopProject(npmProject);
    await replaced.bash("sed -i 's/a/b/' src/a.ts", '');
    expect((await replaced.stop()).kind).toBe('continue');
  });
});
