/** The literal score, to the letter. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import {
  addRequest,
  addResponse,
  detectLiterally,
  literalScore,
  normaliseText,
  simhash,
  type LiteralWindow,
  type TranscriptEvent,
} from '../index.ts';

const hashed = (text: string) => simhash(normaliseText(text));

interface Turn {
  readonly prompt: string;
  readonly response?: string;
  readonly calls?: readonly string[];
}

function windowOf(turns: readonly Turn[], size = 20): LiteralWindow {
  let window: LiteralWindow = [];
  for (const [index, { prompt, response, calls = [] }] of turns.entries()) {
    const request = `r${index}`;
    window = addRequest(window, request, hashed(prompt), size);
    if (response !== undefined) window = addResponse(window, request, hashed(response), calls);
  }
  return window;
}

const same: Turn = { prompt: 'check order #1', response: 'The order is late.' };

describe('the literal score', () => {
  verifies('K4', 'is prompts × 1.0 + responses × 2.0 + tool calls × 1.5', () => {
    const turns = [same, same, same].map((turn) => ({ ...turn, calls: ['lookup {}'] }));
    expect(literalScore(windowOf(turns))).toEqual({
      score: 2 * 1 + 2 * 2 + 2 * 1.5,
      similarPrompts: 2,
      similarResponses: 2,
      repeatedToolCalls: 2,
    });
    expect(literalScore([]).score).toBe(0);
    expect(literalScore(windowOf([same])).score).toBe(0);
  });

  verifies('K5', 'similar is a distance below 3, after normalisation', () => {
    const numbers = [1, 2, 3].map((n) => ({ prompt: `check order #${n}` }));
    expect(literalScore(windowOf(numbers)).similarPrompts).toBe(2);
    const others = ['write a poem', 'sort these files', 'greet the guests'];
    expect(literalScore(windowOf(others.map((prompt) => ({ prompt })))).score).toBe(0);
  });

  verifies('K6', 'identical signatures are repeated, different arguments are not', () => {
    const call = (signature: string) => ({
      prompt: signature,
      response: signature,
      calls: [signature],
    });
    expect(literalScore(windowOf([call('read a'), call('read a')])).repeatedToolCalls).toBe(1);
    expect(literalScore(windowOf([call('read a'), call('read b')])).repeatedToolCalls).toBe(0);
  });

  verifies('K4', 'a response belongs to its own request, also when several are in flight', () => {
    let window = addRequest([], 'first', hashed('a question'), 20);
    window = addRequest(window, 'second', hashed('another one altogether'), 20);
    window = addResponse(window, 'second', hashed('later answer'), []);
    window = addResponse(window, 'first', hashed('first answer'), ['x']);
    expect(window.map(({ response }) => response)).toEqual([
      hashed('first answer'),
      hashed('later answer'),
    ]);
  });

  verifies('K4', 'the window slides: only the last ones count', () => {
    const filled = windowOf([same, same, same, same, same, same], 5);
    expect(filled).toHaveLength(5);
    expect(literalScore(filled).similarPrompts).toBe(4);
  });

  verifies('K4', 'the same prompt with the same answer exceeds 10 at the fifth request', () => {
    const events: TranscriptEvent[] = Array.from({ length: 6 }, () => [
      { kind: 'prompt' as const, text: 'Are you done?' },
      { kind: 'response' as const, text: 'The work is complete.' },
    ]).flat();
    // 4 × 1 + 4 × 2 = 12 at the fifth; 9 at the fourth.
    expect(detectLiterally({ id: 't', events })).toMatchObject({ firedAt: 9, rule: 'literal' });
  });
});
