/** What a user may do with a file: by the file's own mode, and by every folder on the way to it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const NOBODY = 61_204;

/** Asks as a user of the machine that owns nothing here. */
function changeableBy(uid: number, path: string): boolean {
  const module = new URL('./reach.ts', import.meta.url).href;
  const script = `const { reachOf } = await import(${JSON.stringify(module)}); console.log(reachOf(${JSON.stringify(path)}).changeable)`;
  const words = ['--input-type=module', '-e', script];
  const { stdout } = spawnSync(process.execPath, words, { uid, gid: uid, encoding: 'utf8' });
  expect(stdout).toMatch(/^(?:true|false)\n$/);
  return stdout === 'true\n';
}

test.runIf(process.getuid?.() === 0)('by its mode, its folder, and the folder above', () => {
  const base = mkdtempSync('/tmp/tripwire-reach-');
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  chmodSync(base, 0o755);
  const above = join(base, 'home');
  const folder = join(above, '.claude');
  const file = join(folder, 'settings.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, '{}', { mode: 0o644 });
  expect(changeableBy(NOBODY, file), 'a file of root in folders of root').toBe(false);
  chmodSync(file, 0o666);
  expect(changeableBy(NOBODY, file), 'a file that everybody may write').toBe(true);
  chmodSync(file, 0o644);
  chownSync(folder, NOBODY, NOBODY);
  expect(changeableBy(NOBODY, file), 'a file of root in a folder of one’s own').toBe(true);
  chownSync(folder, 0, 0);
  chownSync(above, NOBODY, NOBODY);
  expect(changeableBy(NOBODY, file), 'a folder of root that can be moved away').toBe(true);
  chownSync(above, 0, 0);
  chmodSync(above, 0o1777);
  expect(changeableBy(NOBODY, file), 'in a folder like /tmp only owners move things').toBe(false);
  expect(changeableBy(NOBODY, join(above, 'new.json')), 'a new file there').toBe(true);
});
