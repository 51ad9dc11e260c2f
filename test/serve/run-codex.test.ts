/**
 * A coding agent whose hooks can deny and not end (Codex): `tripwire run` ends it after the blocker report.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome } from '../kit/running-tripwire.ts';
import { launcher } from './night-under-server.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Calls its tool as often as it is told, whatever its hooks say. */
const CLIENT = `#!/usr/bin/env node
const { spawnSync } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const [, , kind, times] = process.argv.slice(-4);
for (let count = 0; count < Number(times); count += 1) {
  appendFileSync('asked.txt', 'x');
  const command = kind === 'stuck' ? 'cat nowhere' : 'cat ' + count;
  const hook = (hook_event_name, more) => {
    const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'call_' + count };
    const input = JSON.stringify({ session_id: 's1', turn_id: 't', cwd: process.cwd(), model: 'm', hook_event_name, ...call, ...more });
    return spawnSync(${JSON.stringify(launcher)}, ['hook', 'codex'], { input }).stdout.toString();
  };
  if (!hook('PreToolUse').includes('deny')) hook('PostToolUse', { tool_response: kind === 'stuck' ? 'No such file' : 'text ' + count });
}
process.exitCode = 3;
`;

async function runCodex(kind: string, times: number) {
  const at = await newHome();
  onTestFinished(() => at.provider.close());
  const bin = join(at.home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'codex'), CLIENT);
  chmodSync(join(bin, 'codex'), 0o755);
  // The command runs in the home folder, which is the project here.
  mkdirSync(join(at.home, '.geometry'));
  const path = `${bin}:${join(process.execPath, '..')}:${process.env['PATH'] ?? ''}`;
  const env = { ...at.env, PATH: path, TRIPWIRE_DIR: join(at.home, '.geometry') };
  const outcome = await runTripwire(['run', '--', 'codex', kind, String(times)], '', env);
  return {
    ...outcome,
    asked: readFileSync(join(at.home, 'asked.txt'), 'utf8').length,
    isReported: existsSync(join(at.home, '.geometry/BLOCKER_REPORT.md')),
  };
}

test('one that asks on after the blocker report is ended', async () => {
  const { code, stderr, asked, isReported } = await runCodex('stuck', 100);
  expect(isReported).toBe(true);
  expect(stderr).toContain('it is stuck, and is ended');
  expect(code).not.toBe(3);
  expect(asked).toBeLessThan(15);
});

test('one that works ends by itself', async () => {
  expect(await runCodex('healthy', 8)).toMatchObject({ code: 3, asked: 8, isReported: false });
});
