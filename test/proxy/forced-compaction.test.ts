/** A demanded compaction reaches the client as a prompt that is too long, and is over when it has compacted. */
import { expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { startedProxy } from './started-proxy.ts';

const claudeCode = {
  'content-type': 'application/json',
  'user-agent': 'claude-cli/2.1.325 (external, sdk-cli)',
  'x-claude-code-session-id': 's1',
};
const tools = [{ name: 'look', input_schema: { type: 'object' } }];
const step = { model: 'm', max_tokens: 99, tools, messages: [{ role: 'user', content: 'go on' }] };
const compaction = {
  model: 'm',
  max_tokens: 99,
  messages: [
    { role: 'user', content: 'go on' },
    { role: 'assistant', content: 'so far' },
    { role: 'user', content: 'CRITICAL: Respond with TEXT ONLY. Create a detailed summary.' },
  ],
};

async function ask(url: string, headers: Record<string, string>, body: unknown) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    status: response.status,
    body: (await response.json()) as { error?: { message: string } },
  };
}

verifies('X7', 'a client that can compact is told to, and goes on when it has', async () => {
  const running = await startedProxy(() => ({ text: 'fine' }));
  const url = `${running.baseUrl('sam', 'anthropic')}/v1/messages`;
  const place = { agent: 'sam', session: 's1', source: 'loop', hold: 'compaction' } as const;
  await running.gate.signal({ ...place, change: 'raise', details: '85 % of the context is used' });
  const told = await ask(url, claudeCode, step);
  expect(told.status).toBe(400);
  expect(told.body.error?.message).toMatch(/^prompt is too long: \d+ tokens > \d+ maximum$/);
  expect(running.provider.requests).toHaveLength(0);
  expect((await ask(url, claudeCode, compaction)).status).toBe(200);
  expect((await running.gate.agent('sam')).sessions).toMatchObject([{ id: 's1', holds: [] }]);
  expect((await ask(url, claudeCode, step)).status).toBe(200);
});

test('a client that would only end is not told; its tools wait instead', async () => {
  const running = await startedProxy(() => ({ toolCalls: [{ name: 'look', args: {} }] }));
  const url = `${running.baseUrl('sam', 'anthropic')}/v1/messages`;
  const place = { agent: 'sam', source: 'loop', hold: 'compaction' } as const;
  await running.gate.signal({ ...place, change: 'raise', details: 'the context is nearly full' });
  const other = { 'content-type': 'application/json' };
  const refused = await ask(url, other, step);
  expect(refused.status).toBe(402);
  expect(running.provider.requests).toHaveLength(1);
});

test('a demand while an answer is under way lets its tools run; the next request is told', async () => {
  let demand = () => Promise.resolve();
  const running = await startedProxy(async () => {
    await demand();
    return { toolCalls: [{ name: 'look', args: {} }] };
  });
  const url = `${running.baseUrl('sam', 'anthropic')}/v1/messages`;
  const place = { agent: 'sam', session: 's1', source: 'loop', hold: 'compaction' } as const;
  demand = () => running.gate.signal({ ...place, change: 'raise', details: '85 % is used' });
  expect((await ask(url, claudeCode, step)).status).toBe(200);
  expect((await ask(url, claudeCode, step)).status).toBe(400);
  await running.gate.operate({ agent: 'sam', action: 'deactivate', by: 'ada', why: 'enough' });
  expect((await ask(url, claudeCode, step)).status).toBe(402);
});
