/** What counts as a changed tree, in repositories and without; and what does not. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { workingTree } from './working-tree.ts';

function place(kind: 'committed' | 'no commit' | 'no git') {
  const folder = temporaryFolder('tree');
  const file = (name: string) => join(folder, name);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
  writeFileSync(file('a.txt'), 'a\n');
  if (kind !== 'no git') git('init', '-q');
  if (kind === 'committed') {
    git('add', 'a.txt');
    git('commit', '-q', '-m', 'first');
  }
  return { folder, file, git };
}

describe.each(['committed', 'no commit', 'no git'] as const)('%s', (kind) => {
  test('new files, more in an untracked one, a second one in a new folder, and a link count', () => {
    const { folder, file } = place(kind);
    const seen = [workingTree({ project: folder, folder: join(folder, '.geometry') })];
    const look = () =>
      seen.push(workingTree({ project: folder, folder: join(folder, '.geometry') }));
    mkdirSync(file('made'));
    writeFileSync(file('made/one.txt'), '1\n');
    look();
    writeFileSync(file('made/two.txt'), '2\n');
    look();
    appendFileSync(file('made/two.txt'), '3\n');
    look();
    // As long as before.
    writeFileSync(file('made/two.txt'), '2\n4\n');
    look();
    appendFileSync(file('a.txt'), 'b\n');
    look();
    symlinkSync('a.txt', file('link'));
    look();
    expect(seen).not.toContain(null);
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('nothing, another time on the same content, and our own folder do not', () => {
    const { folder, file } = place(kind);
    mkdirSync(file('.geometry'));
    const before = workingTree({ project: folder, folder: join(folder, '.geometry') });
    expect(before).not.toBeNull();
    expect(workingTree({ project: folder, folder: join(folder, '.geometry') })).toBe(before);
    utimesSync(file('a.txt'), new Date(), new Date(Date.now() + 60_000));
    writeFileSync(file('.geometry/state.json'), '{}');
    expect(workingTree({ project: folder, folder: join(folder, '.geometry') })).toBe(before);
  });
});

test('a commit counts, ignored files do not, and the settings of a repository run nothing', () => {
  const { folder, file, git } = place('committed');
  const ran = file('../ran.txt');
  git('config', 'core.fsmonitor', `sh -c 'echo ran > ${ran}'`);
  writeFileSync(file('.gitignore'), 'out/\n');
  const before = workingTree({ project: folder, folder: join(folder, '.geometry') });
  mkdirSync(file('out'));
  writeFileSync(file('out/built.txt'), 'x');
  expect(workingTree({ project: folder, folder: join(folder, '.geometry') })).toBe(before);
  expect(() => execFileSync('cat', [ran], { stdio: 'ignore' })).toThrow();
  git('-c', 'core.fsmonitor=false', 'add', '.gitignore');
  git('-c', 'core.fsmonitor=false', 'commit', '-q', '-m', 'second');
  expect(workingTree({ project: folder, folder: join(folder, '.geometry') })).not.toBe(before);
});
