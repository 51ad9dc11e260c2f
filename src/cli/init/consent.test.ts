/** Only a yes is a yes. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { agreed } from './consent.ts';

test.each([
  ['y\n', true],
  ['YES\n', true],
  ['\n', false],
  ['n\n', false],
  ['yes please\n', false],
  ['', false],
])('%j: %s', async (typed, expected) => {
  const input = new PassThrough();
  const answer = agreed(undefined, input, new PassThrough());
  input.end(typed);
  expect(await answer).toBe(expected);
});
