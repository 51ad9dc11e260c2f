import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { threadCalls } from './thread-calls.ts';

/** A thread that runs this on each request. */
function threadThat(onRequest: string) {
  const program = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (call) => { ${onRequest} });`;
  return threadCalls(new Worker(program, { eval: true }));
}

const gone = {
  code: 'STORE_UNAVAILABLE',
  message: expect.stringContaining('Restart Tripwire') as string,
};

test('a reply goes to the call it answers, whatever the order', async () => {
  const calls = threadThat(`
    globalThis.first ??= call;
    if (call === globalThis.first) return;
    for (const { id, request: { args } } of [call, globalThis.first]) {
      parentPort.postMessage({ id, result: args[0] });
    }
    parentPort.close();`);
  const [one, two] = await Promise.all([calls.call('snapshot', 'a'), calls.call('snapshot', 'b')]);
  expect([one, two]).toEqual(['a', 'b']);
  await calls.ended;
});

test('a failure comes back with its code', async () => {
  const calls = threadThat(`
    parentPort.postMessage({ id: call.id, failure: { code: 'STORE_CORRUPT', message: 'oh' } });
    parentPort.close();`);
  await expect(calls.call('heads')).rejects.toMatchObject({ code: 'STORE_CORRUPT', message: 'oh' });
  await calls.ended;
});

test.each([
  ['ends', 'process.exit(3)'],
  ['throws', 'throw new Error("worn out")'],
])('a thread that %s rejects what is under way and everything after', async (_, ending) => {
  const calls = threadThat(`if (call.request.name === 'keys') ${ending}`);
  const outcomes = await Promise.allSettled([calls.call('heads'), calls.call('keys')]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: gone },
    { status: 'rejected', reason: gone },
  ]);
  await expect(calls.call('heads')).rejects.toMatchObject(gone);
  await calls.ended;
});
