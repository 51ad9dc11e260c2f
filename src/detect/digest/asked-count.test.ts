/** How often a prompt asks for something, in digits and in words; and numbers that are no wish. */
import { expect, test } from 'vitest';
import { askedCount } from './asked-count.ts';

test.each([
  ['Restart it 16 times.', 16],
  ['Run the suite twenty times and count.', 20],
  ['Run it two dozen times.', 24],
  ['Make a dozen copies.', 12],
  ['I need 20 single cold starts of the function, one run at a time.', 20],
  ['Time 12 restarts and tell me the median.', 12],
  ['Starte es zwanzig Mal neu.', 20],
  ['Répète-le douze fois.', 12],
  ['Hazlo veinte veces.', 20],
])('%s', (prompt, times) => {
  expect(askedCount(prompt)).toBe(times);
});

test.each([
  'Fix the twelve failing tests, one at a time, and repeat until green.',
  'The last two times it failed.',
  'Run the seven migrations.',
  'Do it in 12 steps.',
])('%s', (prompt) => {
  expect(askedCount(prompt)).toBe(0);
});
