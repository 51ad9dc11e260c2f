/** The host's files below a root: one name for one file, and no way out. Both filesystems where both can. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { HostFilesystem, MemoryFilesystem, type Filesystem } from '../index.ts';

let base = '';
let root = '';

beforeEach(() => {
  base = temporaryFolder('files');
  root = join(base, 'project');
  mkdirSync(join(root, 'sub/deep'), { recursive: true });
  mkdirSync(join(base, 'outside'));
  writeFileSync(join(root, 'config.yaml'), 'a: 1');
  writeFileSync(join(root, 'sub/inner.txt'), 'inner');
  writeFileSync(join(base, 'outside/secret.txt'), 'secret');
  symlinkSync('config.yaml', join(root, 'link.yaml'));
  symlinkSync(join(base, 'outside'), join(root, 'exit'));
  symlinkSync('../outside/secret.txt', join(root, 'secret-link'));
  symlinkSync('sub/deep', join(root, 'short'));
  symlinkSync('not-there.txt', join(root, 'dangling'));
  symlinkSync('../outside/new.txt', join(root, 'dangling-out'));
  symlinkSync('loop-b', join(root, 'loop-a'));
  symlinkSync('loop-a', join(root, 'loop-b'));
});

const host = (mountPoint?: string) =>
  new HostFilesystem({ root, ...(mountPoint === undefined ? {} : { mountPoint }) });

/** As it is written, with ROOT and BASE for the folders of the test; and what it is, below the root. */
const names: readonly (readonly [written: string, name: string])[] = [
  ['config.yaml', 'config.yaml'],
  ['./config.yaml', 'config.yaml'],
  ['.//./config.yaml', 'config.yaml'],
  ['config.yaml/', 'config.yaml'],
  ['sub/../config.yaml', 'config.yaml'],
  ['sub/deep/../../config.yaml', 'config.yaml'],
  ['not-there/../config.yaml', 'config.yaml'],
  ['ROOT/config.yaml', 'config.yaml'],
  ['ROOT/./sub/../config.yaml', 'config.yaml'],
  ['BASE/project/config.yaml', 'config.yaml'],
  ['BASE/outside/../project/config.yaml', 'config.yaml'],
  ['../project/config.yaml', 'config.yaml'],
  ['link.yaml', 'config.yaml'],
  ['ROOT/link.yaml', 'config.yaml'],
  ['sub/../link.yaml', 'config.yaml'],
  ['short/x.txt', 'sub/deep/x.txt'],
  ['dangling', 'not-there.txt'],
  ['new.txt', 'new.txt'],
  ['new/folder/file.txt', 'new/folder/file.txt'],
  ['config.yaml ', 'config.yaml '],
  ['a\\..\\config.yaml', 'a\\..\\config.yaml'],
  ['.', ''],
  ['sub', 'sub'],
];

const refused: readonly (readonly [written: string, why: RegExp])[] = [
  ['', /is empty/],
  ['..', /leaves the root/],
  ['../outside/secret.txt', /leaves the root/],
  ['sub/../../outside/secret.txt', /leaves the root/],
  ['/etc/passwd', /leaves the root/],
  ['BASE/project-two/x', /leaves the root/],
  ['exit/secret.txt', /leaves the root/],
  ['exit', /leaves the root/],
  ['secret-link', /leaves the root/],
  ['dangling-out', /leaves the root/],
  ['short/../inner.txt', /goes through a link and up again/],
  ['loop-a', /more than 40 links/],
  ['config.yaml/below', /cannot be looked at \(ENOTDIR/],
  ['~/x', /begins with ~/],
  ['~', /begins with ~/],
  ['~root/x', /begins with ~/],
  ['file:///etc/passwd', /is a URL/],
  ['a\0b', /NUL/],
  ['x'.repeat(5000), /5000 characters/],
];

function placed(written: string): string {
  return written.replace('ROOT', root).replace('BASE', base);
}

describe('canonical names on the host', () => {
  for (const [written, name] of names) {
    verifies('G4', `${JSON.stringify(written)} is ${JSON.stringify(name)}`, async () => {
      expect(await host().canonical(placed(written))).toBe(join(root, name));
    });
  }

  for (const [written, why] of refused) {
    verifies('G4', `${JSON.stringify(written.slice(0, 40))} is refused`, async () => {
      const files = host();
      await expect(files.canonical(placed(written))).rejects.toThrow(why);
      await expect(files.exists(placed(written))).rejects.toThrow(why);
      await expect(files.read(placed(written))).rejects.toThrow(why);
      await expect(files.write(placed(written), 'x')).rejects.toThrow(why);
      await expect(files.remove(placed(written))).rejects.toThrow(why);
      expect(readFileSync(join(base, 'outside/secret.txt'), 'utf8')).toBe('secret');
    });
  }

  verifies('G4', 'a root that is a link is the folder behind it', async () => {
    symlinkSync(root, join(base, 'alias'));
    const files = new HostFilesystem({ root: join(base, 'alias') });
    expect(files.root).toBe(root);
    expect(await files.canonical(join(base, 'alias/config.yaml'))).toBe(join(root, 'config.yaml'));
  });

  const roots: readonly (readonly [string, RegExp])[] = [
    ['not-there', /root must be a folder that is there/],
    ['project/config.yaml', /root must be a folder/],
  ];
  for (const [path, why] of roots) {
    verifies('G4', `${path} is no root`, () => {
      expect(() => new HostFilesystem({ root: join(base, path) })).toThrow(why);
    });
  }
});

describe('the mount point', () => {
  const mounted: readonly (readonly [written: string, name: string | RegExp])[] = [
    ['/workspace/config.yaml', 'config.yaml'],
    ['/workspace//./link.yaml', 'config.yaml'],
    ['/workspace/sub/../config.yaml', 'config.yaml'],
    ['/workspace', ''],
    ['config.yaml', 'config.yaml'],
    ['ROOT/config.yaml', 'config.yaml'],
    ['/workspace-two/config.yaml', /leaves the root/],
    ['/workspace/../outside/secret.txt', /leaves the root/],
    ['/workspace/exit/secret.txt', /leaves the root/],
    ['/elsewhere/../workspace/config.yaml', /by a detour/],
  ];
  for (const [written, name] of mounted) {
    verifies('G4', `${written} is ${String(name)}`, async () => {
      const asked = host('/workspace').canonical(placed(written));
      if (typeof name === 'string') expect(await asked).toBe(join(root, name));
      else await expect(asked).rejects.toThrow(name);
    });
  }

  verifies('G4', 'cannot lie around the root or inside it, nor be relative', () => {
    expect(() => host(base)).toThrow(/one lies inside the other/);
    expect(() => host(join(root, 'sub'))).toThrow(/one lies inside the other/);
    expect(() => host('workspace')).toThrow(/must be absolute/);
    expect(() => host('/a/../workspace')).toThrow(/without \.\./);
    expect(host(root).root).toBe(root);
  });
});

describe('reading and writing', () => {
  const kinds: readonly (readonly [string, () => Filesystem])[] = [
    ['the host', () => host()],
    ['memory', () => new MemoryFilesystem({ root: '/p', files: { 'config.yaml': 'a: 1' } })],
  ];
  for (const [kind, make] of kinds) {
    verifies('G4', `${kind}: what is written is there until it is removed`, async () => {
      const files = make();
      expect(await files.exists('new/a.txt')).toBe(false);
      await files.write('new/a.txt', 'text');
      expect([await files.exists('./new/a.txt'), await files.exists('new')]).toEqual([true, true]);
      expect(await files.read(`${files.root}/new/a.txt`)).toBe('text');
      await files.write('new/a.txt', Uint8Array.of(0, 255));
      expect([...(await files.readBytes('new/a.txt'))]).toEqual([0, 255]);
      await files.remove('new/a.txt');
      await files.remove('new/a.txt');
      expect(await files.exists('new/a.txt')).toBe(false);
      expect(await files.read('config.yaml')).toBe('a: 1');
    });

    verifies('G4', `${kind}: what is no file is neither read nor written`, async () => {
      const files = make();
      await files.write('folder/a.txt', 'text');
      await expect(files.read('folder')).rejects.toThrow(/not a file/);
      await expect(files.read('gone.txt')).rejects.toThrow(/is not there/);
      await expect(files.write('folder', 'x')).rejects.toThrow(/is not a file/);
      await expect(files.write('config.yaml/x', 'x')).rejects.toThrow(/config\.yaml/);
    });
  }

  for (const path of ['', '..', '/etc/passwd', '../p2/x', '~/x', 'a\0b']) {
    verifies('G4', `memory: ${JSON.stringify(path)} is refused`, async () => {
      const files = new MemoryFilesystem({ root: '/p' });
      await expect(files.exists(path)).rejects.toThrow(/path/);
    });
  }

  verifies('G4', 'memory: a mount point is the root', async () => {
    const files = new MemoryFilesystem({ root: '/p', mountPoint: '/w', files: { a: 'x' } });
    expect(await files.read('/w/a')).toBe('x');
  });

  verifies('G4', 'a named pipe is no file: nobody waits for it', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    await expect(host().read('pipe')).rejects.toThrow(/is not a file/);
    await expect(host().write('pipe', 'x')).rejects.toThrow(/is not a file/);
  });

  verifies('G4', 'writing through a link writes the file behind it', async () => {
    await host().write('dangling', 'made');
    expect(readFileSync(join(root, 'not-there.txt'), 'utf8')).toBe('made');
  });
});
