/** What of a provider's headers is read as a plan, and what is left alone. */
import { describe, expect, test } from 'vitest';
import { planOfHeaders } from './plan-headers.ts';

const NOW = 1_783_320_000_000;
const read = (headers: Readonly<Record<string, string>>) =>
  planOfHeaders(Object.entries(headers), NOW);

describe('Anthropic', () => {
  test('a whole set of unified headers', () => {
    const told = read({
      'anthropic-ratelimit-unified-status': 'allowed',
      'Anthropic-Ratelimit-Unified-5h-Utilization': '0.09',
      'anthropic-ratelimit-unified-5h-reset': '1783325400',
      'anthropic-ratelimit-unified-7d-utilization': '0.195',
      'anthropic-ratelimit-unified-7d-reset': '1783490400',
      'anthropic-ratelimit-unified-overage-utilization': '0.9',
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    });
    expect(told).toEqual({
      binds: 'five_hour',
      windows: [
        { name: 'five_hour', resetAt: 1_783_325_400_000, used: 900 },
        { name: 'seven_day', resetAt: 1_783_490_400_000, used: 1_950 },
      ],
    });
  });

  test.each([
    ['no number', 'nope', '1783325400'],
    ['a negative share', '-1', '1783325400'],
    ['an exponent', '1e9', '1783325400'],
  ])('%s is no share', (_, share, reset) => {
    const told = read({
      'anthropic-ratelimit-unified-5h-utilization': share,
      'anthropic-ratelimit-unified-5h-reset': reset,
    });
    expect(told).toBeNull();
  });

  test.each(['9999999999', 'soon', '', '1', '2026-07-06T09:30:00Z'])(
    '%s is no time of a reset',
    (reset) => {
      const told = read({
        'anthropic-ratelimit-unified-5h-utilization': '1.04',
        'anthropic-ratelimit-unified-5h-reset': reset,
      });
      expect(told).toEqual({ windows: [{ name: 'five_hour', used: 10_400 }] });
    },
  );

  test('limits by the minute are no plan', () => {
    expect(read({ 'anthropic-ratelimit-tokens-remaining': '0' })).toBeNull();
    expect(read({ 'x-ratelimit-remaining-tokens': '0' })).toBeNull();
  });
});

describe('Codex', () => {
  test('both windows, by their length', () => {
    const told = read({
      'x-codex-primary-used-percent': '37.5',
      'x-codex-primary-window-minutes': '300',
      'x-codex-primary-reset-after-seconds': '600',
      'x-codex-secondary-used-percent': '13',
      'x-codex-secondary-window-minutes': '10080',
      'x-codex-secondary-reset-at': '1783490400',
    });
    expect(told).toEqual({
      windows: [
        { name: 'five_hour', resetAt: NOW + 600_000, used: 3_750 },
        { name: 'seven_day', resetAt: 1_783_490_400_000, used: 1_300 },
      ],
    });
  });

  test('a window of no length is none', () => {
    const none = { 'x-codex-primary-used-percent': '0', 'x-codex-primary-window-minutes': '0' };
    expect(read(none)).toBeNull();
  });
});
