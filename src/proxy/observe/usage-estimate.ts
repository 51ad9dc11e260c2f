/**
 * Tokens counted by ourselves, where the provider told none or the answer was cut before it did.
 *
 * One tokenizer stands for all models: it is an estimate, and says so. It loads when it is first needed, because
 * most answers carry their usage and loading takes a tenth of a second.
 */
import type { ResponseFacts, Usage } from '../../wire/index.ts';

/** Longer texts are not tokenized: their bytes are counted. */
const TOKENIZED_BYTES_MAX = 200_000;
const BYTES_PER_TOKEN = 4;
/**
 * The tokenizer's time grows with the square of the longest stretch without a break, and 50,000 characters of
 * Chinese took 9 s. Cut into pieces it is linear, at the price of about one token too many for each piece.
 */
const PIECE_CHARACTERS = 256;
/** What would be a control token of the model is a text like any other here. */
const asPlainText = { disallowedSpecial: new Set<string>() };

/** About how many tokens a text has. */
export async function estimateTokens(text: string): Promise<number> {
  if (text === '') return 0;
  const bytes = Buffer.byteLength(text);
  if (bytes > TOKENIZED_BYTES_MAX) return Math.ceil(bytes / BYTES_PER_TOKEN);
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  let tokens = 0;
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    tokens += countTokens(text.slice(at, at + PIECE_CHARACTERS), asPlainText);
  }
  return tokens;
}

/** What is accounted for, and whether any of it was counted by ourselves. */
export interface AccountedUsage {
  readonly usage: Usage;
  readonly isEstimate: boolean;
}

/**
 * What an answer is accounted for: what the provider told, and for what it did not tell an estimate.
 *
 * An answer that was cut has told its input at best, so its output is what came, at least. An error without
 * any answer costs nothing.
 */
export async function accountedUsage(
  facts: ResponseFacts,
  request: Buffer,
): Promise<AccountedUsage> {
  const { usage, finished, error } = facts;
  if (usage !== null && finished) return { usage, isEstimate: false };
  const said = await saidTokens(facts);
  if (usage !== null) {
    if (usage.outputTokens >= said) return { usage, isEstimate: false };
    return { usage: { ...usage, outputTokens: said }, isEstimate: true };
  }
  const isNothing = error !== null && said === 0;
  const inputTokens = isNothing ? 0 : await estimateTokens(request.toString('utf8'));
  const estimated = { inputTokens, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: said };
  return { usage: estimated, isEstimate: true };
}

async function saidTokens({ text, toolCalls, thoughtCharacters }: ResponseFacts): Promise<number> {
  const calls = toolCalls.map(({ tool, canonicalArgs }) => `${tool} ${canonicalArgs}`);
  const shown = await estimateTokens([text, ...calls].join('\n').trim());
  return shown + Math.ceil(thoughtCharacters / BYTES_PER_TOKEN);
}
