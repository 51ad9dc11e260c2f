/**
 * A configuration that changes while the process runs: checked first, and never for the worse.
 */
import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configFolder } from '../../test/kit/config-folder.ts';
import { effectiveConfig, loadConfig, reloadConfig, type Reloaded } from './index.ts';

function changed(before: string, after: string): Reloaded {
  const folder = configFolder(before);
  const current = loadConfig(folder.sources);
  folder.write(after);
  return reloadConfig(current, folder.sources);
}

test('a valid change takes effect and is named', () => {
  const { config, ...said } = changed(
    'capture: none\nagents: { a: { kill_switch: { threshold: 5 } } }\n',
    'capture: all\nagents: { b: { kill_switch: { threshold: 6 } } }\n',
  );
  expect(said).toEqual({
    changed: ['capture', 'agents.a.kill_switch.threshold', 'agents.b.kill_switch.threshold'],
    refused: [],
    error: null,
  });
  expect(config).toMatchObject({ capture: 'all', agents: { b: { killSwitch: { threshold: 6 } } } });
});

test('an unchanged file changes nothing', () => {
  const text = 'port: 1\nkill_switch: { exceptions: [{ tool: a, is: poll }] }\n';
  expect(changed(text, `# a comment\n${text}`)).toMatchObject({
    changed: [],
    refused: [],
    error: null,
  });
});

test.each(['capture: sometimes\n', 'agnets: {}\ncapture: all\n', 'port: [\n', ''])(
  'with a problem (%j) the last good configuration stays and the problem is returned',
  (broken) => {
    const folder = configFolder('registration: closed\n');
    const current = loadConfig(folder.sources);
    folder.write(broken);
    const { config, error, ...said } = reloadConfig(current, folder.sources);
    expect(config).toBe(current);
    expect(error?.problems).toHaveLength(1);
    expect(said).toEqual({ changed: [], refused: [] });
  },
);

test('a file that vanished does not open what it had closed', () => {
  const folder = configFolder('registration: closed\n');
  const current = loadConfig(folder.sources);
  rmSync(folder.file);
  const { config, error } = reloadConfig(current, folder.sources);
  expect(config.registration).toBe('closed');
  expect(error?.message).toContain('is gone; put it back');
});

test('a file that appears is taken', () => {
  const folder = configFolder();
  const current = loadConfig(folder.sources);
  folder.write('registration: closed\n');
  const { config, changed: paths } = reloadConfig(current, folder.sources);
  expect(paths).toEqual(['registration']);
  expect(config).toMatchObject({ registration: 'closed', file: folder.file });
});

test('what is fixed at start keeps its value and its origin, and is named', () => {
  const { config, ...said } = changed(
    'port: 1\n',
    `data: elsewhere
port: 2
admin_port: 3
host: 0.0.0.0
admin_host: localhost
allow_remote: true
constitution: frozen-v0.2
limits: { body_mb: 1 }
capture: all
`,
  );
  expect(said).toEqual({
    changed: ['capture'],
    refused: [
      'data',
      'port',
      'admin_port',
      'host',
      'admin_host',
      'allow_remote',
      'constitution',
      'limits.body_mb',
    ],
    error: null,
  });
  expect(config).toMatchObject({ port: 1, host: '127.0.0.1', constitution: 'coding-v1' });
  expect(config.limits.bodyMb).toBe(32);
  const from = Object.fromEntries(effectiveConfig(config).map((one) => [one.path, one.from]));
  expect(from).toMatchObject({ port: 'file', host: 'default', 'limits.body_mb': 'default' });
  expect(Object.isFrozen(config) && Object.isFrozen(config.origins)).toBe(true);
});

test('a budget that only the new constitution would allow is refused under the old one', () => {
  const text = 'constitution: coding-v1\nagents: { a: { max_tokens_per_minute: 60000 } }\n';
  const { config, error } = changed('constitution: frozen-v0.2\ncapture: none\n', text);
  expect(config.capture).toBe('none');
  expect(config.agents['a']).toBeUndefined();
  expect(error?.message).toMatch(/must be at most 50000, not 60000.*restart/);
});
