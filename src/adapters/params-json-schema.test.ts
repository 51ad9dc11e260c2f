import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../guardrails/index.ts';
import { paramsJsonSchema } from './params-json-schema.ts';

test('a schema that can tell itself is told', () => {
  const params = z.object({ path: z.string(), text: z.string().optional() });
  const tool = defineTool({ name: 'write', params, handler: () => '' });
  expect(paramsJsonSchema(tool)).toMatchObject({
    type: 'object',
    properties: { path: { type: 'string' }, text: { type: 'string' } },
    required: ['path'],
  });
  expect(paramsJsonSchema(tool)).not.toHaveProperty('$schema');
});

test('one that cannot takes any object, and so does a tool that is only declared', () => {
  const safeParse = (value: unknown) => ({ success: true, data: value }) as const;
  const tool = defineTool({ name: 'look', params: { safeParse }, handler: () => '' });
  const any = { type: 'object', properties: {}, required: [], additionalProperties: true };
  expect(paramsJsonSchema(tool)).toEqual(any);
  expect(paramsJsonSchema({ name: 'Bash' })).toEqual(any);
});
