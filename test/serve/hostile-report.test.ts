/**
 * A night's worker prepares what a person reads in the morning: the night's own file, and the settings of the repository. The
 * report runs nothing of it, and writes nowhere.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { nightUnderServer, until } from './night-under-server.ts';

vi.setConfig({ testTimeout: 240_000 });

/** A night that is over, in a repository with a change that nobody committed. */
async function over() {
  const run = await nightUnderServer({ files: { 'a.txt': 'one\n' } });
  await run.goesOn();
  writeFileSync(run.file('finish'), '');
  await until(() => run.night()?.ended?.outcome === 'done', 'the night is over');
  const project = run.file('.');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', project, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  git('init', '-q');
  git('add', 'a.txt');
  git('commit', '-q', '-m', 'one');
  const file = run.file(`.geometry/nights/${run.night()?.id ?? ''}/night.json`);
  const change = (fields: object) => {
    const night = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...night, ...fields }));
  };
  return { run, git, change };
}

test('an option in the place of a commit writes nowhere; a real commit is told', async () => {
  const { run, git, change } = await over();
  const first = git('rev-parse', 'HEAD');
  git('commit', '-q', '--allow-empty', '-m', 'what was done');
  change({ commit: first, ended: { ...run.night()?.ended, atMs: Date.now() + 60_000 } });
  expect((await run.report()).stdout).toContain('what was done');

  const victim = join(temporaryFolder('victim'), 'profile');
  for (const commit of [`--output=${victim}`, `--output=${victim} `, '-O/etc/passwd', 'HEAD@{x}']) {
    writeFileSync(victim, 'mine\n');
    change({ commit });
    const { stdout } = await run.report();
    expect(stdout, commit).toContain('Tick.');
    expect(readFileSync(victim, 'utf8'), commit).toBe('mine\n');
    expect(existsSync(`${victim}..HEAD`), commit).toBe(false);
  }
});

test('no program runs that the repository’s settings name', async () => {
  const { run, git, change } = await over();
  change({ commit: git('rev-parse', 'HEAD'), ended: null });
  git('commit', '-q', '--allow-empty', '-m', 'later');
  const ran = join(temporaryFolder('ran'), 'ran');
  const program = run.file('evil.sh');
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${ran}\nexec cat\n`, { mode: 0o755 });
  for (const [name, value] of [
    ['core.fsmonitor', program],
    ['core.hooksPath', run.file('.')],
    ['filter.evil.clean', program],
    ['filter.evil.process', program],
    ['diff.external', program],
    ['diff.evil.textconv', program],
    ['log.showSignature', 'true'],
    ['gpg.program', program],
    ['core.pager', program],
    ['core.sshCommand', program],
  ] as const) {
    git('config', name, value);
  }
  writeFileSync(run.file('.gitattributes'), '* filter=evil diff=evil\n');
  writeFileSync(run.file('a.txt'), 'two\n');
  const { stdout } = await run.report();
  expect(stdout).toContain('Tick.');
  expect(existsSync(ran) ? readFileSync(ran, 'utf8') : '').toBe('');
});

test('a night whose times are none is told all the same', async () => {
  const { run, git, change } = await over();
  change({ commit: git('rev-parse', 'HEAD'), ended: { ...run.night()?.ended, atMs: 9e15 } });
  const { stderr } = await run.report();
  expect(stderr).not.toContain('RangeError');
});
