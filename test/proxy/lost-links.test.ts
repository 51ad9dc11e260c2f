import { expect, test, vi } from 'vitest';
/** A client that hangs up before it has its answer is recorded as lost; one that read to the end is not. */
import { endOf } from '../../src/core/index.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { recordsOf } from './journal-rows.ts';
import { askMessages } from './plain-ask.ts';
import { startedProxy } from './started-proxy.ts';

const text = 'The cat is not in the attic, not in the cellar, and not in the garden either.';
const never: FakeScript = () => new Promise<never>(() => undefined);

const endings = async (running: RunningProxy) =>
  (await recordsOf(running)).flatMap(({ record }) => {
    const end = endOf(record);
    return end === null ? [] : [end.lost ?? false];
  });

test.each([true, false])('before the answer begins (streamed: %s)', async (stream) => {
  const running = await startedProxy(never);
  const gone = new AbortController();
  const asking = askMessages(running, { stream, signal: gone.signal }).catch(() => null);
  await vi.waitFor(() => expect(running.provider.requests).toHaveLength(1));
  gone.abort();
  expect(await asking).toBeNull();
  await vi.waitFor(async () => expect(await endings(running)).toEqual([true]));
});

test('in the middle of the answer', async () => {
  const running = await startedProxy(() => ({ text, pace: { hangAfterChunks: 5 } }));
  const gone = new AbortController();
  const answer = await askMessages(running, { stream: true, signal: gone.signal });
  await answer.body?.getReader().read();
  gone.abort();
  await vi.waitFor(async () => expect(await endings(running)).toEqual([true]));
});

test.each([true, false])('but not with the whole answer (streamed: %s)', async (stream) => {
  const running = await startedProxy(() => ({ text }));
  expect(await (await askMessages(running, { stream })).text()).toContain('cat');
  await vi.waitFor(async () => expect(await endings(running)).toEqual([false]));
});

test('and not where a person ended the answer', async () => {
  const running = await startedProxy(() => ({ text, pace: { hangAfterChunks: 5 } }));
  const answer = await askMessages(running, { stream: true });
  const reading = answer.text();
  await running.gate.operate({ agent: 'sam', action: 'deactivate', by: 'ann', why: 'enough' });
  await reading;
  await vi.waitFor(async () => expect(await endings(running)).toEqual([false]));
});
