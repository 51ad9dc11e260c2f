/**
 * The sentence that ends every reason of the gate: what was used of the last minute.
 *
 * It is read back where a decision is kept short, so the two functions are in one place and must stay each other's
 * inverse.
 */

/** What was used in the last minute, and how much may be. */
export interface UsageSaid {
  readonly tokens: number;
  readonly tokensMax: number;
  readonly toolCalls: number;
  readonly toolCallsMax: number;
}

const SAID = /^(\d+) of (\d+) tokens and (\d+) of (\d+) tool calls used in the last 60 s$/u;

/** The sentence. */
export function sayUsage({ tokens, tokensMax, toolCalls, toolCallsMax }: UsageSaid): string {
  return `${tokens} of ${tokensMax} tokens and ${toolCalls} of ${toolCallsMax} tool calls used in the last 60 s`;
}

/** What a reason says that is this sentence and nothing else; null for any other. */
export function readUsage(reason: string): UsageSaid | null {
  const found = SAID.exec(reason);
  if (found === null) return null;
  return {
    tokens: Number(found[1]),
    tokensMax: Number(found[2]),
    toolCalls: Number(found[3]),
    toolCallsMax: Number(found[4]),
  };
}
