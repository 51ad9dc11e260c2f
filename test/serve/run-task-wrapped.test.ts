/**
 * A worker that only wraps a coding agent can't be told to continue a session, so each of its prompts has the task; one
 * that is a known client continues its session and is told only what is new.
 */
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { launcher, nightUnderServer } from './night-under-server.ts';

vi.setConfig({ testTimeout: 240_000 });

const TASK = 'Rename the parser to reader.';

/** A coding agent with hooks: it changes a file in each turn, and is done in the third. */
const CLIENT = `#!/usr/bin/env node
const { spawnSync } = require('node:child_process');
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const prompt = readFileSync(0, 'utf8');
appendFileSync('turns.txt', JSON.stringify({ prompt, words: process.argv.slice(2) }) + '\\n');
const turn = readFileSync('turns.txt', 'utf8').trim().split('\\n').length;
const hook = (own) => {
  const input = JSON.stringify({ session_id: 's1', cwd: process.cwd(), ...own });
  spawnSync(${JSON.stringify(launcher)}, ['hook', 'claude-code'], { input, env: process.env });
};
writeFileSync('notes-' + turn + '.md', 'turn ' + turn);
const file_path = process.cwd() + '/notes-' + turn + '.md';
const call = { tool_name: 'Write', tool_input: { file_path, content: 'x' }, tool_use_id: 'toolu_' + turn };
hook({ hook_event_name: 'PreToolUse', ...call });
hook({ hook_event_name: 'PostToolUse', ...call, tool_response: 'written' });
hook({ hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'a step is done' });
if (turn === 3) console.log('TASK_COMPLETE');
`;

/** The folder of a client that can be found on the PATH. */
function installed(): string {
  const folder = temporaryFolder('bin');
  writeFileSync(join(folder, 'claude'), CLIENT);
  writeFileSync(join(folder, 'wrapped'), '#!/bin/sh\nexec claude "$@"\n');
  for (const name of ['claude', 'wrapped']) chmodSync(join(folder, name), 0o755);
  return folder;
}

async function turnsOf(command: readonly string[]) {
  const bin = installed();
  const node = join(process.execPath, '..');
  const env = { PATH: `${bin}:${node}:${process.env['PATH'] ?? ''}` };
  const run = await nightUnderServer({ task: TASK, command, env });
  const [code] = (await once(run.child, 'exit')) as [number];
  expect(code).toBe(0);
  const lines = readFileSync(run.file('turns.txt'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as { prompt: string; words: readonly string[] });
}

verifies('L9', 'every prompt of a wrapped client has the task', async () => {
  for (const command of [['env', 'X=1', 'claude'], ['wrapped']]) {
    const turns = await turnsOf(command);
    expect(turns).toHaveLength(3);
    expect(turns.filter(({ prompt }) => prompt.includes(TASK))).toHaveLength(3);
    expect(turns.flatMap(({ words }) => words)).not.toContain('--resume');
  }
});

test('a known client continues its session, and is not told the task again', async () => {
  const turns = await turnsOf(['claude']);
  expect(turns.map(({ words }) => words.includes('--resume'))).toEqual([false, true, true]);
  expect(turns.map(({ prompt }) => prompt.includes(TASK))).toEqual([true, false, false]);
});
