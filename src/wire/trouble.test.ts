/** Which answers are an outage or a limit, and which are neither. */
import { describe, expect, test } from 'vitest';
import { errorOf } from './codec-json.ts';
import { troubleOfError, troubleOfStatus } from './trouble.ts';

const NOW = 1_000_000;

describe('by its status', () => {
  test.each([
    [429, 'limited'],
    [503, 'down'],
    [529, 'down'],
    [500, 'down'],
  ])('%s', (status, kind) => {
    expect(troubleOfStatus(status, [], NOW)).toEqual({ kind });
  });

  test.each([200, 400, 401, 403, 404, 413, 422, 501])('%s is neither', (status) => {
    expect(troubleOfStatus(status, [], NOW)).toBeNull();
  });

  test('with the latest time that is named, and none that is over or absurd', () => {
    const until = (...headers: [string, string][]) => troubleOfStatus(429, headers, NOW)?.until;
    expect(until(['Retry-After', '90'])).toBe(NOW + 90_000);
    expect(until(['retry-after', '5'], ['anthropic-ratelimit-unified-reset', '2000'])).toBe(
      2_000_000,
    );
    expect(until(['anthropic-ratelimit-unified-reset', '900'])).toBeUndefined();
    expect(until(['retry-after', '99999999999'])).toBeUndefined();
    expect(until(['retry-after', 'soon'])).toBeUndefined();
  });
});

describe('by an error inside an answer', () => {
  test.each([
    [{ type: 'overloaded_error', message: 'Overloaded' }, 'down'],
    [{ code: 503, message: 'no healthy upstream' }, 'down'],
    [{ code: 'server_error', message: 'try again' }, 'down'],
    [{ type: 'rate_limit_error', message: 'slow down' }, 'limited'],
    [{ code: 429, message: 'slow down' }, 'limited'],
  ])('%j', (error, kind) => {
    expect(troubleOfError(errorOf(error))).toEqual({ kind });
  });

  test.each([
    { type: 'invalid_request_error', message: '503' },
    { code: 400, message: 'overloaded_error' },
    { message: 'the service is unavailable' },
    {},
  ])('%j is neither: words decide nothing', (error) => {
    expect(troubleOfError(errorOf(error))).toBeNull();
  });

  test('none is none', () => {
    expect(troubleOfError(null)).toBeNull();
  });
});
