/** The slow disk of these tests does slow down what they use it for: Node, and a commit of Postgres. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { startPostgres } from './postgres-cluster.ts';
import { askOnce } from './shared-postgres.ts';
import { slowDisk } from './slow-disk.ts';

const DELAY_MS = 400;

test('a program that asks for its disk waits for it', () => {
  const disk = slowDisk();
  disk.delayMs(DELAY_MS);
  const script = `
    const fs = require('node:fs');
    const file = fs.openSync(process.env.SLOW_DISK_FILE, 'r');
    const before = performance.now();
    fs.fsyncSync(file);
    fs.fdatasyncSync(file);
    console.log(performance.now() - before);`;
  const env = { ...process.env, ...disk.env };
  const tookMs = Number(execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' }));
  expect(tookMs).toBeGreaterThanOrEqual(2 * DELAY_MS - 1);
});

test('a commit of Postgres waits for its disk', async () => {
  const disk = slowDisk();
  const cluster = await startPostgres({ fsync: 'on' }, disk.env);
  cluster.createDatabase('slow');
  disk.delayMs(DELAY_MS);
  const before = performance.now();
  await askOnce(cluster.url('slow'), 'CREATE TABLE written (id integer)');
  const tookMs = performance.now() - before;
  disk.delayMs(0);
  await cluster.remove();
  expect(tookMs).toBeGreaterThanOrEqual(DELAY_MS - 1);
});
