/** Every path among the parameters stays in the roots, through links, dots and lists. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { policyContext } from '../../../test/kit/policy-context.ts';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { HostFilesystem, PathRoots, type PathRootsOptions } from '../index.ts';

const base = temporaryFolder('path-roots');
const root = join(base, 'project');
for (const folder of ['src/deep', 'docs', 'secret'])
  mkdirSync(join(root, folder), { recursive: true });
mkdirSync(join(base, 'outside'));
symlinkSync(join(base, 'outside'), join(root, 'src/link-out'));
symlinkSync(join(root, 'secret'), join(root, 'src/link-secret'));
symlinkSync(join(root, 'src/deep'), join(root, 'docs/link-in'));
const filesystem = new HostFilesystem({ root });

const check = (params: unknown, options: PathRootsOptions = { roots: ['src', 'docs'] }) =>
  new PathRoots(options).check({ name: 'edit' }, params, policyContext({ filesystem }));

describe('path roots', () => {
  const cases: readonly (readonly [params: unknown, allowed: boolean])[] = [
    [{ path: 'src/a.ts' }, true],
    [{ path: './src/deep/../a.ts' }, true],
    [{ path: 'src' }, true],
    [{ path: join(root, 'docs/x.md') }, true],
    [{ path: 'docs/link-in/x' }, true],
    [{ file_path: 'src/new/file.ts' }, true],
    [{ paths: ['src/a', 'docs/b'] }, true],
    [{ edits: [{ path: 'src/a' }, { path: 'docs/b' }] }, true],
    [{ files: [{ path: 'src/a' }] }, true],
    [{ text: '/etc/passwd' }, true],
    [{}, true],
    [{ path: undefined }, true],
    [{ uri: 'https://example.com/x' }, true],
    [{ uri: `file://${root}/src/a` }, true],
    [{ absolute_path: join(root, 'src/a') }, true],
    [{ absolute_path: '/etc/passwd' }, false],
    [{ src: '/etc/passwd', dst: 'src/a' }, false],
    [{ outputFile: '/etc/passwd' }, false],
    [{ repo_path: '/etc' }, false],
    [{ absolutePath: '/etc/passwd' }, false],
    [{ dir_path: '/etc' }, false],
    [{ target_file: '/etc/passwd' }, false],
    [{ uri: 'file:///etc/passwd' }, false],
    [{ uri: 'file:///project/src/%2e%2e/secret' }, false],
    [{ uri: 'file://other/src/a' }, false],
    [{ uris: [`file://${root}/src/a`, 'file:///etc/passwd'] }, false],
    [{ Path: '/etc/passwd' }, false],
    [{ FILE_PATH: '/etc/passwd' }, false],
    [{ 'file-path': '/etc/passwd' }, false],
    [{ path: ' /etc/passwd' }, false],
    [{ path: '/etc/passwd\n' }, false],
    [{ path: '"/etc/passwd"' }, false],
    [{ path: "'/etc/passwd'" }, false],
    [{ path: '`/etc/passwd`' }, false],
    [{ path: '\u00a0/etc/passwd' }, false],
    [{ path: 'src/a ' }, false],
    [{ path: 'secret/x' }, false],
    [{ path: 'srcs/x' }, false],
    [{ path: '.' }, false],
    [{ path: '..' }, false],
    [{ path: 'src/../secret/x' }, false],
    [{ path: 'src/link-secret/x' }, false],
    [{ path: 'src/link-out/x' }, false],
    [{ path: '/etc/passwd' }, false],
    [{ path: '~/x' }, false],
    [{ path: '' }, false],
    [{ paths: ['src/a', '/etc/passwd'] }, false],
    [{ edits: [{ path: 'src/a' }, { path: '../x' }] }, false],
    [{ options: { cwd: '/' } }, false],
    [{ path: 7 }, false],
    [{ path: null }, false],
    [{ path: { raw: '/etc' } }, false],
  ];
  test.each(cases)('%j: %s', async (params, allowed) => {
    expect((await check(params)).allowed).toBe(allowed);
  });

  test('says which path of which parameter, and what is allowed', async () => {
    const { reason } = await check({ edits: [{ path: '/etc/passwd' }] });
    expect(reason).toBe(
      "Path '/etc/passwd' of parameter 'edits.0.path' is outside of what is allowed: src, docs.",
    );
  });

  test('without roots it is the root of the filesystem', async () => {
    expect((await check({ path: 'secret/x' }, {})).allowed).toBe(true);
    expect((await check({ path: 'src/link-out/x' }, {})).allowed).toBe(false);
  });

  test('looks only at the tools and parameters it is given', async () => {
    expect((await check({ path: '/etc' }, { tools: ['write_*'] })).allowed).toBe(true);
    expect((await check({ target: '/etc' }, { pathParams: ['target'] })).allowed).toBe(false);
  });

  test('without a filesystem a path is denied, and a call without one passes', async () => {
    const policy = new PathRoots();
    const bare = policyContext();
    expect((await policy.check({ name: 'x' }, { path: 'a' }, bare)).allowed).toBe(false);
    expect((await policy.check({ name: 'x' }, { a: 1 }, bare)).allowed).toBe(true);
  });

  test('parameters too many to search are denied', async () => {
    const params = { list: Array.from({ length: 10_001 }, (_, index) => index) };
    expect((await check(params)).reason).toMatch(/too many parameters/);
  });
});
