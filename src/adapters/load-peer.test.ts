import { expect, test } from 'vitest';
import { loadPeer } from './load-peer.ts';

const missing = (name: string) =>
  Object.assign(new Error(`Cannot find package '${name}' imported from here`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });

test('gives what was loaded', async () => {
  expect(await loadPeer('ai', () => Promise.resolve({ version: 7 }))).toEqual({ version: 7 });
});

test('says plainly what is not installed, and how to install it', async () => {
  await expect(loadPeer('ai', () => Promise.reject(missing('ai')))).rejects.toMatchObject({
    code: 'PEER_MISSING',
    field: 'ai',
    message: expect.stringContaining('run npm install ai') as string,
  });
});

test('leaves every other failure as it is', async () => {
  const other = missing('something-below');
  await expect(loadPeer('ai', () => Promise.reject(other))).rejects.toBe(other);
  const broken = new SyntaxError('Unexpected token');
  await expect(loadPeer('ai', () => Promise.reject(broken))).rejects.toBe(broken);
});
