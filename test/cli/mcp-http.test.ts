/** `tripwire mcp --url`: the real command between the SDK's client and a server of the SDK over HTTP. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Approval } from '../../src/control/api/client.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { startHttpMcp, type HttpMcpServer, type HttpServerOptions } from './mcp-http-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const COMMAND = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const WAIT = { timeout: 60_000 };

async function serverOf(options: HttpServerOptions = {}): Promise<HttpMcpServer> {
  const server = await startHttpMcp(options);
  onTestFinished(() => server.die());
  return server;
}

function configured(yaml: string): string {
  const home = temporaryFolder();
  mkdirSync(join(home, '.tripwire'), { mode: 0o700 });
  writeFileSync(join(home, '.tripwire', 'tripwire.yaml'), yaml);
  return home;
}

/** A client that samples, hears of logs and keeps them. */
function newClient() {
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: { sampling: {} } });
  const logs: unknown[] = [];
  const content = { type: 'text' as const, text: 'yes' };
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    role: 'assistant',
    model: 'none',
    content,
  }));
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    logs.push(params.data);
  });
  onTestFinished(() => client.close());
  return { client, logs };
}

/** A client with `tripwire mcp --url` before the server; and what the command said to people. */
async function gated(
  url: string,
  home = temporaryFolder(),
  args: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
) {
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('TRIPWIRE_'));
  const env = { ...(Object.fromEntries(clean) as Record<string, string>), HOME: home, ...more };
  const transport = new StdioClientTransport({
    command: COMMAND,
    args: ['mcp', '--url', url, ...args],
    cwd: temporaryFolder(),
    env,
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const { client, logs } = newClient();
  await client.connect(transport);
  return { client, logs, said: () => said };
}

async function direct(url: string) {
  const { client, logs } = newClient();
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return { client, logs };
}

const echo = (text: string) => ({ name: 'echo', arguments: { text } });
const textOf = (result: unknown) => JSON.stringify(result);

describe.each(['streams', 'json', 'sessionless'] as const)(
  'a server that answers in %s',
  (manner) => {
    verifies(['G14', 'G15'], 'healthy work is as it is without a gate', async () => {
      const server = await serverOf({ manner });
      const work = async ({ client, logs }: Awaited<ReturnType<typeof direct>>) => {
        const results: unknown[] = [client.getServerVersion(), await client.listTools()];
        for (const text of ['one', 'zwei', '三']) results.push(await client.callTool(echo(text)));
        results.push(await client.callTool({ name: 'fail' }));
        const many = ['a', 'b', 'c', 'd'].map((text) => client.callTool(echo(text)));
        results.push(await Promise.all(many));
        if (manner !== 'streams') return { results, logs, progress: [] };
        results.push(await client.callTool({ name: 'ask' }));
        const progress: unknown[] = [];
        const onprogress = (one: unknown) => void progress.push(one);
        results.push(await client.callTool({ name: 'report' }, undefined, { onprogress }));
        // Said on the stream that the client opened for what it did not ask for.
        await expect.poll(() => logs, WAIT).toHaveLength(1);
        return { results, logs, progress };
      };
      const [expected, got] = [
        await work(await direct(server.url)),
        await work(await gated(server.url)),
      ];
      expect(got).toEqual(expected);
      expect(server.ran).toHaveLength(manner === 'streams' ? 20 : 16);
    });
  },
);

test('every request names its session and version; at the end the session is over', async () => {
  const server = await serverOf();
  const { client } = await gated(server.url);
  await client.callTool(echo('one'));
  expect(server.sessions.size).toBe(1);
  const [first, ...later] = server.seen;
  expect(first?.headers).not.toHaveProperty('mcp-session-id');
  for (const { headers } of later) {
    expect([...server.sessions.keys()]).toContain(headers['mcp-session-id']);
    expect(headers['mcp-protocol-version']).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  await client.close();
  await expect.poll(() => server.seen.at(-1)?.method, WAIT).toBe('DELETE');
  await expect.poll(() => server.sessions.size, WAIT).toBe(0);
});

verifies('G14', 'a loop is stopped, and does not reach the server any more', async () => {
  const server = await serverOf();
  const { client } = await gated(server.url, configured('kill_switch: { enabled: true }\n'));
  const texts: string[] = [];
  for (let turn = 0; turn < 15; turn += 1) {
    texts.push(textOf(await client.callTool(echo('the attic'))));
    if (texts.at(-1)?.includes('Only a person can lift this') === true) break;
  }
  expect(texts.at(-1)).toContain('Only a person can lift this');
  const ran = server.ran.length;
  expect(await client.callTool(echo('another room'))).toMatchObject({ isError: true });
  expect(server.ran).toHaveLength(ran);
});

describe('with a running Tripwire', () => {
  async function place(yaml = '') {
    const home = await newHome();
    onTestFinished(() => home.provider.close());
    if (yaml !== '') home.configure(yaml);
    const tripwire = await startTripwire(home);
    onTestFinished(async () => void (await tripwire.end()));
    return { home: home.home, tripwire };
  }

  test.each(['streams', 'json'] as const)(
    'a stop cancels the tool that runs (%s)',
    async (manner) => {
      const server = await serverOf({ manner });
      const { home, tripwire } = await place();
      const { client } = await gated(server.url, home, ['--agent', 'coder']);
      const running = client.callTool({ name: 'slow' }, undefined, { timeout: 100_000 });
      await expect.poll(() => server.ran, WAIT).toEqual(['slow']);
      await tripwire.api('/api/agents/coder/deactivate', { why: 'enough' });
      const result = await running;
      expect(result).toMatchObject({ isError: true });
      expect(textOf(result)).toContain('enough');
      await expect.poll(() => server.takenBack, WAIT).toEqual(['slow']);
    },
  );

  test('a call that needs a person waits for the yes', async () => {
    const server = await serverOf();
    const { home, tripwire } = await place(
      'approvals: [{ name: echo, tools: [{ tool: echo, where: { text: "deploy*" } }] }]\n',
    );
    const { client } = await gated(server.url, home);
    expect(await client.callTool(echo('hello'))).not.toMatchObject({ isError: true });
    const waits = client.callTool(echo('deploy'));
    const asked = () => tripwire.api<readonly Approval[]>('/api/approvals');
    await expect.poll(async () => (await asked()).length, WAIT).toBe(1);
    expect(server.ran).toEqual(['echo']);
    await tripwire.api(`/api/approvals/${(await asked())[0]?.id ?? ''}/grant`, {});
    expect(await waits).not.toMatchObject({ isError: true });
    expect(server.ran).toEqual(['echo', 'echo']);
  });
});

test('a call that the client takes back is taken back at the server', async () => {
  const server = await serverOf();
  const { client } = await gated(server.url);
  const mind = new AbortController();
  const running = client.callTool({ name: 'slow' }, undefined, { signal: mind.signal });
  await expect.poll(() => server.ran, WAIT).toEqual(['slow']);
  mind.abort('never mind');
  await expect(running).rejects.toThrow('never mind');
  await expect.poll(() => server.takenBack, WAIT).toEqual(['slow']);
  expect(await client.callTool(echo('next'))).not.toMatchObject({ isError: true });
});

test('a call that runs when the client goes is taken back', async () => {
  const server = await serverOf();
  const { client } = await gated(server.url);
  const running = client.callTool({ name: 'slow' });
  const outcome = Promise.allSettled([running]);
  await expect.poll(() => server.ran, WAIT).toEqual(['slow']);
  await client.close();
  expect(await outcome).toMatchObject([{ status: 'rejected' }]);
  await expect.poll(() => server.takenBack, WAIT).toEqual(['slow']);
});

test('an answer whose connection ended is fetched after it, once', async () => {
  const server = await serverOf({ resumes: true });
  const { client } = await gated(server.url);
  expect(textOf(await client.callTool({ name: 'cut' }))).toContain('after the break');
  const resumed = server.seen.filter(({ headers }) => headers['last-event-id'] !== undefined);
  expect(resumed.length).toBeGreaterThan(0);
  await expect.poll(() => resumed.some(({ isOpen }) => isOpen()), WAIT).toBe(false);
  expect(server.ran).toEqual(['cut']);
  expect(textOf(await client.callTool(echo('next')))).toContain('next');
});

test('a server that dies is an error of the call; when it is back, work goes on in a new session', async () => {
  const server = await startHttpMcp();
  const { client, said } = await gated(server.url);
  expect(textOf(await client.callTool(echo('one')))).toContain('one');
  const running = client.callTool({ name: 'slow' });
  const lost = Promise.allSettled([running]);
  await expect.poll(() => server.ran, WAIT).toEqual(['echo', 'slow']);
  await server.die();
  await lost;
  await expect(running).rejects.toThrow('no answer');
  await expect(client.callTool(echo('two'))).rejects.toThrow('ECONNREFUSED');
  const again = await serverOf({ port: server.port });
  expect(textOf(await client.callTool(echo('three')))).toContain('three');
  expect(again.ran).toEqual(['echo']);
  expect(said()).toContain('a new one was begun');
});

describe('headers', () => {
  const SECRET = 'Bearer made-up-and-very-secret';

  test('one from the environment reaches the server and is never told', async () => {
    const server = await serverOf({ authorization: SECRET });
    const args = ['--header', 'Authorization=SHOP_TOKEN'];
    const { client, said } = await gated(server.url, temporaryFolder(), args, {
      SHOP_TOKEN: SECRET,
    });
    expect(textOf(await client.callTool(echo('one')))).toContain('one');
    await client.close();
    expect(said()).toBe('');
  });

  test('they follow a server that leads elsewhere on the same host, and to no other', async () => {
    const other = await serverOf();
    const redirects = { '/old': '/mcp', '/away': other.url };
    const server = await serverOf({ authorization: SECRET, redirects });
    const args = ['--header', 'Authorization=SHOP_TOKEN'];
    const env = { SHOP_TOKEN: SECRET };
    const old = new URL('/old', server.url).href;
    const { client } = await gated(old, temporaryFolder(), args, env);
    expect(textOf(await client.callTool(echo('one')))).toContain('one');
    const away = new URL('/away', server.url).href;
    await expect(gated(away, temporaryFolder(), args, env)).rejects.toThrow('status 307');
    expect(other.seen).toEqual([]);
  });

  test('a wrong one is an error that says what to do and not what was sent', async () => {
    const server = await serverOf({ authorization: SECRET });
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    const lines = jsonLines([{ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello }]);
    const args = ['mcp', '--url', server.url, '--header', 'Authorization=SHOP_TOKEN'];
    const { stdout, stderr, code } = await runTripwire(args, lines, {
      SHOP_TOKEN: 'Bearer another-secret',
    });
    expect(stdout).toContain('status 401');
    expect(stdout).toContain('--header');
    expect(stdout + stderr).not.toContain('another-secret');
    expect(code).toBe(0);
  });
});

test('frames that can be read in two ways do not reach it; what passes was built anew', async () => {
  const server = await serverOf({ manner: 'sessionless' });
  const call = (id: number, params: string, more = '') =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call",${more}"params":${params}}\n`;
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const lines = [
    call(1, '{"name":"echo","name":"fail"}'),
    call(2, '{"name":"echo","Name":"fail"}'),
    call(3, '{"name":"echo"}', '"Params":{"name":"fail"},'),
    call(4, `{"name":"echo","arguments":{"x":${deep}}}`),
    call(5, '{"name":"echo","arguments":{"text":"fine"}}', '"x-tool":"fail",'),
  ];
  const env = { TRIPWIRE_DIR: temporaryFolder() };
  const { stdout } = await runTripwire(['mcp', '--url', server.url], lines.join(''), env);
  expect(server.ran).toEqual(['echo']);
  expect(server.seen.map(({ body }) => body)).toEqual([
    '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"echo","arguments":{"text":"fine"}}}',
  ]);
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { error?: object });
  expect(answers).toHaveLength(5);
  expect(answers.filter(({ error }) => error !== undefined)).toHaveLength(4);
});

test('wrong use says what is wrong, and asks nobody', async () => {
  const url = 'http://127.0.0.1:9/mcp';
  const env = { SHOP_TOKEN: 'two\nlines' };
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [['--url', url, '--', 'npx', 'a-server'], 'not both'],
    [['--url', 'files'], 'must be an address'],
    [['--url', 'http://me:secret@127.0.0.1/mcp'], 'no user name'],
    [['--url', 'http://mcp.example.com/mcp'], '--insecure'],
    [['--url', url, '--header', 'Authorization: Bearer secret'], 'NAME=VARIABLE'],
    [['--url', url, '--header', 'Authorization=NOT_THERE'], 'NOT_THERE is not set'],
    [['--url', url, '--header', 'Authorization=SHOP_TOKEN'], 'no header may hold'],
    [['--url', url, '--header', 'Mcp-Session-Id=SHOP_TOKEN'], 'cannot set'],
    [['--header', 'A=SHOP_TOKEN', '--', 'npx', 'a-server'], 'go with --url'],
  ];
  for (const [args, words] of wrong) {
    const { code, stdout, stderr } = await runTripwire(['mcp', ...args], '', env);
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('secret');
  }
});
