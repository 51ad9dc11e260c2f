/** The gate before an MCP server, message by message: what neither client nor server of the SDK would ever send. */
import { expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import {
  ALLOWED,
  FeedbackProviderConfig,
  FeedbackTrigger,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  Session,
  StaticFeedbackProvider,
  denied,
  recentToolCalls,
  type PolicyDecision,
} from '../../guardrails/index.ts';
import { gateMcp, type McpTransport } from './index.ts';

/** A side that a test plays: what it says comes in, what it is sent is kept. */
class Played implements McpTransport {
  onmessage?: McpTransport['onmessage'];
  onclose?: McpTransport['onclose'];
  onerror?: McpTransport['onerror'];
  readonly got: object[] = [];
  isClosed = false;

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: object): Promise<void> {
    this.got.push(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }

  says(message: unknown): void {
    this.onmessage?.(message);
  }
}

interface Parts {
  readonly check?: () => PolicyDecision | Promise<PolicyDecision>;
  readonly onResult?: () => void;
  readonly speaks?: boolean;
}

async function standing({ check = () => ALLOWED, onResult, speaks = false }: Parts = {}) {
  const [client, server, session] = [new Played(), new Played(), new Session()];
  const policy = { name: 'tested', check, ...(onResult === undefined ? {} : { onResult }) };
  const provider = new StaticFeedbackProvider({ feedback: 'go on' });
  const trigger = new FeedbackTrigger({ everyNCalls: 1 });
  const template = new PromptTemplate({
    ns: 'test',
    key: 'mcp',
    sections: [new MarkdownSection({})],
    policies: [policy],
    feedbackProviders: speaks ? [new FeedbackProviderConfig({ provider, trigger })] : [],
  });
  const gate = await gateMcp({ client, server, session, prompt: new Prompt({ template }) });
  const recorded = () =>
    recentToolCalls(session, 'test:mcp', 100).map(({ tool, status }) => `${tool} ${status}`);
  return { client, server, gate, recorded };
}

const call = (id: unknown, args: object = {}, name: unknown = 'work') => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const result = (id: unknown, text: string, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }], ...more },
});

verifies(
  ['G14', 'G1'],
  'a denied call never reaches the server; the client reads why',
  async () => {
    const { client, server, recorded } = await standing({ check: () => denied('not today') });
    client.says(call(1));
    await expect.poll(() => client.got).toHaveLength(1);
    expect(client.got).toEqual([result(1, 'not today', { isError: true })]);
    expect(server.got).toEqual([]);
    expect(recorded()).toEqual(['work denied']);
  },
);

verifies(['G14', 'G1'], 'an allowed call passes, and its result comes back unchanged', async () => {
  const { client, server, recorded } = await standing();
  const more = { structuredContent: { rows: [1, 2] }, _meta: { a: 1 } };
  client.says(call('a', { path: 'x' }));
  await expect.poll(() => server.got).toEqual([call('a', { path: 'x' })]);
  server.says(result('a', 'done', more));
  await expect.poll(() => client.got).toEqual([result('a', 'done', more)]);
  expect(recorded()).toEqual(['work success']);
});

test('everything else passes both ways, with the same ids on both sides', async () => {
  const { client, server } = await standing({ check: () => denied('no') });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const sampling = { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: {} };
  client.says(list);
  server.says(sampling);
  client.says({ jsonrpc: '2.0', id: 1, result: { role: 'assistant' } });
  server.says({ jsonrpc: '2.0', id: 1, result: { tools: [] } });
  expect(server.got).toEqual([list, { jsonrpc: '2.0', id: 1, result: { role: 'assistant' } }]);
  expect(client.got).toEqual([sampling, { jsonrpc: '2.0', id: 1, result: { tools: [] } }]);
});

verifies(['G14', 'G9'], 'feedback comes after a result, a tool’s error and an error', async () => {
  const { client, server, recorded } = await standing({ speaks: true });
  for (const id of [1, 2, 3]) client.says(call(id));
  await expect.poll(() => server.got).toHaveLength(3);
  server.says(result(1, 'fine'));
  await expect.poll(() => client.got).toHaveLength(1);
  server.says(result(2, 'bad', { isError: true }));
  await expect.poll(() => client.got).toHaveLength(2);
  server.says({ jsonrpc: '2.0', id: 3, error: { code: -32_603, message: 'broken' } });
  await expect.poll(() => client.got).toHaveLength(3);
  const said = { type: 'text', text: expect.stringContaining('go on') as string };
  const text = (words: string) => ({ type: 'text', text: words });
  expect(client.got).toEqual([
    { jsonrpc: '2.0', id: 1, result: { content: [text('fine'), said] } },
    { jsonrpc: '2.0', id: 2, result: { content: [text('bad'), said], isError: true } },
    { jsonrpc: '2.0', id: 3, result: { content: [text('broken'), said], isError: true } },
  ]);
  expect(recorded().toSorted()).toEqual(['work error', 'work error', 'work success']);
});

test('an error passes as it is where nothing is to be said', async () => {
  const { client, server } = await standing();
  const error = { jsonrpc: '2.0', id: 3, error: { code: -32_603, message: 'broken' } };
  client.says(call(3));
  await expect.poll(() => server.got).toHaveLength(1);
  server.says(error);
  await expect.poll(() => client.got).toEqual([error]);
});

test('a result that a policy cannot take note of is not handed on', async () => {
  const onResult = () => {
    throw new Error('the book is full');
  };
  const { client, server } = await standing({ onResult });
  client.says(call(1));
  await expect.poll(() => server.got).toHaveLength(1);
  server.says(result(1, 'a secret'));
  await expect.poll(() => client.got).toHaveLength(1);
  expect(JSON.stringify(client.got)).toContain('the book is full');
  expect(JSON.stringify(client.got)).not.toContain('a secret');
});

verifies('G14', 'what cannot be judged goes nowhere', async () => {
  const { client, server, recorded } = await standing();
  const strange = [
    [call(1), call(2)],
    'tools/call',
    null,
    call(3, {}, 7),
    call(4, {}, ''),
    call(5, { amount: 2 ** 53 }),
  ];
  for (const one of strange) client.says(one);
  await expect.poll(() => client.got).toHaveLength(strange.length);
  for (const answer of client.got)
    expect(answer).toMatchObject({ error: { code: expect.any(Number) as number } });
  // Nobody waits for an answer to these.
  client.says({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'work' } });
  client.says(call(null));
  expect(server.got).toEqual([]);
  expect(recorded()).toEqual([]);
});

test('a second call under an id that is under way is refused, and does not disturb the first', async () => {
  const { client, server } = await standing();
  client.says(call(1));
  client.says(call(1, { other: true }));
  client.says(call('1', { third: true }));
  await expect.poll(() => server.got).toHaveLength(2);
  expect(server.got).toEqual([call(1), call('1', { third: true })]);
  expect(client.got).toMatchObject([{ id: 1, error: { code: -32_600 } }]);
});

verifies('G14', 'a call that is taken back while it is judged never starts', async () => {
  const { promise, resolve } = Promise.withResolvers<PolicyDecision>();
  const { client, server, recorded } = await standing({ check: () => promise });
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  client.says(call(1));
  client.says(cancelled);
  resolve(ALLOWED);
  await expect.poll(recorded).toEqual(['work error']);
  expect(server.got).toEqual([]);
  expect(client.got).toEqual([]);
});

test('a call that is taken back while it runs is told to the server, and recorded once', async () => {
  const { client, server, recorded } = await standing();
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  client.says(call(1));
  await expect.poll(() => server.got).toHaveLength(1);
  client.says(cancelled);
  server.says(result(1, 'too late'));
  await expect.poll(recorded).toEqual(['work error']);
  expect(server.got).toEqual([call(1), cancelled]);
});

test('a batch of an older server is passed on one by one', async () => {
  const { client, server, recorded } = await standing();
  client.says(call(1));
  await expect.poll(() => server.got).toHaveLength(1);
  const note = { jsonrpc: '2.0', method: 'notifications/progress' };
  server.says([note, result(1, 'done')]);
  await expect.poll(() => client.got).toEqual([note, result(1, 'done')]);
  expect(recorded()).toEqual(['work success']);
});

test('what a server says that is no message is left out, and the gate stands', async () => {
  const { client, server } = await standing();
  for (const strange of [null, 7, 'hello', [null]]) server.says(strange);
  const note = { jsonrpc: '2.0', method: 'notifications/progress' };
  server.says(note);
  await expect.poll(() => client.got).toEqual([note]);
});

test('when a side goes, the other is closed, and open calls are recorded as failed', async () => {
  const { client, server, gate, recorded } = await standing();
  client.says(call(1));
  await expect.poll(() => server.got).toHaveLength(1);
  server.onclose?.();
  await gate.closed;
  expect(recorded()).toEqual(['work error']);
  expect(client.isClosed).toBe(true);
});

test('what was asked before the client went is still passed on', async () => {
  const { promise, resolve } = Promise.withResolvers<PolicyDecision>();
  const { client, server, gate } = await standing({ check: () => promise });
  client.says(call(1));
  client.onclose?.();
  resolve(ALLOWED);
  await gate.closed;
  expect(server.got).toEqual([call(1)]);
  expect(server.isClosed).toBe(true);
});
