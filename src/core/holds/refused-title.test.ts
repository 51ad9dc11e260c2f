/** Refusals that no wait ends, in one sentence; what is not recognised has no title. */
import { expect, test } from 'vitest';
import { refusedTitle } from './refused-title.ts';

test.each<[string, string | null]>([
  [
    'BUDGET_SPENT: 3 calls spent and reserved, 1 calls for this call; 1 calls is what the agent has for a day (UTC); 1227 of 1000000 tokens used in the last 60 s',
    'Over budget: 3 of 1 call spent in a day (UTC)',
  ],
  [
    'BUDGET_SPENT: $0.000785 spent and reserved, $0.000494 for this call; $0.0009 is what the agent has for a week (from Monday, UTC)',
    'Over budget: $0.000785 of $0.0009 spent in a week (from Monday, UTC), and this call needs $0.000494',
  ],
  [
    'BUDGET_SPENT: 290 tokens spent and reserved, 120 tokens for this call; 300 tokens is what the session has, extended once',
    'Over budget: 290 of 300 tokens spent in this session, extended once, and this call needs 120 tokens',
  ],
  [
    'BUDGET_SPENT: $4.00 spent and reserved by all of it, $2.00 for this call; $5.00 is what the team night crew has for a day (UTC)',
    'Over the budget of team night crew: $4.00 of $5.00 spent in a day (UTC), and this call needs $2.00',
  ],
  [
    'PRICE_UNKNOWN: the price of this model is not known, so it cannot be told whether it fits: $0.0009 is what the agent has for a day (UTC)',
    "The price of this model is not known, so nobody can tell whether the call fits the agent's budget in money",
  ],
  [
    'HOLD_PARKED: "1 of 1 calls for a day spent" (by "budget", since 1795068386895; lifted by a person: resume); BUDGET_SPENT: 1 calls',
    'Parked at its budget, which resuming extends once: 1 of 1 calls for a day spent',
  ],
  [
    'HOLD_MANUAL: "say \\"no\\"" (by "ada", since 5; lifted by a person: activate)',
    'Stopped by ada: say "no"',
  ],
  ['COOLDOWN_ACTIVE: until 1794782681868, since 1794782621868', null],
  ['BUDGET_SPENT: in words that nobody wrote', null],
])('%s', (reason, title) => {
  expect(refusedTitle(reason)).toBe(title);
});
