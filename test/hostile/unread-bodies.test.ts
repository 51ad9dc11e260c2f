/** A body that the provider's server does not read is not taken for the next request of the same connection. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { startedProxy } from '../proxy/started-proxy.ts';
import { rawRequest, sendRaw } from './raw-request.ts';

/** A server that answers when the headers are over, and takes what follows for a request unless it is the last. */
async function careless() {
  const lines: string[] = [];
  const server = createServer((socket) => {
    let text = '';
    let isOver = false;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (;;) {
        const end = text.indexOf('\r\n\r\n');
        if (end === -1 || isOver) return;
        const head = text.slice(0, end);
        text = text.slice(end + 4);
        lines.push(head.split('\r\n')[0] ?? '');
        isOver = /^connection: close/im.test(head);
        const answer = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2';
        socket.write(`${answer}\r\n${isOver ? 'connection: close\r\n' : ''}\r\n{}`);
        if (isOver) socket.end();
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const upstreams = { openai: { url, format: 'openai', headers: [] } } as const;
  const running = await startedProxy(() => ({}), {}, { upstreams });
  const ask = (method: string, path: string, body: string) =>
    sendRaw(running.proxy.port, rawRequest({ method, target: `/agents/sam/openai${path}`, body }));
  return { lines, ask };
}

const HIDDEN = 'POST /v1/smuggled HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';

for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
  verifies('T2', `nothing is smuggled in the body of ${method}`, async () => {
    const { lines, ask } = await careless();
    for (const path of ['/v1/files', '/v1/chat/completions']) {
      await ask(method, path, HIDDEN);
      await ask('GET', '/v1/models', '');
    }
    expect(lines.filter((line) => line.includes('smuggled'))).toEqual([]);
    expect(lines.filter((line) => line === 'GET /v1/models HTTP/1.1')).toHaveLength(2);
  });
}

test('bodies of other requests arrive', async () => {
  const { lines, ask } = await careless();
  expect(await ask('POST', '/v1/files', 'any text')).toMatch(/^HTTP\/1\.1 200 /);
  expect(lines).toEqual(['POST /v1/files HTTP/1.1']);
});
