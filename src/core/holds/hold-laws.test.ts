/** The law of holds cannot be changed at run time. */
import { expect, test } from 'vitest';
import { HOLD_LAWS } from './hold-laws.ts';

test('nobody can let another act lift a hold', () => {
  expect(() => Object.assign(HOLD_LAWS, { manual: null })).toThrow(TypeError);
  expect(() => Object.assign(HOLD_LAWS.hard_stop, { operators: ['resume'] })).toThrow(TypeError);
});
