/**
 * List prices of models, in US dollars for a million tokens.
 *
 * Standard use only: no batches, no priority, no regional surcharge. A model that is not here has no
 * price, and nothing is guessed for it; nor for a request longer than the known rates reach.
 *
 * Where they come from: copies of the providers' own pages for the Claude models from 5 on, Opus 4.x and
 * Haiku, GPT-5-Codex, and the input and output of GPT-6 Astra and GPT-5.6; for all others, tables that
 * other projects publish, and what most of them say where they differ. They were gathered from stored
 * copies and not compared with the live pages. Some cache rates are reckoned by the ratio of the family.
 */

/** Dollars for a million tokens of each kind. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** Absent where a provider does not charge for it: then it is input like any other. */
  readonly cacheWrite?: number;
  readonly cacheWriteHour?: number;
}

/** The rates of a model, and those of a request that is longer than `overTokens`. */
export interface ModelPrice extends Rates {
  /** A longer request has other rates that are not known. */
  readonly upToTokens?: number;
  readonly long?: Rates & { readonly overTokens: number };
}

/** The day on which the prices were gathered. */
export const PRICES_AS_OF = '2026-11-15';

/** Anthropic: writing to the cache costs 1.25 times the input, for an hour twice. */
function anthropic(input: number, output: number, cacheRead: number): ModelPrice {
  return { input, output, cacheRead, cacheWrite: input * 1.25, cacheWriteHour: input * 2 };
}

function plain(input: number, output: number, cacheRead: number): ModelPrice {
  return { input, output, cacheRead };
}

/** OpenAI since GPT-5.6: writing to the cache costs 1.25 times the input. */
function cached(input: number, output: number, cacheRead: number): ModelPrice {
  return { input, output, cacheRead, cacheWrite: input * 1.25 };
}

/** Long requests: twice the input, one and a half times the output. */
function tiered(price: ModelPrice, overTokens: number): ModelPrice {
  const { input, output, cacheRead, cacheWrite } = price;
  const long = {
    overTokens,
    input: input * 2,
    output: output * 1.5,
    cacheRead: cacheRead * 2,
    ...(cacheWrite === undefined ? {} : { cacheWrite: cacheWrite * 2 }),
  };
  return { ...price, long };
}

/** Prices by the model's bare name: no provider before it, no date after it. */
export const PRICE_TABLE: Readonly<Record<string, ModelPrice>> = {
  'claude-fable-5-1': anthropic(10, 50, 0.25),
  'claude-fable-5': anthropic(10, 50, 1),
  'claude-opus-5-5': anthropic(4, 20, 0.2),
  'claude-opus-5': anthropic(5, 25, 0.5),
  'claude-opus-4-8': anthropic(5, 25, 0.5),
  'claude-opus-4-7': anthropic(5, 25, 0.5),
  'claude-opus-4-6': anthropic(5, 25, 0.5),
  'claude-opus-4-5': anthropic(5, 25, 0.5),
  'claude-opus-4-1': anthropic(15, 75, 1.5),
  'claude-opus-4': anthropic(15, 75, 1.5),
  'claude-sonnet-5-5': anthropic(2, 10, 0.2),
  'claude-sonnet-5': anthropic(2, 10, 0.2),
  'claude-sonnet-4-6': anthropic(3, 15, 0.3),
  'claude-sonnet-4-5': anthropic(3, 15, 0.3),
  'claude-sonnet-4': anthropic(3, 15, 0.3),
  'claude-3-7-sonnet': anthropic(3, 15, 0.3),
  'claude-3-5-sonnet': anthropic(3, 15, 0.3),
  'claude-haiku-5-5': {
    ...anthropic(0.1, 0.5, 0.01),
    long: { overTokens: 100_000, ...anthropic(0.5, 2.5, 0.05) },
  },
  'claude-haiku-4-5': anthropic(1, 5, 0.1),
  'claude-3-5-haiku': anthropic(0.8, 4, 0.08),

  'gpt-6-astra': { ...cached(10, 50, 1), upToTokens: 272_000 },
  'gpt-6.1-sol': tiered(cached(2, 10, 0.1), 272_000),
  'gpt-6-sol': tiered(cached(2, 10, 0.2), 272_000),
  'gpt-6-luna': tiered(cached(0.1, 0.5, 0.01), 272_000),
  'gpt-5.6-sol': { ...cached(4, 20, 0.4), upToTokens: 272_000 },
  'gpt-5.6': { ...cached(4, 20, 0.4), upToTokens: 272_000 },
  'gpt-5.6-terra': tiered(cached(2, 12, 0.2), 272_000),
  'gpt-5.6-luna': tiered(cached(0.2, 1.2, 0.02), 200_000),
  'gpt-5.5': tiered(plain(5, 30, 0.5), 272_000),
  'gpt-5.4': tiered(plain(2.5, 15, 0.25), 272_000),
  'gpt-5.4-mini': plain(0.75, 4.5, 0.075),
  'gpt-5.4-nano': plain(0.2, 1.25, 0.02),
  'gpt-5.3-codex': plain(1.75, 14, 0.175),
  'gpt-5.2-codex': plain(1.75, 14, 0.175),
  'gpt-5.2': plain(1.75, 14, 0.175),
  'gpt-5.1-codex-max': plain(1.25, 10, 0.125),
  'gpt-5.1-codex': plain(1.25, 10, 0.125),
  'gpt-5.1-codex-mini': plain(0.25, 2, 0.025),
  'gpt-5.1': plain(1.25, 10, 0.125),
  'gpt-5-codex': plain(1.25, 10, 0.125),
  'gpt-5': plain(1.25, 10, 0.125),
  'gpt-5-mini': plain(0.25, 2, 0.025),
  'gpt-5-nano': plain(0.05, 0.4, 0.005),
  'gpt-4.1': plain(2, 8, 0.5),
  'gpt-4.1-mini': plain(0.4, 1.6, 0.1),
  'gpt-4o': plain(2.5, 10, 1.25),
  'gpt-4o-mini': plain(0.15, 0.6, 0.075),

  'gemini-3.7-flash': plain(0.75, 3.75, 0.075),
  'gemini-3.6-flash': plain(0.75, 3.75, 0.075),
  'gemini-3.5-flash': plain(1.5, 9, 0.15),
  'gemini-3.1-pro': tiered(plain(2, 12, 0.2), 200_000),
  'gemini-3.1-flash-lite': plain(0.25, 1.5, 0.025),
  'gemini-3-flash': plain(0.5, 3, 0.05),
  'gemini-2.5-pro': { ...plain(1.25, 10, 0.125), upToTokens: 200_000 },
};
