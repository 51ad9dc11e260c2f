import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { WebFiles } from './web-files.ts';

/** A server with nothing but the files; what they do not serve is a 404. */
async function serving(folder: string) {
  const files = new WebFiles(folder);
  const server = createServer((request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?');
    const asked = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    if (files.serve(asked, path, request, response)) return;
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return (path: string, accept = 'text/html', method = 'GET') =>
    fetch(`${root}${path}`, { method, headers: { accept } });
}

function builtFolder(): string {
  const folder = temporaryFolder('files');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<meta name="style-nonce" content="__NONCE__">');
  writeFileSync(join(folder, 'assets', 'a-1234.js'), 'export const a = 1;');
  writeFileSync(join(folder, 'secret.txt'), 'not of the page');
  return folder;
}

test('every address inside the page gets the page, with a nonce of its own', async () => {
  const get = await serving(builtFolder());
  const pages = await Promise.all(['/', '/agents/a%2Fb', '/index'].map((path) => get(path)));
  const bodies = await Promise.all(pages.map((page) => page.text()));
  expect(new Set(bodies).size).toBe(bodies.length);
  for (const [index, page] of pages.entries()) {
    const nonce = /content="([^"]+)"/.exec(bodies[index] ?? '')?.[1] ?? '';
    expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
  }
});

test('a script that runs as a worker may verify proofs and asks only here; no page may do the former', async () => {
  const get = await serving(builtFolder());
  const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? '';
  const worker = policyOf(await get('/assets/a-1234.js', '*/*'));
  expect(worker).toContain("default-src 'none'");
  expect(worker).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(worker).toContain("connect-src 'self'");
  expect(policyOf(await get('/'))).not.toContain('unsafe');
});

test('files are sent compressed to those who take it, and as they are to others', async () => {
  const get = await serving(builtFolder());
  const answer = await get('/assets/a-1234.js', '*/*');
  expect(await answer.text()).toBe('export const a = 1;');
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('cache-control')).toContain('immutable');
  const head = await get('/assets/a-1234.js', '*/*', 'HEAD');
  expect(await head.text()).toBe('');
});

test('nothing else is served: no other file, no way out of the folder, no path of the API', async () => {
  const get = await serving(builtFolder());
  const paths = [
    '/secret.txt',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/index.html/x.js',
  ];
  for (const path of [...paths, '/api/agents', '/api', '/metrics', '/healthz', '/act/x']) {
    expect((await get(path)).status, path).toBe(404);
  }
  expect((await get('/agents', 'application/json')).status).toBe(404);
  expect((await get('/', 'text/html', 'POST')).status).toBe(404);
});

test('where nothing is built, the page says what to do', async () => {
  const get = await serving(join(tmpdir(), 'tripwire-no-such-folder'));
  expect(await (await get('/')).text()).toContain('npm run build:web');
});
