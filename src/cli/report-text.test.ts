/** What the morning report says of money. */
import { expect, test } from 'vitest';
import type { NightCost } from '../loop/supervisor.ts';
import type { NightFacts } from './report-facts.ts';
import { costLines } from './report-text.ts';

function linesOf(cost: NightCost | undefined): readonly string[] {
  const spent = { tokens: 12_345, advisorTokens: 10, budgetTokens: null, adviceAsked: 1 };
  const night = { ...spent, ...(cost === undefined ? {} : { cost }) };
  return costLines({ night } as unknown as NightFacts);
}

test('the cost of a night, what it leaves out, and nights of which no price is known', () => {
  expect(linesOf({ microUsd: 1_230_000, unpricedCalls: 0 })).toContain('- $1.23, by list prices');
  expect(linesOf({ microUsd: 1_230_000, unpricedCalls: 2 })).toContain(
    '- at least $1.23; 2 calls of models without a known price, by list prices',
  );
  expect(linesOf({ microUsd: 0, unpricedCalls: 2 })[1]).toBe(
    '- 2 calls of models without a known price',
  );
  expect(linesOf(undefined)).toContain('- money: not known');
});
