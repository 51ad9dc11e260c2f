import { describe, expect, test, vi } from 'vitest';
/** Which model was asked and what it cost stands in the journal, in every format. */
import { endOf } from '../../src/core/index.ts';
import { listPriceOf } from '../../src/prices/call-price.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { recordsOf } from './journal-rows.ts';
import { askChat, askMessages } from './plain-ask.ts';
import { startedProxy } from './started-proxy.ts';

const usage = { input: 1_200, output: 31, cacheRead: 40_000, cacheWrite: 8 };
const answers: FakeScript = () => ({ text: 'In the attic.', usage });

async function oneCall(model: string, script: FakeScript, ask = askMessages, stream = false) {
  const running = await startedProxy(script, {}, { priceOf: listPriceOf });
  // Without being asked, that API tells no usage in a stream.
  const told = ask === askChat && stream ? { stream_options: { include_usage: true } } : {};
  await (await ask(running, { stream, fields: { model, ...told } })).text();
  await vi.waitFor(async () => {
    expect((await recordsOf(running)).map(({ record }) => record.type)).toContain('event');
  });
  const records = (await recordsOf(running)).map(({ record }) => record);
  return {
    running,
    admit: records.find(({ type }) => type === 'admit'),
    result: records.map(endOf).find((end) => end !== null),
  };
}

describe.each([false, true])('streamed: %s', (stream) => {
  test('a model with a price: fresh and cached input, cache writes and output each at its own', async () => {
    const { admit, result } = await oneCall('claude-sonnet-4-5', answers, askMessages, stream);
    expect(admit).toMatchObject({ model: 'claude-sonnet-4-5', provider: 'anthropic' });
    // 1,200 × $3 + 40,000 × $0.30 + 8 × $3.75 + 31 × $15, for a million each.
    expect(result).toMatchObject({ costMicroUsd: 3_600 + 12_000 + 30 + 465 });
    expect(result).not.toHaveProperty('model');
  });

  test('the same at another provider, by its own rates', async () => {
    const { admit, result } = await oneCall('gpt-5-mini', answers, askChat, stream);
    expect(admit).toMatchObject({ model: 'gpt-5-mini', provider: 'openai' });
    // Nothing extra for writing to the cache there: it is input like any other.
    const input = (result?.result.tokensUsed ?? 0) - 31;
    expect(result).toMatchObject({
      costMicroUsd: Math.round(input * 0.25 + 40_000 * 0.025 + 31 * 2),
    });
  });

  test('a model without a price costs what nobody knows, and passes', async () => {
    const { admit, result } = await oneCall('my-own-model', answers, askMessages, stream);
    expect(admit).toMatchObject({ model: 'my-own-model' });
    expect(result).toMatchObject({ result: { status: 'SUCCESS' } });
    expect(result).not.toHaveProperty('costMicroUsd');
  });

  test('without usage both are estimates, and say so', async () => {
    const script: FakeScript = () => ({ text: 'In the attic.', usage: null });
    const { result } = await oneCall('claude-sonnet-4-5', script, askMessages, stream);
    expect(result).toMatchObject({ estimated: true });
    expect(result).toHaveProperty('costMicroUsd');
  });
});

test.each([
  ['control characters', 'claude\u001b[2J-x', 'claude[2J-x'],
  ['quotes', 'a"b\\c', 'abc'],
  ['an endless name', 'm'.repeat(5_000), 'm'.repeat(128)],
])(
  'a name with %s is recorded as far as it can be, and refuses nothing',
  async (_, model, name) => {
    const { admit, result } = await oneCall(model, answers);
    expect(admit).toMatchObject({ model: name });
    expect(result).toMatchObject({ result: { status: 'SUCCESS' } });
  },
);

test('a model that is named in the path has a name and a price like any other', async () => {
  const running = await startedProxy(() => ({ text: 'x', usage }), {}, { priceOf: listPriceOf });
  const url = `${running.baseUrl('sam', 'gemini')}/v1beta/models/gemini-3-flash:generateContent`;
  const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Where?' }] }] });
  await (await fetch(url, { method: 'POST', body })).text();
  await vi.waitFor(async () => {
    const records = (await recordsOf(running)).map(({ record }) => record);
    expect(records.find(({ type }) => type === 'admit')).toMatchObject({
      model: 'gemini-3-flash',
      provider: 'gemini',
    });
    expect(records.map(endOf).find((end) => end !== null)).toHaveProperty('costMicroUsd');
  });
});
