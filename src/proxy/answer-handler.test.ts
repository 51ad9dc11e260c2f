/** How a request to a provider is ended, for one and for many at once. */
import { expect, test } from 'vitest';
import { AnswerHandler } from './answer-handler.ts';

/** A request on a connection that notes when it is closed. */
function onConnection(signal: AbortSignal, closed: () => void) {
  const handler = new AnswerHandler([signal]);
  const controller = {
    aborted: false,
    paused: false,
    reason: null,
    rawHeaders: [],
    abort: closed,
    pause: () => undefined,
    resume: () => undefined,
  };
  handler.onRequestStart(controller);
  return { handler, answers: () => handler.onResponseStart(controller, 200) };
}

test('a stop of many streams tells all readers before it closes a connection, and closes them before anything else comes', async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  const streams = [1, 2].map(() => onConnection(stop.signal, () => seen.push('closed')));
  for (const { answers } of streams) answers();
  const reading = streams.map(async ({ handler }) => {
    const { body } = await handler.answer;
    await body.whole(1_000).catch(() => seen.push('told'));
  });
  await new Promise(setImmediate);
  const other = new Promise((resolve) => {
    setImmediate(() => resolve(seen.push('something else')));
  });
  stop.abort();
  expect(seen).toEqual([]);
  await Promise.all([other, ...reading]);
  expect(seen).toEqual(['told', 'told', 'closed', 'closed', 'something else']);
});

test('a request without an answer is ended at once: nothing more of it is written', async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  const { handler } = onConnection(stop.signal, () => seen.push('closed'));
  stop.abort();
  expect(seen).toEqual(['closed']);
  await expect(handler.answer).rejects.toThrow('the call was ended');
});
