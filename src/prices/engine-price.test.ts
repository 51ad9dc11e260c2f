/** What tokens of an engine cost at most: where its command names a model that has a price, and where not. */
import { expect, test } from 'vitest';
import { priceAtMost } from './engine-price.ts';

const MILLION = 1_000_000;

test.each([
  [['claude', '--model', 'claude-opus-4-6']],
  [['opencode', 'run', '-m', 'anthropic/claude-opus-4-6']],
  [['claude', '--model=claude-opus-4-6']],
])('%j costs as if all of it were output', (command) => {
  expect(priceAtMost(command, MILLION)).toBe(25);
  expect(priceAtMost(command, 0)).toBe(0);
});

test.each([[['claude']], [['opencode', '--model', 'lmstudio/llama-3']], [['gemini', '-m']]])(
  'nobody knows what %j costs',
  (command) => {
    expect(priceAtMost(command, MILLION)).toBeNull();
  },
);
