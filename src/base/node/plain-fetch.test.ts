import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { plainFetch } from './plain-fetch.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('sends what it is given, and gives back what came', async () => {
  const url = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      response.writeHead(201, { 'content-type': 'application/json' });
      // In two pieces and without a length.
      response.write('{"seen":');
      response.end(`${JSON.stringify([method, path, headers['x-a'], body])}}`);
    });
  });
  const answer = await plainFetch(`${url}/b?c=1`, {
    method: 'POST',
    headers: { 'x-a': 'd' },
    body: '"é"',
  });
  expect(answer).toMatchObject({ ok: true, status: 201, statusText: 'Created' });
  expect(answer.headers.get('Content-Type')).toBe('application/json');
  expect(answer.headers.get('etag')).toBeNull();
  expect(await answer.json()).toEqual({ seen: ['POST', '/b?c=1', 'd', '"é"'] });
  expect(await answer.text()).toContain('seen');
});

test('does not go where an answer leads, and does not take half of one', async () => {
  const leading = await serve((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
  });
  await expect(plainFetch(leading)).rejects.toThrow('leads elsewhere');
  const half = await serve((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  await expect(plainFetch(half)).rejects.toThrow('aborted');
  await expect(plainFetch('http://127.0.0.1:1/')).rejects.toThrow('ECONNREFUSED');
  await expect(plainFetch('file:///etc/passwd')).rejects.toThrow('http:// or https://');
});

test('waits no longer than it may, and says so as fetch does', async () => {
  const silent = await serve(() => undefined);
  const dripping = await serve((_, response) => {
    response.write('a');
  });
  for (const url of [silent, dripping]) {
    const failed = await plainFetch(url, { signal: AbortSignal.timeout(50) }).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(DOMException);
    expect((failed as DOMException).name).toBe('TimeoutError');
  }
});

test('what is no JSON is a rejected promise', async () => {
  const url = await serve((_, response) => response.end('no json'));
  const answer = await plainFetch(url);
  await expect(answer.json()).rejects.toThrow(SyntaxError);
});
