/**
 * What model calls cost, by the price table and a person's own prices over it.
 *
 * Money is reckoned in millionths of a dollar: tokens times dollars for a million tokens. Tokens of a
 * model without a price stay tokens.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorWords } from '../base/error-words.ts';
import { fieldsOf, isObject, textOrNull } from '../base/json-values.ts';
import { TripwireError } from '../core/index.ts';
import type { Usage } from '../wire/index.ts';
import { totalTokens, type ModelCall } from './model-call.ts';
import { PRICE_TABLE, PRICES_AS_OF, type ModelPrice, type Rates } from './price-table.ts';

/** Prices by bare model names. */
export interface Prices {
  readonly asOf: string;
  readonly models: Readonly<Record<string, ModelPrice>>;
}

/** What some model calls came to. */
export interface Spent {
  /** How many answers of models there were; 0 where the transcript kept no usage. */
  readonly answers: number;
  readonly tokens: number;
  readonly microDollars: number;
  /** Tokens of models that have no price. */
  readonly unpricedTokens: number;
  readonly unpricedModels: readonly string[];
}

/** The prices of the table. */
export const LIST_PRICES: Prices = { asOf: PRICES_AS_OF, models: PRICE_TABLE };

/** What the calls cost. */
export function spentOn(calls: readonly ModelCall[], prices: Prices): Spent {
  let tokens = 0;
  let microDollars = 0;
  let unpricedTokens = 0;
  const unpriced = new Set<string>();
  for (const { model, usage } of calls) {
    const used = totalTokens(usage);
    const price = model === null ? null : priceOf(model, prices);
    const paid = price === null ? null : cost(usage, price);
    tokens += used;
    if (paid !== null) {
      microDollars += paid;
    } else if (used > 0) {
      unpricedTokens += used;
      unpriced.add(model ?? 'unknown model');
    }
  }
  return {
    answers: calls.length,
    tokens,
    microDollars: Math.round(microDollars),
    unpricedTokens,
    unpricedModels: [...unpriced].toSorted(),
  };
}

/** What one call of a model costs, in whole millionths of a dollar; null when its price is not known. */
export function costOfCall(model: string, usage: Usage, prices: Prices): number | null {
  const price = priceOf(model, prices);
  const paid = price === null ? null : cost(usage, price);
  return paid === null ? null : Math.round(paid);
}

/** The price of a model under any of its names; null when it has none. */
export function priceOf(model: string, prices: Prices): ModelPrice | null {
  for (const name of [model, bareName(model)]) {
    if (Object.hasOwn(prices.models, name)) return prices.models[name] ?? null;
  }
  return null;
}

/** The name without provider, region, date, window and release word. */
function bareName(model: string): string {
  const name = model
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^(?:[a-z-]+\.)?anthropic\./, '')
    .replace(/\[\w+\]$/, '')
    .replace(/(?:-v\d+(?::\d+)?|:\w+)$/, '')
    .replace(/[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
    .replace(/-preview(?:-\d{2}-\d{2,4})?$/, '');
  return name.startsWith('claude-') ? name.replaceAll('.', '-') : name;
}

/** What a usage costs; null where the request is longer than the known rates reach. */
function cost(usage: Usage, price: ModelPrice): number | null {
  const { long, upToTokens } = price;
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = usage;
  const hourTokens = Math.min(usage.cacheWriteHourTokens ?? 0, cacheWriteTokens);
  const sent = totalTokens(usage) - outputTokens;
  if (upToTokens !== undefined && sent > upToTokens) return null;
  const rates: Rates = long !== undefined && sent > long.overTokens ? long : price;
  const cacheWrite = rates.cacheWrite ?? rates.input;
  return (
    inputTokens * rates.input +
    cacheReadTokens * rates.cacheRead +
    (cacheWriteTokens - hourTokens) * cacheWrite +
    hourTokens * (rates.cacheWriteHour ?? cacheWrite) +
    outputTokens * rates.output
  );
}

/** The prices of a file that was named, else of `prices.json` in the data folder, else of the list alone. */
export function chosenPrices(file: string | undefined, dataDir: string): Prices {
  const own = join(dataDir, 'prices.json');
  if (file !== undefined) return loadPrices(file);
  return existsSync(own) ? loadPrices(own) : LIST_PRICES;
}

/**
 * The table with a person's prices over it, from a JSON file such as
 * `{"as_of":"2026-12-01","models":{"my-model":{"input":1,"output":4,"cache_read":0.1,"cache_write":1.25}}}`.
 */
export function loadPrices(file: string): Prices {
  const refuse = (problem: string) => new TripwireError('USAGE', `prices ${file}: ${problem}`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw refuse(errorWords(error));
  }
  const given = fieldsOf(value)['models'];
  if (!isObject(given)) throw refuse('models must be an object of prices by model');
  const models: Record<string, ModelPrice> = { ...PRICE_TABLE };
  for (const [model, price] of Object.entries(given)) {
    const dollars = (name: string): number | null => {
      const amount = fieldsOf(price)[name] ?? null;
      if (amount === null) return null;
      if (typeof amount === 'number' && amount >= 0 && Number.isFinite(amount)) return amount;
      throw refuse(`models.${model}.${name} must be dollars for a million tokens`);
    };
    const input = dollars('input');
    const output = dollars('output');
    if (input === null || output === null) throw refuse(`models.${model} needs input and output`);
    const cacheWrite = dollars('cache_write');
    models[model] = {
      input,
      output,
      cacheRead: dollars('cache_read') ?? input,
      ...(cacheWrite === null ? {} : { cacheWrite }),
    };
  }
  return { asOf: textOrNull(fieldsOf(value)['as_of']) ?? PRICES_AS_OF, models };
}
