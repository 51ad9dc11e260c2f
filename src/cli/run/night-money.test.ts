/** What a night cost, in words. */
import { expect, test } from 'vitest';
import { moneyWord, moneyWords } from './night-money.ts';

const nothing = { listCost: { microUsd: 0, unpricedCalls: 0 }, usdBySession: {} };
const unknown = { ...nothing, listCost: { microUsd: 0, unpricedCalls: 1 } };
const priced = { ...nothing, listCost: { microUsd: 1_230_000, unpricedCalls: 0 } };
const partly = { ...nothing, listCost: { microUsd: 1_230_000, unpricedCalls: 2 } };
const told = { s1: 0.25, s2: 1 };

test('at list prices, with what they leave out, and as the engines told', () => {
  expect(moneyWords(nothing)).toBe('list prices: $0.00');
  expect(moneyWords(priced)).toBe('list prices: $1.23');
  expect(moneyWords(partly)).toBe(
    'list prices: at least $1.23; 2 calls of models without a known price',
  );
  expect(moneyWords(unknown)).toBe('1 call of models without a known price');
  expect(moneyWords({ ...unknown, usdBySession: told })).toBe(
    '1 call of models without a known price; reported by the engines: $1.25',
  );
});

test('in a word: the list price, else what was told', () => {
  expect(moneyWord({ ...priced, usdBySession: told })).toBe('$1.23');
  expect(moneyWord({ ...unknown, usdBySession: told })).toBe('$1.25');
  expect(moneyWord(unknown)).toBeNull();
});
