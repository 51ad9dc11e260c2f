/**
 * The kill switch in a supervised night: a loop goes to the advisor first, in the manner of each client; a loop after
 * advice, or one that nobody has advice for, is held for a person.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { AgentView } from '../../src/gate/index.ts';
import { DEFAULT_MANIFEST } from '../../src/loop/index.ts';
import { someOf } from '../kit/runs.ts';
import { nightUnderServer, until } from './night-under-server.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Asks its model in the manner of a client until it is refused, and then waits; after advice it may do as told. */
const WORKER = String.raw`
  import { appendFileSync, readFileSync } from 'node:fs';
  const [, manner, kind, isStubborn] = process.argv;
  const prompt = readFileSync(0, 'utf8');
  appendFileSync('prompts.txt', JSON.stringify(prompt) + '\n');
  if (kind !== 'healthy' && prompt.includes('LOOK ELSEWHERE') && isStubborn !== 'stubborn') {
    console.log('TASK_COMPLETE');
    process.exit(0);
  }
  const { ANTHROPIC_BASE_URL, OPENAI_BASE_URL, GOOGLE_GEMINI_BASE_URL } = process.env;
  const task = 'Demonstration: play the ' + kind + ' agent, in 9 steps.';
  const wires = {
    claude: {
      url: ANTHROPIC_BASE_URL + '/v1/messages',
      headers: { 'x-api-key': 'k', 'user-agent': 'claude-cli/2.1.325', 'x-claude-code-session-id': 's1' },
      first: { role: 'user', content: task },
      body: (messages) => ({ model: 'm', max_tokens: 9, messages }),
      calls: ({ content }) => [{ role: 'assistant', content }, { role: 'user', content: content
        .filter(({ type }) => type === 'tool_use')
        .map(({ id, name, input }) => ({ type: 'tool_result', tool_use_id: id, content: result(name, input) })) }],
    },
    codex: {
      url: OPENAI_BASE_URL + '/responses',
      headers: { authorization: 'Bearer k', 'user-agent': 'codex_cli_rs/0.166.0', 'session-id': 's1' },
      first: { role: 'user', content: task },
      body: (input) => ({ model: 'm', input }),
      calls: ({ output }) => [...output, ...output.filter(({ type }) => type === 'function_call')
        .map(({ call_id, name, arguments: args }) => ({ type: 'function_call_output', call_id, output: result(name, JSON.parse(args)) }))],
    },
    gemini: {
      url: GOOGLE_GEMINI_BASE_URL + '/v1beta/models/gemini-2.5-pro:generateContent',
      headers: { 'x-goog-api-key': 'k', 'user-agent': 'GeminiCLI/0.61.0' },
      first: { role: 'user', parts: [{ text: task }] },
      body: (contents) => ({ contents }),
      calls: ({ candidates: [{ content }] }) => [content, { role: 'user', parts: content.parts
        .filter(({ functionCall }) => functionCall)
        .map(({ functionCall: { name, args } }) => ({ functionResponse: { name, response: { output: result(name, args) } } })) }],
    },
    opencode: {
      url: OPENAI_BASE_URL + '/chat/completions',
      headers: { authorization: 'Bearer k', 'user-agent': 'opencode/1.18.33', 'x-session-id': 's1' },
      first: { role: 'user', content: task },
      body: (messages) => ({ model: 'm', messages }),
      calls: ({ choices: [{ message }] }) => [message, ...(message.tool_calls ?? [])
        .map(({ id, function: { name, arguments: args } }) => ({ role: 'tool', tool_call_id: id, content: result(name, JSON.parse(args)) }))],
    },
  };
  const result = (name, args) => kind === 'healthy' ? 'ok: ' + name + ' ' + JSON.stringify(args) : 'FAIL 401';
  const wire = wires[manner];
  const history = [wire.first];
  for (let step = 0; step < 9; step += 1) {
    const answer = await fetch(wire.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...wire.headers },
      body: JSON.stringify(wire.body(history)),
    });
    if (!answer.ok) await new Promise(() => setInterval(() => undefined, 1_000));
    history.push(...wire.calls(await answer.json()));
  }
  console.log('TASK_COMPLETE');
`;

const advisedBy = (command: string) => ({
  '.geometry/MANIFEST.yaml': `${DEFAULT_MANIFEST}advisor: { commands: [[sh, -c, "cat > asked.txt; ${command}"]] }\n`,
});

function nightOf(
  manner: string,
  more: { readonly kind?: string; readonly stubborn?: boolean; readonly advisor?: string } = {},
) {
  const { kind = 'looping', stubborn = false, advisor = 'echo LOOK ELSEWHERE' } = more;
  return nightUnderServer({
    settings: 'kill_switch:\n  enabled: true\n',
    files: advisedBy(advisor),
    worker: WORKER,
    words: [manner, kind, stubborn ? 'stubborn' : 'docile'],
  });
}

describe.each(someOf(2, ['claude', 'gemini', 'codex', 'opencode']))(
  'a night of %s with the kill switch on',
  (manner) => {
    verifies('L10', 'its loop goes to the advisor, whose words are the next prompt', async () => {
      const run = await nightOf(manner);
      const [code] = (await once(run.child, 'exit')) as [number];
      expect(code).toBe(0);
      const night = run.night();
      expect(night).toMatchObject({ adviceAsked: 1, turns: 2, ended: { outcome: 'done' } });
      expect(run.held()).toEqual([]);
      expect(readFileSync(run.file('asked.txt'), 'utf8')).toContain('DEADLOCK TYPE: KILL_SWITCH: ');
      const prompts = readFileSync(run.file('prompts.txt'), 'utf8').trim().split('\n');
      expect(prompts).toHaveLength(2);
      expect(prompts[1]).toContain('LOOK ELSEWHERE');
      const { active, sessions } = await run.server.api<AgentView>('/api/agents/ticker');
      expect([active, ...sessions.map((one) => one.active)]).not.toContain(0);
    });

    test('healthy work asks nobody', async () => {
      const run = await nightOf(manner, { kind: 'healthy' });
      const [code] = (await once(run.child, 'exit')) as [number];
      expect(code).toBe(0);
      expect(run.night()).toMatchObject({ adviceAsked: 0, turns: 1 });
      expect(run.held()).toEqual([]);
    });
  },
);

test('a second loop after advice is held until a person lifts it; the next goes to the advisor again', async () => {
  const run = await nightOf('claude', { stubborn: true });
  await until(() => run.held().length === 1, 'it is held');
  expect(run.held()[0]?.text).toContain('held: kill_switch (tripwire resume ticker');
  expect(run.night()).toMatchObject({ adviceAsked: 1, turns: 2 });
  expect(existsSync(run.file('.geometry/PAUSE'))).toBe(false);
  expect((await run.tripwire('resume', 'ticker')).code).toBe(0);
  await until(() => run.held().length === 2, 'a person lifted it');
});

test('where advice fails, the kill switch holds it, and no pause beside it', async () => {
  const run = await nightOf('codex', { advisor: 'exit 1' });
  await until(() => run.held().length === 1, 'it is held');
  expect(run.held()[0]?.text).toContain('held: kill_switch (tripwire resume ticker');
  expect(run.night()?.moments.some(({ text }) => text.includes('it stays stopped'))).toBe(true);
  expect(existsSync(run.file('.geometry/PAUSE'))).toBe(false);
});
