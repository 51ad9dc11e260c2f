/** The level of protection is never higher than the weakest point, and each weak point is named. */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { protectionLevel } from './protection-level.ts';

function levelOf(text: string, mode = 0o700) {
  const home = mkdtempSync(join(tmpdir(), 'tripwire-level-'));
  const data = join(home, '.tripwire');
  mkdirSync(data);
  writeFileSync(join(data, 'tripwire.yaml'), `capture: none\n${text}`);
  chmodSync(data, mode);
  return protectionLevel(loadConfig({ env: {}, home }));
}

const hardened = 'registration: closed\nupstreams:\n  anthropic:\n    key: env:KEY\n';

test('as it comes: level 0, and what would raise it', () => {
  const { level, missing } = levelOf('');
  expect(level).toBe(0);
  expect(missing.join()).toContain('upstreams.NAME.key');
  expect(missing.join()).toContain('registration: closed');
});

test('keys held and registration closed: level 1; a folder that others can read: level 0', () => {
  expect(levelOf(hardened).level).toBe(1);
  const open = levelOf(hardened, 0o755);
  expect(open.level).toBe(0);
  expect(open.missing).toEqual([expect.stringContaining('chmod 700') as string]);
});

test('agents that connect from elsewhere: level 2', () => {
  expect(levelOf(`${hardened}host: 0.0.0.0\nallow_remote: true\n`).level).toBe(2);
});
