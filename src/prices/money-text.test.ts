/** Money as people read it: small sums keep their digits, and a sum says what it leaves out. */
import { expect, test } from 'vitest';
import { sumText, sumWords, usdText } from './money-text.ts';

test.each([
  [0, '$0.00'],
  [0.00005, '<$0.0001'],
  [0.0042, '$0.0042'],
  [0.0999, '$0.0999'],
  [0.1, '$0.10'],
  [1.234, '$1.23'],
  [1_234.5, '$1,234.50'],
])('%d is %s', (usd, text) => {
  expect(usdText(usd)).toBe(text);
});

test('a sum with calls without a price is a lower bound, one without any price is none', () => {
  const whole = { cost_usd: 1.2, unpriced_calls: 0 };
  expect([sumText(whole), sumWords(whole)]).toEqual(['$1.20', '$1.20']);
  const partly = { cost_usd: 1.2, unpriced_calls: 3 };
  expect(sumText(partly)).toBe('$1.20+');
  expect(sumWords(partly)).toBe('at least $1.20; 3 calls of models without a known price');
  const unknown = { cost_usd: null, unpriced_calls: 1 };
  expect(sumText(unknown)).toBe('–');
  expect(sumWords(unknown)).toBe('1 call of models without a known price');
});
