/** Where the loop's files are. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LoopProject } from '../../../test/loop/loop-project.ts';
import { findStateFolder } from '../index.ts';

test('the nearest folder upwards, whatever the agent works in', () => {
  const project = new LoopProject({ 'a/b/c.ts': '', 'inner/.git/HEAD': '' });
  const own = {
    folder: project.path('').replace(/\/$/, ''),
    project: project.folder,
    exists: true,
  };
  expect(findStateFolder(project.folder, {})).toEqual(own);
  expect(findStateFolder(join(project.folder, 'a/b'), {})).toEqual(own);
  expect(findStateFolder(project.path(''), {})).toEqual(own);
  // A repository inside belongs to the folder outside, until it has one of its own.
  expect(findStateFolder(join(project.folder, 'inner'), {})).toEqual(own);
  mkdirSync(join(project.folder, 'inner/.geometry'));
  expect(findStateFolder(join(project.folder, 'inner'), {}).project).toBe(
    join(project.folder, 'inner'),
  );
});

test('TRIPWIRE_DIR decides, relative to where the agent works', () => {
  const project = new LoopProject();
  const found = findStateFolder(project.folder, { TRIPWIRE_DIR: 'x/state' });
  expect(found).toEqual({
    folder: join(project.folder, 'x/state'),
    project: project.folder,
    exists: false,
  });
});
