/** No progress: what counts as a failure, what ends the row, and what happens at the limit. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject, manifestWith } from '../../../test/loop/loop-project.ts';

const failing =
  'FAIL src/a.test.ts\nAssertionError: expected 1 to be 2\nTests  2 failed | 5 passed';

/** An edit that does not help: the tests fail in the same way. */
async function inVain(project: LoopProject) {
  await project.edit('src/a.ts');
  return project.bash('npm test', failing, true);
}

describe('failures in a row', () => {
  verifies(
    'L4',
    'the same failure after each of three changes pauses and writes the report',
    async () => {
      const project = new LoopProject();
      await project.prompt('make the tests pass');
      await inVain(project);
      expect(project.manifest().consecutiveFailures).toBe(0);
      await inVain(project);
      expect(project.manifest().consecutiveFailures).toBe(1);
      await inVain(project);
      const last = await inVain(project);
      expect(last).toMatchObject({ say: expect.stringContaining('BLOCKER_REPORT.md') as string });
      expect(project.manifest().consecutiveFailures).toBe(3);
      const report = project.read('BLOCKER_REPORT.md');
      for (const part of [
        'Goal: make the tests pass',
        'Consecutive failures: 3/3',
        '`npm test` fails with: FAIL src/a.test.ts',
        'Tests run: 4',
        'rm .geometry/BLOCKER_REPORT.md',
      ]) {
        expect(report).toContain(part);
      }
      expect(await project.call('Read', { file_path: 'a.ts' })).toMatchObject({
        kind: 'deny',
        reason: expect.stringContaining('3 consecutive failures') as string,
      });
      expect(project.logged().filter((one) => one.startsWith('NO_PROGRESS'))).toEqual([
        'NO_PROGRESS/counted_failure',
        'NO_PROGRESS/counted_failure',
        'NO_PROGRESS/created_blocker_report',
      ]);
    },
  );

  verifies('L4', 'deleting the report resumes and counts anew', async () => {
    const project = new LoopProject();
    for (let count = 0; count < 4; count += 1) await inVain(project);
    expect(project.has('BLOCKER_REPORT.md')).toBe(true);
    project.remove('BLOCKER_REPORT.md');
    expect(await inVain(project)).toMatchObject({ kind: 'pass' });
    expect(project.manifest().consecutiveFailures).toBe(0);
    expect(project.logged()).toContain('MANUAL_OVERRIDE/resumed');
  });

  verifies('L4', 'a turn that ends with a failing build counts once', async () => {
    const project = new LoopProject();
    for (const expected of [1, 2, 3]) {
      await project.edit('src/a.ts');
      await project.bash('npm run build', `src/a.ts(${expected},1): error TS2304: x`, true);
      await project.stop();
      expect(project.manifest().consecutiveFailures).toBe(expected);
    }
    expect(project.has('BLOCKER_REPORT.md')).toBe(true);
  });

  verifies(
    'L4',
    'a turn with the same error twice counts, a change after it clears it',
    async () => {
      const project = new LoopProject();
      const fails = () => project.bash('node migrate.js', 'Error: no such table: users', true);
      await fails();
      await fails();
      await project.stop();
      expect(project.manifest().consecutiveFailures).toBe(1);
      await fails();
      await fails();
      await project.edit('README.md');
      await project.stop();
      expect(project.manifest().consecutiveFailures).toBe(0);
    },
  );

  verifies('L4', 'no file changed counts when nobody watches, and only then', async () => {
    const project = new LoopProject();
    await project.call('Read', { file_path: 'a.ts' });
    await project.stop();
    expect(project.manifest().consecutiveFailures).toBe(0);
    project.env['TRIPWIRE_UNATTENDED'] = '1';
    await project.call('Read', { file_path: 'b.ts' });
    await project.stop();
    expect(project.manifest().consecutiveFailures).toBe(1);
  });

  test('unattended in a repository, git says whether something changed', async () => {
    const project = new LoopProject();
    const git = (...args: string[]) => execFileSync('git', ['-C', project.folder, ...args]);
    git('init', '-q');
    git(
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@example.com',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'a',
    );
    project.env['TRIPWIRE_UNATTENDED'] = '1';
    await project.stop();
    writeFileSync(join(project.folder, 'made-by-a-script.txt'), 'x');
    await project.stop();
    expect(project.manifest().consecutiveFailures).toBe(0);
    await project.stop();
    expect(project.manifest().consecutiveFailures).toBe(1);
  });

  verifies('L4', 'strict counts every failing run after a change', async () => {
    const project = new LoopProject(manifestWith('safety:\n  strict: true\n'));
    for (const left of [5, 3, 1]) {
      await project.edit(`src/${left}.ts`);
      await project.bash('pytest tests/', `== ${left} failed, 4 passed in 0.1s ==`, true);
    }
    expect(project.has('BLOCKER_REPORT.md')).toBe(true);
  });
});

describe('healthy work', () => {
  verifies('L4', 'fewer failures each time is progress, and passing ends the row', async () => {
    const project = new LoopProject();
    for (const left of [5, 4, 3, 2, 1]) {
      await project.edit('src/a.ts');
      await project.bash('npm test', `Tests  ${left} failed | 3 passed`, true);
    }
    expect(project.manifest().consecutiveFailures).toBe(0);
    await inVain(project);
    await inVain(project);
    expect(project.manifest().consecutiveFailures).toBe(1);
    await project.edit('src/a.ts');
    await project.bash('npm test', 'Tests  7 passed');
    expect(project.manifest().consecutiveFailures).toBe(0);
  });

  test('questions and answers are no failures', async () => {
    const project = new LoopProject();
    for (let count = 0; count < 6; count += 1) {
      await project.prompt('how does it work?');
      await project.call('Read', { file_path: `${count}.ts` }, `text ${count}`);
      expect(await project.stop()).toEqual({ kind: 'pass', say: null });
    }
    expect(project.manifest().consecutiveFailures).toBe(0);
  });
});
