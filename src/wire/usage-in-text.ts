/**
 * The tokens that an answer tells, whatever its format: JSON, events or lines of JSON, whole or its two ends.
 *
 * For endpoints that are not read otherwise. Inside a string of JSON every quote is escaped, so what a model says cannot
 * look like the provider's own `"usage"`. Where several stand in one answer the largest counts: a stream tells its sum
 * again and again, and an echo of something smaller must not hide it.
 */
import { parseJson } from '../base/json-text.ts';
import { countOrZero, isObject, type JsonObject } from '../base/json-values.ts';
import type { Usage } from './usage.ts';

const USAGE = /"(?:usage|usageMetadata|usage_metadata)"\s*:\s*(?=\{)/g;
/** One server tells them beside everything else, one number a field. */
const COUNTS = /"(prompt_eval_count|eval_count)"\s*:\s*(\d{1,12})/g;
const OBJECTS_MAX = 4_096;
const OBJECT_CHARACTERS_MAX = 16_384;

const INPUT = ['prompt_tokens', 'input_tokens', 'promptTokenCount', 'prompt_token_count'];
const OUTPUT = ['completion_tokens', 'output_tokens', 'candidatesTokenCount'];
const TOTAL = ['total_tokens', 'totalTokenCount', 'total_token_count', 'tokens'];

/** The usage that a text tells; null when it tells none. */
export function usageInText(text: string): Usage | null {
  let most: Usage | null = null;
  let seen = 0;
  for (const match of text.matchAll(USAGE)) {
    seen += 1;
    if (seen > OBJECTS_MAX) break;
    const value = parseJson(objectAt(text, match.index + match[0].length));
    if (!isObject(value)) continue;
    const usage = usageOf(value);
    if (usage !== null && (most === null || sum(usage) > sum(most))) most = usage;
  }
  return most ?? countedBeside(text);
}

function usageOf(fields: JsonObject): Usage | null {
  const inputTokens = firstCount(fields, INPUT);
  const told = firstCount(fields, OUTPUT);
  const cacheWriteTokens = countOrZero(fields['cache_creation_input_tokens']);
  const total = firstCount(fields, TOTAL);
  const outputTokens = Math.max(told, total - inputTokens);
  const usage = { inputTokens, cacheReadTokens: 0, cacheWriteTokens, outputTokens };
  return sum(usage) === 0 ? null : usage;
}

function countedBeside(text: string): Usage | null {
  const counts = { prompt_eval_count: 0, eval_count: 0 };
  for (const [, name, digits] of text.matchAll(COUNTS)) {
    const key = name as keyof typeof counts;
    counts[key] = Math.max(counts[key], Number(digits));
  }
  const usage = {
    inputTokens: counts.prompt_eval_count,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: counts.eval_count,
  };
  return sum(usage) === 0 ? null : usage;
}

/** The text of the object that begins here; what has no end is none. */
function objectAt(text: string, start: number): string {
  const written = text.slice(start, start + OBJECT_CHARACTERS_MAX);
  let depth = 0;
  let inString = false;
  for (let at = 0; at < written.length; at += 1) {
    const character = written[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return written.slice(0, at + 1);
    }
  }
  return '';
}

function firstCount(fields: JsonObject, names: readonly string[]): number {
  const name = names.find((one) => countOrZero(fields[one]) > 0);
  return name === undefined ? 0 : countOrZero(fields[name]);
}

function sum({ inputTokens, cacheWriteTokens, outputTokens }: Usage): number {
  return inputTokens + cacheWriteTokens + outputTokens;
}
