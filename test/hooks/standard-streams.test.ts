/** Standard input and output of a hook, as clients and shells connect them. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const streams = fileURLToPath(new URL('../../src/hooks/standard-streams.ts', import.meta.url));
/** Writes back what it reads. */
const program = `
  const { standardInput, writeTo } = await import(${JSON.stringify(streams)});
  const chunks = [];
  for await (const chunk of standardInput()) chunks.push(chunk);
  await writeTo('stdout', Buffer.concat(chunks).toString());
  await writeTo('stderr', 'said');
`;
const args = ['--input-type=module', '--eval', program];
const long = '…payload…'.repeat(200_000);

function started(stdin: number | 'pipe') {
  const child = spawn(process.execPath, args, { stdio: [stdin, 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return { child, ended, said: () => Buffer.concat(chunks).toString() };
}

test('what a client writes at once comes back whole, however long it is', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    input: long,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'said' });
  expect(stdout === long).toBe(true);
});

test('what a client writes piece by piece is waited for', async () => {
  const { child, ended, said } = started('pipe');
  for (const piece of ['{"a":', '1', '}']) {
    child.stdin?.write(piece);
    await sleep(30);
  }
  child.stdin?.end();
  expect(await ended).toBe(0);
  expect(said()).toBe('{"a":1}');
});

test('an input that does not block is waited for all the same', async () => {
  const fifo = join(temporaryFolder(), 'fifo');
  expect(spawnSync('mkfifo', [fifo]).status).toBe(0);
  const reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(fifo, constants.O_WRONLY);
  const { ended, said } = started(reader);
  closeSync(reader);
  // By now it has found nothing to read, on most machines.
  await sleep(300);
  writeSync(writer, '{"b":');
  await sleep(30);
  writeSync(writer, '2}');
  closeSync(writer);
  expect(await ended).toBe(0);
  expect(said()).toBe('{"b":2}');
});

test('a client that went away changes nothing', async () => {
  const { child, ended } = started('pipe');
  child.stdout?.destroy();
  child.stdin?.end(long);
  expect(await ended).toBe(0);
});
