/** The level of protection is never higher than the weakest point, and each weak point is named. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import { loadConfig } from '../config/index.ts';
import { protectionLevel, type Surroundings } from './protection-level.ts';

function levelOf(text: string, mode = 0o700, settingsMode = 0o600, around?: Surroundings) {
  const home = temporaryFolder('level');
  const data = join(home, '.tripwire');
  mkdirSync(data);
  writeFileSync(join(data, 'tripwire.yaml'), `capture: none\n${text}`);
  chmodSync(join(data, 'tripwire.yaml'), settingsMode);
  chmodSync(data, mode);
  return protectionLevel(loadConfig({ env: {}, home }), around);
}

const others = ['openai', 'gemini'].map((name) => `  ${name}:\n    enabled: false\n`).join('');
const hardened = `registration: closed\nupstreams:\n  anthropic:\n    key: env:KEY\n${others}`;

verifies('X8', 'as it comes: level 0, and what would raise it', () => {
  const { level, missing } = levelOf('');
  expect(level).toBe(0);
  expect(missing.join()).toContain('upstreams.NAME.key');
  expect(missing.join()).toContain('registration: closed');
});

verifies('X8', 'keys held and registration closed: level 1; one weak point: level 0', () => {
  expect(levelOf(hardened).level).toBe(1);
  const open = levelOf(hardened, 0o755);
  expect(open.level).toBe(0);
  expect(open.missing).toEqual([expect.stringContaining('chmod 700') as string]);
  const writable = levelOf(hardened, 0o700, 0o622);
  expect(writable.level).toBe(0);
  expect(writable.missing).toEqual([expect.stringContaining('chmod go-w') as string]);
});

verifies('X8', 'a provider whose key Tripwire does not hold: level 0, by name', () => {
  const { level, missing } = levelOf(hardened.replace(others, ''));
  expect(level).toBe(0);
  expect(missing).toEqual([expect.stringContaining('for openai, gemini: set upstreams.NAME.key')]);
});

verifies('X8', 'a client of the same user, or a door that lets a stranger in: level 0', () => {
  const around = (more: Partial<Surroundings>) =>
    levelOf(hardened, 0o700, 0o600, { ownClients: [], openDoors: [], ...more });
  expect(around({}).level).toBe(1);
  const own = around({ ownClients: ['Claude Code'] });
  expect(own.level).toBe(0);
  expect(own.missing).toEqual([expect.stringContaining('Claude Code of this very user') as string]);
  const open = around({ openDoors: ['the control plane answers without a token'] });
  expect(open).toMatchObject({ level: 0, missing: ['the control plane answers without a token'] });
});

verifies(
  'X8',
  'agents that connect from elsewhere: level 2, unless tokens cross the network in plain text',
  () => {
    const remote = `${hardened}host: 0.0.0.0\nallow_remote: true\n`;
    expect(levelOf(remote)).toMatchObject({ level: 2, missing: [] });
    const plain = levelOf(`${remote}admin_host: 0.0.0.0\n`);
    expect(plain.level).toBe(1);
    expect(plain.missing).toEqual([expect.stringContaining('admin_tls') as string]);
  },
);

test('every point says what is so, or what to do', () => {
  const { points } = levelOf(hardened);
  expect(points.filter(({ ok }) => !ok).map(({ for: level }) => level)).toEqual([2]);
  for (const { detail } of points) expect(detail.length).toBeGreaterThan(10);
});
