/** The demo says of its runaway what happened, also on a machine that is too busy for it. */
import { expect, test } from 'vitest';
import { storyLines } from './demo-text.ts';

const ended = {
  kind: 'runaway',
  reason: 'cancelled',
  steps: 91,
  status: null,
  message: '',
  code: null,
} as const;

test.each([
  [true, 'runaway still waits after 91 calls: its next request is held back, not lost.'],
  [false, 'runaway made 91 calls, and the show ended before it was made to wait.'],
])('it waited: %s', (waited, line) => {
  expect(storyLines(ended, waited)).toEqual([line]);
});
