/** Wind-down on the wire, with adapters and by command: saving passes within bounds, everything else is refused. */
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { GuardedSession, openGate } from '../../src/adapters/index.ts';
import { MarkdownSection, Prompt, PromptTemplate } from '../../src/guardrails/index.ts';
import { fakeTool, type FakeScript } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const FORMATS = ['chat', 'messages'] as const;
const saved = { name: 'Bash', args: { command: 'git add -A && git commit -m saved' } };
const released = { name: 'Bash', args: { command: 'make release' } };

interface View {
  readonly active: 0 | 1;
  readonly holds: readonly { readonly hold: string; readonly grace?: { readonly left: number } }[];
}

/** A model that does what the last prompt says. */
const obedient: FakeScript = ({ lastUserText }) =>
  lastUserText.includes('save')
    ? { toolCalls: [saved] }
    : lastUserText.includes('release')
      ? { toolCalls: [released] }
      : { text: `You said: ${lastUserText}` };

let asked = 0;

/** Asks as a client does; each time for something new. */
async function ask(
  { server }: Pick<WholeServer, 'server'>,
  format: (typeof FORMATS)[number],
  says: string,
  stream = false,
): Promise<string> {
  asked += 1;
  const path = format === 'chat' ? 'openai/v1/chat/completions' : 'anthropic/v1/messages';
  const answer = await fetch(`${server.url}/agents/sam/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k', authorization: 'Bearer k' },
    body: JSON.stringify({
      model: 'm',
      max_tokens: 100,
      messages: [{ role: 'user', content: `${says} (${asked})` }],
      stream,
    }),
  });
  return `${answer.status} ${await answer.text()}`;
}

describe.each(FORMATS)('on the wire (%s)', (format) => {
  for (const stream of [false, true]) {
    const how = stream ? 'a stream' : 'a whole answer';
    verifies('X12', `${how} that saves passes, one that does not is refused`, async () => {
      const at = await wholeServer({ script: obedient });
      expect(await ask(at, format, 'hello', stream)).toMatch(/^200/);
      const stop = { by: 'bob', why: 'enough', wind_down: { calls: 3, seconds: 600 } };
      await at.api('/api/agents/sam/deactivate', stop);
      const first = await ask(at, format, 'save', stream);
      expect(first).toContain('add -A');
      expect(first).not.toContain('agent_stopped');
      const refused = await ask(at, format, 'release', stream);
      expect(refused).toContain('agent_stopped');
      expect(await ask(at, format, 'save', stream)).not.toContain('agent_stopped');
      // Three model calls were made: the stop binds, and nobody asks the provider.
      const before = at.provider.requests.length;
      const over = await ask(at, format, 'save', stream);
      expect(over).toMatch(/^4/);
      expect(over).toContain('agent_stopped');
      expect(at.provider.requests).toHaveLength(before);
    });
  }

  verifies('X12', 'after its seconds a call that is still under way is cut', async () => {
    const script: FakeScript = () => ({ text: 'never ends', pace: { hangAfterChunks: 1 } });
    const at = await wholeServer({ script });
    const running = ask(at, format, 'write for ever', true);
    await vi.waitFor(() => expect(at.provider.requests).toHaveLength(1));
    await at.api('/api/agents/sam/deactivate', {
      by: 'bob',
      why: 'enough',
      wind_down: { calls: 100, seconds: 1 },
    });
    expect(await running).toContain('agent_stopped');
    expect(await ask(at, format, 'save')).toMatch(/^4/);
  });
});

verifies('X12', 'a stop without time to save ends the time that an earlier one left', async () => {
  const script: FakeScript = (request, index) =>
    request.lastUserText.includes('for ever')
      ? { text: 'never ends', pace: { hangAfterChunks: 1 } }
      : obedient(request, index);
  const at = await wholeServer({ script });
  expect(await ask(at, 'chat', 'hello')).toMatch(/^200/);
  const stop = (more: object) => at.api('/api/agents/sam/deactivate', { by: 'bob', ...more });
  await stop({ wind_down: { calls: 50, seconds: 3_000 } });
  expect(await ask(at, 'chat', 'save')).toContain('git commit');
  // Fewer calls than are left count, more do not.
  await stop({ wind_down: { calls: 2, seconds: 600 } });
  await stop({ wind_down: { calls: 100, seconds: 3_600 } });
  expect(await at.api('/api/agents/sam')).toMatchObject({ holds: [{ grace: { left: 2 } }] });
  const running = ask(at, 'chat', 'write for ever', true);
  await vi.waitFor(() => expect(at.provider.requests).toHaveLength(3));
  expect(await stop({ why: 'now' })).toMatchObject({ calls_ended: 1 });
  expect(await running).toContain('agent_stopped');
  expect(await ask(at, 'chat', 'save')).toMatch(/^4/);
  expect(at.provider.requests).toHaveLength(3);
});

verifies('X12', 'a spent budget leaves room for saving, once, and for nothing else', async () => {
  const yaml =
    'budgets: { calls_per_day: 2 }\non_stop: wind_down\nwind_down: { calls: 2, seconds: 600 }\n';
  const at = await wholeServer({ script: obedient, yaml });
  for (const says of ['one', 'two']) expect(await ask(at, 'chat', says)).toMatch(/^200/);
  expect(await ask(at, 'chat', 'release')).toContain('budget_spent');
  expect(await ask(at, 'chat', 'save')).toContain('git commit');
  expect(await ask(at, 'chat', 'save')).toContain('budget_spent');
  expect(at.provider.requests).toHaveLength(4);
});

verifies('X12', 'without on_stop a spent budget refuses at once', async () => {
  const at = await wholeServer({ script: obedient, yaml: 'budgets: { calls_per_day: 1 }\n' });
  expect(await ask(at, 'chat', 'one')).toMatch(/^200/);
  expect(await ask(at, 'chat', 'save')).toContain('budget_spent');
});

/** A session of a program of a user's own, with tools, at the gate of this server. */
async function guarded(at: WholeServer) {
  const shell = fakeTool('bash', { answer: () => 'done' });
  const template = new PromptTemplate({
    ns: 'test',
    key: 'winding',
    sections: [new MarkdownSection({ tools: [shell] })],
  });
  const gate = await openGate({ agent: 'sam', env: { TRIPWIRE_URL: at.server.url } });
  const session = new GuardedSession('test', { prompt: new Prompt({ template }), gate });
  return { shell, session, run: (command: string) => session.runTool('bash', { command }) };
}

describe('an adapter', () => {
  verifies('X12', 'lets a run save and go on to its end, and then stops it', async () => {
    const at = await wholeServer();
    const { session, run, shell } = await guarded(at);
    expect(await run('npm test')).toMatchObject({ status: 'success', stop: null });
    await at.api('/api/agents/sam/deactivate', {
      by: 'bob',
      why: 'enough',
      wind_down: { calls: 3, seconds: 600 },
    });
    await session.requireGoingOn();
    const refused = await run('make release');
    expect(refused).toMatchObject({ status: 'denied', stop: null });
    expect(JSON.stringify(refused)).toContain('only saving is allowed');
    expect(await run('git commit -am saved')).toMatchObject({ status: 'success', stop: null });
    expect(await run('git stash')).toMatchObject({ status: 'success' });
    expect(await run('git stash')).toMatchObject({ status: 'denied', stop: { kind: 'manual' } });
    await expect(session.requireGoingOn()).rejects.toMatchObject({ code: 'AGENT_STOPPED' });
    expect(shell.calls).toHaveLength(3);
  });

  verifies('X12', 'a model that never ends is stopped after the calls', async () => {
    const at = await wholeServer();
    const { session, run } = await guarded(at);
    await run('npm test');
    await at.api('/api/agents/sam/deactivate', {
      by: 'bob',
      why: 'enough',
      wind_down: { calls: 5, seconds: 600 },
    });
    let turns = 0;
    const goOn = async () => {
      for (; turns < 50; turns += 1) await session.requireGoingOn();
    };
    await expect(goOn()).rejects.toMatchObject({ code: 'AGENT_STOPPED' });
    expect(turns).toBe(5);
  });
});

describe('tripwire stop --wind-down', () => {
  verifies('X12', 'grants what it says; replay gives the same decisions', async () => {
    const home = await newHome(obedient);
    onTestFinished(() => home.provider.close());
    const running = await startTripwire(home);
    onTestFinished(async () => void (await running.end()));
    const at = { server: { url: running.url } } as WholeServer;
    expect(await ask(at, 'chat', 'hello')).toMatch(/^200/);
    const wrong = await runTripwire(['stop', 'sam', '--calls', '3'], '', home.env);
    expect(wrong).toMatchObject({ code: 2 });
    const stop = ['stop', 'sam', '--wind-down', '--calls', '2', '--seconds', '600'];
    const stopped = await runTripwire(stop, '', home.env);
    expect(stopped).toMatchObject({ code: 0 });
    expect(stopped.stdout).toContain('may still save its work');
    const view = await running.api<View>('/api/agents/sam');
    expect(view).toMatchObject({ active: 0, holds: [{ hold: 'manual', grace: { left: 2 } }] });
    expect(await ask(at, 'chat', 'save')).toContain('git commit');
    expect(await ask(at, 'chat', 'release')).toContain('agent_stopped');
    expect(await ask(at, 'chat', 'save')).toMatch(/^4/);
    await running.end();
    const replayed = await runTripwire(['replay', join(home.data, 'journal.db')], '', home.env);
    expect(replayed, replayed.stderr).toMatchObject({ code: 0 });
  });
});
