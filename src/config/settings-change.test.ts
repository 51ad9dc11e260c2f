/** Settings changed on the dashboard, in a person's file: set, and nothing else of it changed. */
import { expect, test } from 'vitest';
import { withSettingsChange } from './settings-change.ts';

test('values are set where they are missing or there, comments and order stay', () => {
  const text = '# mine\nevidence_days: 3 # short\n\nretention:\n  # long\n  days: 90\n';
  expect(withSettingsChange(text, { evidenceDays: 5, retentionDays: 60, usdPerDay: 2.5 })).toBe(
    '# mine\nevidence_days: 5 # short\n\nretention:\n  # long\n  days: 60\nbudgets:\n  usd_per_day: 2.5\n',
  );
});

test('a budget is taken away, and what is not named stays', () => {
  const text = 'budgets:\n  usd_per_day: 5\n  calls_per_day: 10\n';
  expect(withSettingsChange(text, { usdPerDay: null })).toBe('budgets:\n  calls_per_day: 10\n');
  expect(withSettingsChange(text, {})).toBe(text);
});

test.each(['a: [', 'just words'])('%j is left alone', (text) => {
  expect(() => withSettingsChange(text, { usdPerDay: 1 })).toThrow();
});
