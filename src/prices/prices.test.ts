/** What model calls cost: the table, a person's prices over it, and models that have no price. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/kit/temporary-folder.ts';
import { type ModelCall, NO_TOKENS } from './model-call.ts';
import { LIST_PRICES, loadPrices, spentOn, priceOf } from './prices.ts';

const call = (model: string | null, usage: Partial<ModelCall['usage']>): ModelCall => ({
  model,
  usage: { ...NO_TOKENS, ...usage },
  firstEvent: 0,
});

describe('the table', () => {
  test('every kind of token has its own rate', () => {
    const usage = {
      inputTokens: 1_000,
      cacheReadTokens: 10_000,
      cacheWriteTokens: 2_100,
      cacheWriteHourTokens: 100,
      outputTokens: 500,
    };
    // 3 + 3 + 7.5 + 0.6 + 7.5 thousandths of a dollar
    expect(spentOn([call('claude-sonnet-4-5', usage)], LIST_PRICES)).toEqual({
      answers: 1,
      tokens: 13_600,
      microDollars: 21_600,
      unpricedTokens: 0,
      unpricedModels: [],
    });
  });

  test('a long request has other rates, from the first token over the limit', () => {
    const cost = (input: number) =>
      spentOn([call('gpt-6-sol', { inputTokens: input, outputTokens: 1_000 })], LIST_PRICES)
        .microDollars;
    expect(cost(272_000)).toBe(272_000 * 2 + 1_000 * 10);
    expect(cost(272_001)).toBe(272_001 * 4 + 1_000 * 15);
  });

  test('a request longer than the known rates reach stays tokens', () => {
    const spent = (input: number) =>
      spentOn([call('gpt-6-astra', { inputTokens: input })], LIST_PRICES);
    expect(spent(272_000)).toMatchObject({ microDollars: 2_720_000, unpricedTokens: 0 });
    expect(spent(272_001)).toMatchObject({ microDollars: 0, unpricedTokens: 272_001 });
  });

  test.each([
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['anthropic/claude-opus-4.5', 'claude-opus-4-5'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['claude-sonnet-4-5[1m]', 'claude-sonnet-4-5'],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5'],
    ['openai/gpt-5.1-codex', 'gpt-5.1-codex'],
    ['gpt-4.1-2025-04-14', 'gpt-4.1'],
    ['gemini-3.1-pro-preview', 'gemini-3.1-pro'],
  ])('%s is %s', (name, bare) => {
    expect(priceOf(name, LIST_PRICES)).toBe(LIST_PRICES.models[bare]);
  });

  test.each(['gpt-5.1-unheard-of', 'toString', 'llama3', ''])('%s has no price', (name) => {
    expect(priceOf(name, LIST_PRICES)).toBeNull();
  });

  test('tokens of a model without a price stay tokens', () => {
    const calls = [
      call('mystery-1', { inputTokens: 7 }),
      call('gpt-5', { inputTokens: 8 }),
      call(null, {}),
    ];
    expect(spentOn(calls, LIST_PRICES)).toEqual({
      answers: 3,
      tokens: 15,
      microDollars: 10,
      unpricedTokens: 7,
      unpricedModels: ['mystery-1'],
    });
  });
});

describe('a person’s prices', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder('prices');
  });

  function file(value: unknown): string {
    const path = join(folder, 'prices.json');
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
    return path;
  }

  test('stand over the list and beside it', () => {
    const models = { 'mystery-1': { input: 1, output: 2 }, 'gpt-5': { input: 0, output: 0 } };
    const prices = loadPrices(file({ as_of: '2027-01-01', models }));
    expect(prices.asOf).toBe('2027-01-01');
    expect(
      spentOn([call('mystery-1', { inputTokens: 3, outputTokens: 4 })], prices).microDollars,
    ).toBe(11);
    expect(spentOn([call('gpt-5', { inputTokens: 3 })], prices).microDollars).toBe(0);
    expect(priceOf('gpt-5.1', prices)).toBe(LIST_PRICES.models['gpt-5.1']);
  });

  test.each([
    ['{', 'JSON'],
    [{ models: [] }, 'models must be an object'],
    [{ models: { m: { input: 1 } } }, 'models.m needs input and output'],
    [{ models: { m: { input: '1', output: 1 } } }, 'models.m.input must be dollars'],
    [{ models: { m: { input: 1, output: -1 } } }, 'models.m.output must be dollars'],
  ])('%j is refused', (value, problem) => {
    expect(() => loadPrices(file(value))).toThrow(problem);
  });
});
