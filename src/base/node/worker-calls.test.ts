import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { workerCalls, type WorkerCalls } from './worker-calls.ts';

/** A thread that answers with the real other end; `perform` is the text of a function. */
function threadThat(perform: string): WorkerCalls<unknown> {
  const module = new URL('./worker-calls.ts', import.meta.url).href;
  const program = `
    import { answerCalls } from ${JSON.stringify(module)};
    let isOver = false;
    const perform = ${perform};
    answerCalls({
      perform: (request) => { isOver = request === 'end'; return perform(request); },
      failureOf: (error, request) => request + ': ' + error.message,
      isOver: () => isOver,
    });`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  return workerCalls<unknown, string>(new Worker(url), {
    failed: (failure) => new Error(failure),
    died: (why) => new Error(`gone: ${why}`),
  });
}

test('requests are done one after the other, and each reply finds its call', async () => {
  const calls = threadThat(`async (request) => {
    globalThis.running = (globalThis.running ?? 0) + 1;
    await new Promise((done) => setTimeout(done, request === 'slow' ? 20 : 0));
    const together = globalThis.running;
    globalThis.running -= 1;
    return [request, together];
  }`);
  const asked = ['slow', 'quick', 'end'].map((request) => calls.ask(request));
  expect(await Promise.all(asked)).toEqual([
    ['slow', 1],
    ['quick', 1],
    ['end', 1],
  ]);
  await calls.ended;
});

test('a failure is told and the thread goes on; once it is gone every call fails', async () => {
  const calls = threadThat(`(request) => {
    if (request === 'bad') throw new Error('oh');
    if (request === 'die') process.exit(3);
    return request;
  }`);
  await expect(calls.ask('bad')).rejects.toThrow('bad: oh');
  expect(await calls.ask('good')).toBe('good');
  await expect(calls.ask(() => undefined)).rejects.toThrow('could not be cloned');
  const ends = await Promise.allSettled([calls.ask('die'), calls.ask('after')]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await calls.ended;
  await expect(calls.ask('good')).rejects.toThrow('gone: it ended with code 3');
});
