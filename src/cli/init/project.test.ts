/** A project gets its state folder and the ignore rule once; a home or the root gets none. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { writeChange } from './file.ts';
import { projectPlan } from './project.ts';

function projectIn(home: string, ...names: readonly string[]): string {
  const cwd = join(home, ...names);
  mkdirSync(cwd, { recursive: true });
  return cwd;
}
const newHome = () => temporaryFolder('init-project');

function make(cwd: string, home: string): readonly string[] {
  const changes = projectPlan({ cwd, home, chosen: null })?.changes ?? [];
  for (const change of changes) writeChange(change);
  return changes.map(({ file }) => file);
}

describe('the state folder of a project', () => {
  test('is made with the manifest and ignored, once', () => {
    const home = newHome();
    const cwd = projectIn(home, 'project');
    writeFileSync(join(cwd, '.gitignore'), 'node_modules');
    expect(make(cwd, home)).toHaveLength(2);
    expect(readFileSync(join(cwd, '.gitignore'), 'utf8')).toBe('node_modules\n.geometry/\n');
    const manifest = readFileSync(join(cwd, '.geometry/MANIFEST.yaml'), 'utf8');
    expect(manifest).toContain('\n  max_iterations: 100\n');
    expect(make(cwd, home)).toStrictEqual([]);
  });

  test('stands at the top of the repository, and one that is there is used', () => {
    const home = newHome();
    const top = projectIn(home, 'repository');
    mkdirSync(join(top, '.git'));
    const cwd = projectIn(top, 'src', 'deep');
    expect(make(cwd, home)[0]).toBe(join(top, '.geometry', 'MANIFEST.yaml'));
    expect(make(cwd, home)).toStrictEqual([]);
  });

  test('a manifest of a person stays, and so does a rule of theirs', () => {
    const home = newHome();
    const cwd = projectIn(home, 'project');
    mkdirSync(join(cwd, '.geometry'));
    writeFileSync(join(cwd, '.geometry/MANIFEST.yaml'), '# mine\n');
    writeFileSync(join(cwd, '.gitignore'), '/.geometry\r\n');
    expect(make(cwd, home)).toStrictEqual([]);
  });

  test('neither a home nor the root is a project, not even if it is a repository', () => {
    const home = newHome();
    mkdirSync(join(home, '.git'));
    expect(projectPlan({ cwd: home, home, chosen: null })).toBeNull();
    expect(projectPlan({ cwd: '/', home, chosen: null })).toBeNull();
    const cwd = projectIn(home, 'project');
    expect(make(cwd, home)[0]).toBe(join(cwd, '.geometry', 'MANIFEST.yaml'));
  });

  test('a file in its place is refused', () => {
    const home = newHome();
    const cwd = projectIn(home, 'project');
    writeFileSync(join(cwd, '.geometry'), '');
    expect(() => projectPlan({ cwd, home, chosen: null })).toThrow('is not a folder');
  });

  test('a folder that was chosen is used', () => {
    const home = newHome();
    const chosen = join(home, 'state');
    const plan = projectPlan({ cwd: home, home, chosen });
    expect(plan?.changes.map(({ file }) => file)).toStrictEqual([join(chosen, 'MANIFEST.yaml')]);
  });
});
