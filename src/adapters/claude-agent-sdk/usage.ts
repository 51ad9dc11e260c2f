/**
 * What model calls of the Claude Agent SDK cost, from the messages of a query.
 *
 * One answer of the model comes as several messages with the same id and the same usage, and what is known while it
 * streams may be less than what is known in the end; so each id counts once, and the sum at the end fills up the rest.
 */
import { fieldsOf } from '../../base/json-values.ts';
import type { GuardedSession } from '../guarded-session.ts';

/** A message of the SDK, as far as it is looked at. */
export interface ClaudeMessage {
  readonly type: string;
  readonly message?: unknown;
  readonly usage?: unknown;
  readonly result?: unknown;
  readonly structured_output?: unknown;
}

interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const NOTHING: Tokens = { inputTokens: 0, outputTokens: 0 };

/** The tokens of one session. */
export class ClaudeUsage {
  readonly #guarded: GuardedSession;
  /** What each answer has cost as far as is known, since the last sum. */
  #answers = new Map<string, Tokens>();

  constructor(guarded: GuardedSession) {
    this.#guarded = guarded;
  }

  /** Takes a message; most cost nothing. */
  count({ type, message, usage }: ClaudeMessage): void {
    if (type === 'assistant') {
      const { id, usage: used } = fieldsOf(message);
      if (typeof id !== 'string') return;
      const known = this.#answers.get(id) ?? NOTHING;
      const now = tokensIn(used);
      this.#spendBeyond(known, now);
      this.#answers.set(id, larger(known, now));
    }
    if (type === 'result') {
      const counted = [...this.#answers.values()].reduce(sum, NOTHING);
      this.#answers = new Map();
      this.#spendBeyond(counted, tokensIn(usage));
    }
  }

  #spendBeyond(known: Tokens, now: Tokens): void {
    this.#guarded.spend({
      inputTokens: now.inputTokens - known.inputTokens,
      outputTokens: now.outputTokens - known.outputTokens,
    });
  }
}

function tokensIn(usage: unknown): Tokens {
  const used = fieldsOf(usage);
  const count = (name: string) => (typeof used[name] === 'number' ? used[name] : 0);
  return {
    inputTokens:
      count('input_tokens') +
      count('cache_read_input_tokens') +
      count('cache_creation_input_tokens'),
    outputTokens: count('output_tokens'),
  };
}

function larger(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: Math.max(one.inputTokens, other.inputTokens),
    outputTokens: Math.max(one.outputTokens, other.outputTokens),
  };
}

function sum(one: Tokens, other: Tokens): Tokens {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
