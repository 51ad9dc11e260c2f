/**
 * A worker in the middle of a tool call: the tool is in a session of its own, as some clients start them, has started
 * another by itself, and writes a tick to a file as long as it runs.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { handleLoopEvent } from '../../src/loop/index.ts';

const [, , project = ''] = process.argv;
appendFileSync(`${project}/turns.txt`, `${readFileSync(0, 'utf8').split('\n')[0]}\n`);
const tick = 'while :; do echo tick >> ticks.txt; sleep 0.05; done';
const tool = spawn('sh', ['-c', `(${tick}) & ${tick}`], {
  cwd: project,
  detached: true,
  stdio: 'ignore',
});
tool.unref();
const call = { callId: 'call_1', tool: 'Bash', args: { command: 'make' } };
const where = { session: 'session-1', agent: null, cwd: project, transcript: null };
const nowMs = Date.now();
await handleLoopEvent({
  event: { ...where, ...call, kind: 'tool-before', atMs: nowMs },
  env: process.env,
  nowMs,
});
setInterval(() => appendFileSync(`${project}/ticks.txt`, 'tick\n'), 20);
