/** What the journal says a call cost is what the provider says; where it says nothing, an estimate. */
import { describe, expect, test, vi } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import { attempt } from './attempt.ts';
import { endsOf } from './journal-rows.ts';
import { askChat, askGemini, askMessages, askResponse } from './plain-ask.ts';
import { everyWay } from './sdks.ts';
import { startedProxy } from './started-proxy.ts';

const usages = [
  { input: 1_200, output: 31, cacheRead: 40_000, cacheWrite: 7 },
  { input: 9, output: 512, cacheRead: 41_207, cacheWrite: 0 },
];

test.each(everyWay)('the tokens of the provider: $title', async ({ sdk, stream }) => {
  const script: FakeScript = (_turn, index) =>
    index === 0
      ? { toolCalls: [{ name: 'look', args: { at: 'the attic' } }], usage: usages[0] ?? null }
      : { text: 'Nothing.', usage: usages[1] ?? null };
  const running = await startedProxy(script);
  const { error } = await attempt(running, sdk, { stream });
  expect(error).toBeNull();
  await vi.waitFor(async () => expect(await endsOf(running)).toHaveLength(2));
  expect(await endsOf(running)).toEqual([
    { status: 'SUCCESS', tokensUsed: 1_200 + 7 + 31, cachedTokens: 40_000 },
    { status: 'SUCCESS', tokensUsed: 9 + 512, cachedTokens: 41_207 },
  ]);
});

describe.each([
  { name: 'messages', ask: askMessages },
  { name: 'chat', ask: askChat },
  { name: 'responses', ask: askResponse },
  { name: 'gemini', ask: askGemini },
])('$name without usage', ({ ask }) => {
  test.each([false, true])(
    'is estimated from what was asked and said, streamed: %s',
    async (stream) => {
      const text = 'one two three four five six seven eight nine ten '.repeat(20);
      const running = await startedProxy(() => ({ text, usage: null }));
      await (await ask(running, { stream })).text();
      await vi.waitFor(async () => expect(await endsOf(running)).toHaveLength(1));
      const [end] = await endsOf(running);
      expect(end).toMatchObject({ status: 'SUCCESS', cachedTokens: 0 });
      // Two hundred words said, and a question of about thirty tokens.
      expect(end?.tokensUsed).toBeGreaterThan(200);
      expect(end?.tokensUsed).toBeLessThan(320);
    },
  );

  test.each([false, true])('a loop is seen all the same, streamed: %s', async (stream) => {
    const running = await startedProxy(() => ({ text: 'The cat is in the attic.', usage: null }));
    const statuses: number[] = [];
    for (let asked = 0; asked < 6; asked += 1) {
      const response = await ask(running, { stream });
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(await running.gate.agent('sam')).toMatchObject({ deactivated_by: 'kill_switch' });
  });
});

test('an answer that is cut is accounted for as far as it came', async () => {
  const text = 'one two three four five six seven eight nine ten '.repeat(20);
  const usage = { input: 1_000, output: 300 };
  const running = await startedProxy(() => ({ text, usage, pace: { hangAfterChunks: 33 } }));
  const gone = new AbortController();
  const response = await askMessages(running, { stream: true, signal: gone.signal });
  // All thirty pieces of text that the provider sends before it hangs.
  let seen = '';
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    seen += Buffer.from(part).toString();
    if (seen.split('event: content_block_delta').length > 30) break;
  }
  gone.abort();
  await running.provider.requests[0]?.over;
  expect(running.provider.requests[0]?.aborted).toBe(true);
  await vi.waitFor(async () => expect(await endsOf(running)).toHaveLength(1));
  const [end] = await endsOf(running);
  expect(end?.status).toBe('PARTIAL');
  expect(end?.tokensUsed).toBeGreaterThan(1_050);
  expect(end?.tokensUsed).toBeLessThan(1_300);
  expect(await running.gate.agent('sam')).toMatchObject({ open_calls: 0 });
});
