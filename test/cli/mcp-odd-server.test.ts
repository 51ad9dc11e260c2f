/** `tripwire mcp --url` before a server that answers as it likes: what it says neither ends the gate nor passes unseen. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const COMMAND = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const WAIT = { timeout: 60_000 };

async function gated(url: string): Promise<Client> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: temporaryFolder() };
  const args = ['mcp', '--url', url];
  const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities: {} });
  onTestFinished(() => client.close());
  const cwd = temporaryFolder();
  await client.connect(
    new StdioClientTransport({ command: COMMAND, args, cwd, env, stderr: 'ignore' }),
  );
  return client;
}

/** A server that answers as it likes. */
async function rawServer(answer: (method: string, id: unknown, response: ServerResponse) => void) {
  const answered = async (request: IncomingMessage, response: ServerResponse) => {
    const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const said = (text === '' ? {} : JSON.parse(text)) as { method?: string; id?: unknown };
    const { method = '', id } = said;
    if (request.method === 'DELETE' || (method !== '' && id === undefined)) {
      response.writeHead(202).end();
      return;
    }
    answer(request.method === 'GET' ? 'GET' : method, id, response);
  };
  const server = createServer((request, response) => void answered(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const hello = (id: unknown) => {
  const serverInfo = { name: 's', version: '1' };
  const result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
  return JSON.stringify({ jsonrpc: '2.0', id, result });
};

test('what a server calls its events may be no header; the gate stands', async () => {
  let streams = 0;
  const url = await rawServer((method, id, response) => {
    const isStream = method === 'GET';
    response.writeHead(200, {
      'content-type': isStream ? 'text/event-stream' : 'application/json',
    });
    if (isStream) streams += 1;
    if (isStream) response.end('id: \u2603\ndata: \n\n');
    else if (method === 'initialize') response.end(hello(id));
    else response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [] } }));
  });
  const client = await gated(url);
  await expect.poll(() => streams, WAIT).toBe(1);
  // Its next try is due after a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await client.callTool({ name: 'any' })).toMatchObject({ content: [] });
});

test('a server cannot slip a result past the gate in a request', async () => {
  const text = (words: string) => ({ content: [{ type: 'text', text: words }] });
  const url = await rawServer((method, id, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const both = { jsonrpc: '2.0', id, method: 'ping', result: text('slipped') };
    const folded = { jsonrpc: '2.0', id, result: text('told'), Result: text('slipped') };
    response.end(method === 'initialize' ? hello(id) : JSON.stringify([both, folded]));
  });
  const lines = jsonLines([
    { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'any', arguments: {} } },
  ]);
  const env = { TRIPWIRE_DIR: temporaryFolder() };
  const { stdout, stderr } = await runTripwire(['mcp', '--url', url], lines, env);
  expect(stdout).toContain('told');
  expect(stdout).not.toContain('slipped');
  expect(stderr).toContain('a request that is an answer too');
});
