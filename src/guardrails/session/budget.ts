/**
 * A budget in tokens: what a piece of work may spend, and what it has spent.
 *
 * One comparison for every kind of token and for every caller: a budget that is used up to the last token is
 * exhausted. Two callers that disagree about the boundary would let one more call through between them.
 */
import { refuseGuardrail } from '../guardrail-error.ts';

/** What a budget allows. What is not given is not limited. */
export interface BudgetOptions {
  readonly maxTotalTokens?: number;
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
}

/** Tokens of one model call. */
export interface TokensSpent {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What may be spent, and what was. */
export class Budget {
  readonly maxTotalTokens: number | null;
  readonly maxInputTokens: number | null;
  readonly maxOutputTokens: number | null;
  #inputTokens = 0;
  #outputTokens = 0;

  constructor(options: BudgetOptions) {
    this.maxTotalTokens = limitOf('maxTotalTokens', options.maxTotalTokens);
    this.maxInputTokens = limitOf('maxInputTokens', options.maxInputTokens);
    this.maxOutputTokens = limitOf('maxOutputTokens', options.maxOutputTokens);
    if (this.#limits().every(({ max }) => max === null)) {
      const names = 'maxTotalTokens, maxInputTokens, maxOutputTokens';
      refuseGuardrail('budget', `limits nothing; give at least one of ${names}`);
    }
  }

  /** Counts a model call. A number that cannot be right is refused and nothing is counted. */
  spend({ inputTokens, outputTokens }: TokensSpent): void {
    wholeNumber('inputTokens', inputTokens);
    wholeNumber('outputTokens', outputTokens);
    this.#inputTokens += inputTokens;
    this.#outputTokens += outputTokens;
  }

  /** What was spent so far. */
  spent(): TokensSpent {
    return { inputTokens: this.#inputTokens, outputTokens: this.#outputTokens };
  }

  /** Nothing is left of at least one kind. */
  isExhausted(): boolean {
    return this.#limits().some(({ max, used }) => max !== null && used >= max);
  }

  #limits(): readonly { readonly max: number | null; readonly used: number }[] {
    const [input, output] = [this.#inputTokens, this.#outputTokens];
    return [
      { max: this.maxTotalTokens, used: input + output },
      { max: this.maxInputTokens, used: input },
      { max: this.maxOutputTokens, used: output },
    ];
  }
}

function limitOf(field: string, max: number | undefined): number | null {
  if (max === undefined) return null;
  wholeNumber(field, max);
  return max;
}

function wholeNumber(field: string, tokens: number): void {
  if (!Number.isSafeInteger(tokens) || tokens < 0) {
    refuseGuardrail(field, `must be a whole number of tokens from 0, not ${tokens}`);
  }
}
