/** Tokens counted by ourselves. */
import { describe, expect, test } from 'vitest';
import { madeCall } from '../../../test/wire/codec-conformance.ts';
import type { ResponseFacts, Usage } from '../../wire/index.ts';
import { accountedUsage, estimateTokens } from './usage-estimate.ts';

describe('tokens of a text', () => {
  test('short texts are tokenized, control tokens included', async () => {
    expect(await estimateTokens('')).toBe(0);
    expect(await estimateTokens('hello world')).toBe(2);
    expect(await estimateTokens('<|endoftext|>')).toBeGreaterThan(1);
  });

  test('longer texts cost about as many as in one piece', async () => {
    const sentence = 'The quick brown fox jumps over the lazy dog. ';
    const tokens = await estimateTokens(sentence.repeat(1_000));
    expect(tokens).toBeGreaterThanOrEqual(10_000);
    expect(tokens).toBeLessThan(10_300);
  });

  test('above 200 kB the bytes are counted', async () => {
    expect(await estimateTokens('a'.repeat(200_001))).toBe(50_001);
    expect(await estimateTokens('世'.repeat(70_000))).toBe(52_500);
    expect(await estimateTokens('a '.repeat(100_000))).not.toBe(50_000);
  });
});

describe('what an answer is accounted for', () => {
  const told: Usage = {
    inputTokens: 30,
    cacheReadTokens: 500,
    cacheWriteTokens: 7,
    outputTokens: 1,
  };
  const facts = (more: Partial<ResponseFacts>): ResponseFacts => ({
    model: 'm',
    text: 'hello world',
    toolCalls: [],
    usage: told,
    finished: true,
    error: null,
    thoughtCharacters: 0,
    ...more,
  });

  test('what the provider told, when the answer came to its end', async () => {
    const accounted = await accountedUsage(facts({}), Buffer.from('hello'));
    expect(accounted).toEqual({ usage: told, isEstimate: false });
  });

  test('an answer that was cut: its input, and at least what came', async () => {
    const cut = facts({ finished: false, thoughtCharacters: 40 });
    const expected = { usage: { ...told, outputTokens: 12 }, isEstimate: true };
    expect(await accountedUsage(cut, Buffer.from('hello'))).toEqual(expected);
    const high = { ...told, outputTokens: 99 };
    const whole = await accountedUsage(facts({ finished: false, usage: high }), Buffer.from(''));
    expect(whole).toEqual({ usage: high, isEstimate: false });
  });

  test('no usage: input and output, calls included', async () => {
    const calls = facts({
      usage: null,
      text: '',
      toolCalls: [madeCall('c', 'read', { path: 'a' })],
    });
    const { usage, isEstimate } = await accountedUsage(calls, Buffer.from('hello world'));
    expect(isEstimate).toBe(true);
    expect(usage).toMatchObject({ inputTokens: 2, cacheReadTokens: 0 });
    expect(usage.outputTokens).toBeGreaterThan(3);
  });

  test('an error without an answer costs nothing; one after some words does', async () => {
    const failed = facts({ usage: null, text: '', finished: false, error: 'overloaded' });
    expect(await accountedUsage(failed, Buffer.from('hello'))).toMatchObject({
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    const broken = facts({ usage: null, finished: false, error: 'overloaded' });
    expect(await accountedUsage(broken, Buffer.from('hello'))).toMatchObject({
      usage: { inputTokens: 1, outputTokens: 2 },
    });
  });
});
