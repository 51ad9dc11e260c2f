/** Checkers that run a program: real processes, a real repository. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { CommandChecker, GitCleanChecker } from '../index.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder('checker');
});

const node = (script: string): readonly [string, ...string[]] => [process.execPath, '-e', script];
const checked = (command: readonly [string, ...string[]], timeoutMs?: number) =>
  new CommandChecker({
    command,
    cwd: folder,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }).check();

describe('CommandChecker', () => {
  test('is complete when the command succeeds, in its folder', async () => {
    const script = `process.exit(process.cwd() === require('fs').realpathSync(${JSON.stringify(folder)}) ? 0 : 1)`;
    expect(await checked(node(script))).toMatchObject({ complete: true });
  });

  test('gives back the end of both outputs, without colours', async () => {
    const script =
      "process.stderr.write('\\x1b[31m1 failed\\x1b[0m\\n'); process.exitCode = 3; console.log('x'.repeat(9000)); console.log('the end')";
    const { complete, feedback } = await checked(node(script));
    expect(complete).toBe(false);
    expect(feedback).toContain('failed with exit code 3. Correct the cause before you stop.');
    expect(feedback).toContain('the end');
    expect(feedback?.length).toBeLessThan(2000 + 300 + script.length);
    const short = await checked(node("console.error('\\x1b[31mred\\x1b[0m'); process.exit(1)"));
    expect(short.feedback).toMatch(/\nThe end of its output:\nred$/);
  });

  test('says when a signal ended it', async () => {
    const { feedback } = await checked(
      node("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)"),
    );
    expect(feedback).toContain('was ended by a signal');
  });

  test('one that never ends is ended, with its children', async () => {
    const { complete, feedback } = await checked(['sh', '-c', 'sleep 1000; true'], 50);
    expect(complete).toBe(false);
    expect(feedback).toContain('did not end within 50 ms and was ended');
  });

  test('what it leaves behind is ended, and does not hold up the answer', async () => {
    // The background child holds the pipe; while it lives, the command's output has no end.
    expect(await checked(['sh', '-c', 'sleep 1000 & exit 0'], 600_000)).toMatchObject({
      complete: true,
    });
  });

  test('one that cannot be started is incomplete', async () => {
    const { complete, feedback } = await checked(['no-such-program-here']);
    expect(complete).toBe(false);
    expect(feedback).toContain('no-such-program-here could not be started: ');
  });

  test('reads its words as words, not as a shell would', async () => {
    const words = node('process.exit(process.argv[1] === "$HOME; exit 1" ? 0 : 1)');
    expect(await checked([...words, '$HOME; exit 1'])).toMatchObject({ complete: true });
  });

  test.each([0, -1, 1.5, 86_400_001, Infinity])('a time of %d ms is refused', (timeoutMs) => {
    expect(() => new CommandChecker({ command: ['true'], cwd: '.', timeoutMs })).toThrow(
      'timeoutMs',
    );
  });

  test('an empty command is refused', () => {
    expect(() => new CommandChecker({ command: [''], cwd: '.' })).toThrow(
      'name the program to run',
    );
  });
});

describe('GitCleanChecker', () => {
  const git = (...words: string[]) => {
    const env = {
      ...process.env,
      GIT_DIR: undefined,
      GIT_WORK_TREE: undefined,
      GIT_INDEX_FILE: undefined,
    };
    const who = [
      '-c',
      'user.name=t',
      '-c',
      'user.email=t@example.com',
      '-c',
      'commit.gpgsign=false',
    ];
    execFileSync('git', [...who, ...words], { cwd: folder, env, stdio: 'ignore' });
  };
  const write = (name: string) => writeFileSync(join(folder, name), name);
  const checkedTree = () => new GitCleanChecker({ cwd: folder }).check();

  test('is complete when everything is committed', async () => {
    git('init');
    expect(await checkedTree()).toMatchObject({ complete: true });
    write('a.txt');
    git('add', '.');
    git('commit', '-m', 'a');
    expect(await checkedTree()).toMatchObject({ complete: true });
  });

  test('names what is not, changed or new, at most three', async () => {
    git('init');
    write('a.txt');
    git('add', '.');
    git('commit', '-m', 'a');
    writeFileSync(join(folder, 'a.txt'), 'changed');
    expect((await checkedTree()).feedback).toBe(
      'Not committed (1): a.txt. Commit or remove it before you stop.',
    );
    for (const name of ['b c.txt', 'd.txt', 'ü.txt']) write(name);
    expect((await checkedTree()).feedback).toBe(
      'Not committed (4): a.txt, b c.txt, d.txt and 1 more. Commit or remove it before you stop.',
    );
  });

  test('without a repository it is incomplete', async () => {
    const { complete, feedback } = await checkedTree();
    expect(complete).toBe(false);
    expect(feedback).toContain('The git tree could not be looked at: ');
  });
});
