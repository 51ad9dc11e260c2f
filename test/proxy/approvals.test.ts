/** Approvals on the wire: the tool call of a model's answer is held until a person says yes, in every format. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { approvalsPlace } from '../hooks/approvals-place.ts';
import { askChat, askGemini, askMessages, askResponse, plainBody } from './plain-ask.ts';

vi.setConfig({ testTimeout: 60_000 });

const LOOK_RULE = `approvals:
  - name: look
    tools: [look]
`;

const CUT = 'the connection was cut';

const FORMATS = [
  ['Anthropic messages', askMessages],
  ['OpenAI chat', askChat],
  ['OpenAI responses', askResponse],
  ['Gemini', askGemini],
] as const;

async function placeAt(yaml = LOOK_RULE) {
  const at = await approvalsPlace(yaml);
  const baseUrl = (agent: string, name: string) =>
    `${at.server.url}/agents/${agent}/${name}${name === 'openai' ? '/v1' : ''}`;
  // What asks needs no more of a proxy than where it is.
  return { ...at, running: { baseUrl } as Parameters<typeof askMessages>[0] };
}

describe.each(FORMATS)('%s', (_name, ask) => {
  test.each([true, false])('streamed: %s, a yes lets the call through', async (stream) => {
    const at = await placeAt();
    const waits = ask(at.running, { stream }).then((answer) => answer.text());
    const [asked] = await at.waiting(1);
    expect(asked).toMatchObject({ agent: 'sam', rule: 'look' });
    expect(asked?.why).toContain('src/file-0.ts');
    await at.answer(asked, 'grant');
    expect(await waits).toContain('look');
    await at.waiting(0);
  });

  test.each([true, false])('streamed: %s, a no ends the answer', async (stream) => {
    const at = await placeAt();
    const waits = ask(at.running, { stream });
    const [asked] = await at.waiting(1);
    await at.answer(asked, 'refuse');
    const answer = await waits;
    const text = await answer.text().catch(() => CUT);
    // Gemini's streams have no ending that stops a client: the connection is cut.
    const isCut = stream && ask === askGemini;
    expect(text).toContain(isCut ? CUT : 'A person refused it');
    if (!stream) expect([400, 402, 403]).toContain(answer.status);
  });

  test('what no rule names is not asked about', async () => {
    const at = await placeAt('approvals: [{ name: other, tools: [push] }]\n');
    const answer = await ask(at.running, { stream: true });
    expect(await answer.text()).toContain('look');
    expect(await at.approvals()).toEqual([]);
  });
});

test('a client that hangs up leaves the question open, and its next try finds the answer', async () => {
  const at = await placeAt();
  const hangUp = new AbortController();
  const first = askMessages(at.running, { stream: true, signal: hangUp.signal })
    .then((answer) => answer.text())
    .catch(() => 'gone');
  const [asked] = await at.waiting(1);
  hangUp.abort();
  expect(await first).toBe('gone');
  await at.answer(asked, 'grant');
  const again = await askMessages(at.running, { stream: true });
  expect(await again.text()).toContain('message_stop');
  // Used up: the next one asks anew.
  const third = askMessages(at.running, { stream: true }).then((answer) => answer.text());
  const [other] = await at.waiting(1);
  await at.answer(other, 'refuse');
  expect(await third).toContain('A person refused it');
});

test('a stop that comes while a person is asked ends the answer', async () => {
  const at = await placeAt();
  const waits = askMessages(at.running, { stream: true }).then((answer) => answer.text());
  await at.waiting(1);
  await at.api('/api/agents/sam/deactivate', { why: 'enough' });
  expect(await waits).toContain('enough');
});

test('a model call asks by its price, and where no price is known', async () => {
  const at = await placeAt('approvals: [{ name: money, spending: { usd_per_call: 1 } }]\n');
  const waits = askMessages(at.running);
  const [asked] = await at.waiting(1);
  expect(asked?.why).toContain('fake-model for an unknown price');
  expect(at.provider.requests).toHaveLength(0);
  await at.answer(asked, 'grant');
  expect((await waits).status).toBe(200);
  const cheap = await askMessages(at.running, { fields: { model: 'claude-haiku-4-5' } });
  expect(cheap.status).toBe(200);
  expect(await at.approvals()).toEqual([]);
});

/** A provider whose model writes its arguments as it likes. */
async function rawProvider(args: string): Promise<string> {
  const call = { id: 'c1', type: 'function', function: { name: 'shell', arguments: args } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
  const answer = JSON.stringify({ object: 'chat.completion', model: 'm', choices });
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe('arguments that are no JSON, or say two things', () => {
  const RULE = 'approvals: [{ name: push, commands: [{ programs: [git], verbs: [push] }] }]\n';

  async function asked(args: string) {
    const url = await rawProvider(args);
    const at = await approvalsPlace(
      `${RULE}upstreams: { raw: { url: '${url}', format: openai } }\n`,
    );
    const answer = fetch(`${at.server.url}/agents/sam/raw/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: plainBody(),
    });
    return { at, answer };
  }

  test.each([
    '{"command":"git push",}',
    "{'command': 'git push'}",
    '{"command":"ls","command":"git push"}',
    '{"command":"git push","command":"ls"}',
    '{"program":"git","shell_command":"git push"}',
    '{"command":"git","args":["push"]}',
    `{"pad":[${'0,'.repeat(20_001)}0],"command":"git push"}`,
    'git push',
  ])('are asked about: %#', async (args) => {
    const { at, answer } = await asked(args);
    const [one] = await at.waiting(1);
    expect(one).toMatchObject({ agent: 'sam', rule: 'push' });
    await at.answer(one, 'refuse');
    expect(await (await answer).text()).toContain('A person refused it');
  });

  test('what is plain and is none of it passes', async () => {
    const { at, answer } = await asked('{"command":"git status"}');
    expect((await answer).status).toBe(200);
    expect(await at.approvals()).toEqual([]);
  });
});
