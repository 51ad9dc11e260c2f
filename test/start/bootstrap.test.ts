import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const bootstrap = fileURLToPath(new URL('../../scripts/bootstrap.mjs', import.meta.url));

test('when everything is installed it says nothing and does nothing', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bootstrap], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('an old Node is refused with the version that is needed', () => {
  const pretend = "Object.defineProperty(process.versions, 'node', { value: '18.19.0' })";
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${pretend}`, bootstrap],
    { encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('Node 18.19.0 is too old: version 20 or newer is needed');
});
