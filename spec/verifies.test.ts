/**
 * `verifies` refuses an unknown id when it runs and when it compiles.
 * It is called under another name here: the coverage test would count a plain call as a citation.
 */
import { expect, expectTypeOf, test } from 'vitest';
import type { RequirementId } from './requirements.ts';
import { verifies as cite } from './verifies.ts';

cite('T1', 'runs as a test whose name starts with the id', ({ task }) => {
  expect(task.name).toBe('[T1] runs as a test whose name starts with the id');
});

test('throws for an unknown id', () => {
  // @ts-expect-error T99 is no requirement, and the compiler knows.
  expect(() => cite('T99', 'name', () => {})).toThrow('unknown requirement T99');
  // @ts-expect-error Nor inside a list.
  expect(() => cite(['T1', 'X99'], 'name', () => {})).toThrow('unknown requirement X99');
});

test('its id type is the union of the rows, not any string', () => {
  expectTypeOf<'T6'>().toExtend<RequirementId>();
  expectTypeOf<string>().not.toExtend<RequirementId>();
});
