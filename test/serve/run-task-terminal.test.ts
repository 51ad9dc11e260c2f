/**
 * A night in front of a person: the status line on a real terminal, and a worker that has none of its own.
 *
 * The terminal is made by `script` of util-linux; where there is none, there is nothing to try this with.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 120_000 });

const launcher = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const hasScript = spawnSync('script', ['--version']).status === 0;
const WAIT_MS_MAX = 60_000;
const cleaning: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleaning.splice(0).toReversed()) await one();
});

/** Uses its model, its hooks and three calls that lead nowhere, and tells what it cost; done in its second turn. */
const WORKER = `
  import { spawnSync } from 'node:child_process';
  import { appendFileSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  const prompt = readFileSync(0, 'utf8');
  appendFileSync('turns.txt', 'turn\\n');
  const turn = readFileSync('turns.txt', 'utf8').split('\\n').length - 1;
  try {
    openSync('/dev/tty', 'r+');
    appendFileSync('terminal.txt', 'a terminal\\n');
  } catch (error) {
    appendFileSync('terminal.txt', error.code + '\\n');
  }
  const cwd = process.cwd();
  const transcript_path = join(cwd, 'transcript.jsonl');
  const usage = { input_tokens: 100_000 };
  writeFileSync(transcript_path, JSON.stringify({ type: 'assistant', message: { model: 'claude-sonnet-4-5', usage } }) + '\\n');
  let calls = 0;
  const hook = (own) => {
    const input = JSON.stringify({ session_id: 's1', transcript_path, cwd, ...own });
    spawnSync(process.env.LAUNCHER, ['hook', 'claude-code'], { input, env: process.env });
  };
  const call = (tool_name, tool_input, after, tool_response) => {
    const asked = { tool_name, tool_input, tool_use_id: 'call_' + turn + '_' + (calls += 1) };
    hook({ hook_event_name: 'PreToolUse', ...asked });
    hook({ hook_event_name: after, ...asked, ...tool_response });
  };
  if (turn === 1) {
    const answer = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
      body: JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: prompt }] }),
    });
    await answer.text();
    writeFileSync('a.ts', 'one\\n');
    call('Edit', { file_path: join(cwd, 'a.ts'), new_string: 'one' }, 'PostToolUse', { tool_response: 'updated' });
    for (let count = 0; count < 3; count += 1) {
      call('Bash', { command: 'cat nowhere' }, 'PostToolUseFailure', { error: 'No such file' });
    }
  } else {
    call('Bash', { command: 'npm test' }, 'PostToolUse', { tool_response: { stdout: '1 passed, 0 failed' } });
  }
  while (!existsSync('go-' + turn)) await new Promise((resolve) => setTimeout(resolve, 20));
  const result = turn === 1 ? 'One thing is made.' : 'All of it.\\nTASK_COMPLETE';
  console.log(JSON.stringify({ session_id: 's1', total_cost_usd: 0.25 * turn, result, type: 'result' }));
`;

describe.runIf(hasScript)('tripwire run --task on a terminal', () => {
  test('draws turn, context, spend, ladder, dirty bits and time left as they are', async () => {
    const at = await newHome();
    const project = join(at.home, 'project');
    mkdirSync(project);
    const file = (name: string) => join(project, name);
    cleaning.push(() => at.provider.close());
    writeFileSync(file('worker.mjs'), WORKER);
    at.configure('kill_switch:\n  enabled: false\n');
    const order = `run --task Work. --agent drawn --max-iterations 7 --until 8h --budget 500k`;
    const line = `stty cols 200; exec '${launcher}' ${order} -- '${process.execPath}' worker.mjs`;
    const env = { ...at.env, LAUNCHER: launcher, TERM: 'xterm' };
    const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd: project, env });
    cleaning.push(async () => {
      if (child.exitCode === null) child.kill('SIGKILL');
    });
    let shown = '';
    child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
    });
    const drawn = async (words: RegExp) => {
      const endMs = performance.now() + WAIT_MS_MAX;
      while (!words.test(shown)) {
        if (performance.now() > endMs) throw new Error(`no ${words} in ${shown.slice(-3_000)}`);
        await sleep(20);
      }
    };
    await drawn(
      /node 0\/7 · works · context 50 % · \d+\/500k tokens · SOFT_LOOP 3 · \d failures? · untested · 7 h \d+ min left/,
    );
    writeFileSync(file('.geometry/PAUSE'), '');
    await drawn(/node 0\/7 · HELD by pause · /);
    rmSync(file('.geometry/PAUSE'));
    writeFileSync(file('go-1'), '');
    await drawn(/node 1\/7 · works · context 50 % · \d+\/500k tokens · \$0\.25 · .*tested · 7 h/);
    const ended = once(child, 'exit');
    writeFileSync(file('go-2'), '');
    const [code] = (await ended) as [number];
    expect(code).toBe(0);
    expect(shown).toContain('One thing is made.');
    expect(shown).not.toContain('total_cost_usd');
    const terminals = readFileSync(file('terminal.txt'), 'utf8');
    expect(terminals).toBe('ENXIO\nENXIO\n');
    const report = await runTripwire(['report', '--project', project], '', at.env);
    expect(report.stdout).toContain('; reported by the engines: $0.50');
    expect(existsSync(file('.geometry/CHECKPOINT.md'))).toBe(false);
  });
});

describe('tripwire run --task', () => {
  verifies(
    'L9',
    'a worker that demands a terminal is named, and left for the next engine',
    async () => {
      const at = await newHome();
      const project = join(at.home, 'project');
      mkdirSync(project);
      cleaning.push(() => at.provider.close());
      mkdirSync(join(project, '.geometry'));
      const demanding = `test -t 0 || { echo 'the input device is not a TTY'; exit 1; }`;
      writeFileSync(join(project, 'demanding.sh'), demanding);
      const engines = `engines: [{ name: modest, command: [sh, -c, "cat > prompt.txt; echo TASK_COMPLETE"] }]\n`;
      writeFileSync(join(project, '.geometry/MANIFEST.yaml'), engines);
      const env = { ...at.env, TRIPWIRE_DIR: join(project, '.geometry') };
      const order = ['run', '--task', 'Work.', '--', 'sh', join(project, 'demanding.sh')];
      const child = spawn(launcher, order, { env, stdio: ['ignore', 'ignore', 'pipe'] });
      const ended = once(child, 'exit');
      cleaning.push(async () => {
        if (child.exitCode !== null) return;
        child.kill('SIGTERM');
        await ended;
      });
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString();
      });
      await expect
        .poll(() => stderr, { timeout: 60_000 })
        .toContain('sh → modest (needs_terminal)');
      expect(stderr).toContain('sh wants a terminal, and a worker has none');
      await expect.poll(() => child.exitCode, { timeout: 60_000 }).toBe(0);
    },
  );
});
