/** The plugin for OpenCode, loaded as OpenCode loads it, with a hook of the test's own behind it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openCodePlugin } from '../../src/clients/opencode/plugin.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

type Hook = (input: object, output: object) => Promise<void>;

interface Plugin {
  readonly Tripwire: (context: object) => Promise<Readonly<Record<string, Hook>>>;
}

/** A hook that writes down what it is asked and answers by the event's name. */
const ANSWERING_HOOK = `
import { appendFileSync, readFileSync } from 'node:fs';
const payload = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync(new URL('asked.jsonl', import.meta.url), JSON.stringify(payload) + '\\n');
const answers = JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8'));
const answer = answers[payload.event] ?? { action: 'pass', say: null };
if (typeof answer === 'number') { console.error('disk full'); process.exit(answer); }
console.log(typeof answer === 'string' ? answer : JSON.stringify(answer));
`;

async function started(answers: object = {}, command?: string) {
  const folder = temporaryFolder('plugin');
  const asked = join(folder, 'asked.jsonl');
  writeFileSync(asked, '');
  writeFileSync(join(folder, 'hook.mjs'), ANSWERING_HOOK);
  const answerWith = (next: object) =>
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(next));
  answerWith(answers);
  const file = join(folder, 'tripwire.js');
  const own = `"${process.execPath}" "${join(folder, 'hook.mjs')}"`;
  writeFileSync(file, openCodePlugin(command ?? own));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const aborted: unknown[] = [];
  const prompts: unknown[] = [];
  const session = {
    abort: async (request: unknown) => aborted.push(request),
    promptAsync: async (request: unknown) => prompts.push(request),
  };
  const { Tripwire } = (await import(pathToFileURL(file).href)) as Plugin;
  const hooks = await Tripwire({ client: { session }, directory: '/home/ada/project' });
  const call = async (name: string, input: object, output: object = {}) => {
    await hooks[name]?.(input, output);
    return output;
  };
  const emit = (type: string, properties: object) => call('event', { event: { type, properties } });
  const questions = () =>
    readFileSync(asked, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { call, emit, questions, answerWith, aborted, prompts, hooks };
}

const before = { tool: 'bash', sessionID: 'ses_1', callID: 'call_1' };
const ls = { args: { command: 'ls' } };
const after = () => ({ title: 'ls', output: 'a.ts\n', metadata: { exit: 0 } });

test('a healthy tool call runs, and its output stays as it is', async () => {
  const { call, questions } = await started();
  await call('tool.execute.before', before, ls);
  const output = after();
  await call('tool.execute.after', before, output);
  expect(output.output).toBe('a.ts\n');
  expect(questions()).toEqual([
    {
      event: 'tool.execute.before',
      sessionID: 'ses_1',
      rootID: 'ses_1',
      directory: '/home/ada/project',
      tool: 'bash',
      callID: 'call_1',
      args: { command: 'ls' },
    },
    expect.objectContaining({
      event: 'tool.execute.after',
      args: { command: 'ls' },
      output: 'a.ts\n',
      exitCode: 0,
    }),
  ]);
});

test('a denied tool call throws with the reason; ending the session also aborts it', async () => {
  const { call, answerWith, aborted } = await started({
    'tool.execute.before': { action: 'deny', reason: 'a loop', endsSession: false },
  });
  await expect(call('tool.execute.before', before, ls)).rejects.toThrow('a loop');
  expect(aborted).toEqual([]);
  answerWith({ 'tool.execute.before': { action: 'deny', reason: 'stopped', endsSession: true } });
  await expect(call('tool.execute.before', before, ls)).rejects.toThrow('stopped');
  expect(aborted).toEqual([{ path: { id: 'ses_1' } }]);
});

test.each([
  ['fails', 2, 'exit code 2: disk full'],
  ['crashes', 1, 'exit code 1'],
  ['is silent', '', 'cannot be read'],
  ['prints no answer', 'hello', 'cannot be read'],
  ['answers something unknown', { action: 'maybe' }, 'cannot be read'],
])('a hook that %s denies the tool and the prompt', async (_name, answer, why) => {
  const { call } = await started({ 'tool.execute.before': answer, 'chat.message': answer });
  await expect(call('tool.execute.before', before, ls)).rejects.toThrow(why);
  await expect(call('chat.message', { sessionID: 'ses_1' }, { parts: [] })).rejects.toThrow(why);
});

test('a command that is not there denies', async () => {
  const { call } = await started({}, '/nowhere/tripwire');
  await expect(call('tool.execute.before', before, ls)).rejects.toThrow('exit code 127');
});

test('a hook that does not answer in time denies', async () => {
  const text = openCodePlugin('sleep 60 #').replace('TIMEOUT_MS = 8000', 'TIMEOUT_MS = 50');
  const folder = temporaryFolder('plugin');
  writeFileSync(join(folder, 'slow.mjs'), text);
  const { Tripwire } = (await import(pathToFileURL(join(folder, 'slow.mjs')).href)) as Plugin;
  const hooks = await Tripwire({ client: {}, directory: '/' });
  await expect(hooks['tool.execute.before']?.(before, ls)).rejects.toThrow(
    'no answer within 50 ms',
  );
});

test('what is said before a tool, and after it, is appended to the result', async () => {
  const { call } = await started({
    'tool.execute.before': { action: 'pass', say: 'mind the tests' },
    'tool.execute.after': { action: 'pass', say: 'third time' },
  });
  await call('tool.execute.before', before, ls);
  const output = after();
  await call('tool.execute.after', before, output);
  expect(output.output).toBe('a.ts\n\n\nmind the tests\n\nthird time');
});

test('a failure after a tool is told and loses nothing', async () => {
  const { call } = await started({ 'tool.execute.after': 2 });
  const output = after();
  await call('tool.execute.after', before, output);
  expect(output.output).toMatch(/^a\.ts\n[^]*disk full/);
});

test('a stop that may not be is answered with a prompt, which is not taken for a person’s', async () => {
  const { call, emit, questions, prompts, answerWith } = await started({
    'session.idle': { action: 'continue', reason: 'run npm test' },
  });
  await emit('session.idle', { sessionID: 'ses_1' });
  const parts = [{ type: 'text', text: 'run npm test' }];
  expect(prompts).toEqual([{ path: { id: 'ses_1' }, body: { parts } }]);
  await call('chat.message', { sessionID: 'ses_1' }, { parts });
  answerWith({});
  await emit('session.idle', { sessionID: 'ses_1' });
  await call('chat.message', { sessionID: 'ses_1' }, { parts: [{ type: 'text', text: 'thanks' }] });
  await emit('session.idle', { sessionID: 'ses_1' });
  const told = questions().map(({ event, isStopHookActive, text }) => [
    event,
    isStopHookActive ?? text,
  ]);
  expect(told).toEqual([
    ['session.idle', false],
    ['session.idle', true],
    ['chat.message', 'thanks'],
    ['session.idle', false],
  ]);
});

test('a subagent is reported under the session above it', async () => {
  const { call, emit, questions } = await started();
  await emit('session.created', { info: { id: 'ses_2', parentID: 'ses_1' } });
  await call('tool.execute.before', { ...before, sessionID: 'ses_2' }, ls);
  expect(questions().map(({ sessionID, rootID }) => [sessionID, rootID])).toEqual([
    ['ses_2', 'ses_1'],
    ['ses_2', 'ses_1'],
  ]);
});

test('tokens are reported once for each finished message', async () => {
  const { emit, questions } = await started();
  const tokens = { input: 1_000, output: 20, cache: { read: 149_000, write: 50 } };
  const info = { id: 'msg_1', sessionID: 'ses_1', role: 'assistant', modelID: 'm', tokens };
  await emit('message.updated', { info: { ...info, time: { created: 1 } } });
  await emit('message.updated', { info: { ...info, time: { created: 1, completed: 2 } } });
  await emit('message.updated', { info: { ...info, time: { created: 1, completed: 2 } } });
  expect(questions()).toMatchObject([
    {
      event: 'message.updated',
      sessionID: 'ses_1',
      contextTokens: 150_050,
      model: 'm',
      messageID: 'msg_1',
      tokens: { input: 1_000, output: 20, cacheRead: 149_000, cacheWrite: 50 },
    },
  ]);
});

test('before a compaction what is said goes into its context', async () => {
  const { call } = await started({
    'experimental.session.compacting': { action: 'pass', say: 'keep the goal' },
  });
  const output = { context: [] };
  await call('experimental.session.compacting', { sessionID: 'ses_1' }, output);
  expect(output.context).toEqual(['keep the goal']);
});

test('model calls carry the mark by which the proxy knows that the plugin is loaded', async () => {
  const { call } = await started();
  const output = { headers: {} };
  await call('chat.headers', {}, output);
  expect(output.headers).toEqual({ 'x-tripwire-hooks': 'opencode' });
});
