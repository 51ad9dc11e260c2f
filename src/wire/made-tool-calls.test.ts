/** The calls in an answer, in every provider's form. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { answerText, madeToolCalls } from './made-tool-calls.ts';

const args = '{"b":1,"a":[2]}';
const answers: readonly (readonly [string, unknown])[] = [
  [
    'chat',
    {
      choices: [
        {
          message: {
            role: 'assistant',
            content: 'I look.',
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'sh', arguments: args } }],
          },
        },
      ],
    },
  ],
  [
    'responses',
    {
      output: [
        { type: 'reasoning', summary: [] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
        { type: 'function_call', call_id: 'c', name: 'sh', arguments: args },
      ],
    },
  ],
  [
    'messages',
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'c', name: 'sh', input: { a: [2], b: 1 } },
      ],
    },
  ],
  [
    'Gemini',
    {
      candidates: [
        {
          content: {
            parts: [
              { text: 'I look.' },
              { functionCall: { id: 'c', name: 'sh', args: { b: 1, a: [2] } } },
            ],
          },
        },
      ],
    },
  ],
];

describe('the calls in an answer', () => {
  for (const [format, answer] of answers) {
    verifies('K6', `are those the model made, with canonical arguments, in ${format}`, () => {
      expect(madeToolCalls(answer)).toEqual([
        { callId: 'c', tool: 'sh', args: { a: [2], b: 1 }, canonicalArgs: '{"a":[2],"b":1}' },
      ]);
      expect(answerText(answer)).toBe('I look.');
    });
  }

  test('come from all chunks of a list, and from a wrapped answer', () => {
    const chunk = (name: string) => ({
      response: {
        candidates: [{ content: { role: 'model', parts: [{ functionCall: { name } }] } }],
      },
    });
    expect(madeToolCalls([chunk('a'), chunk('b')])).toEqual([
      { tool: 'a', args: {}, canonicalArgs: '{}' },
      { tool: 'b', args: {}, canonicalArgs: '{}' },
    ]);
  });

  test('are none in an error or in what is no answer', () => {
    for (const answer of [null, 7, [], { error: { message: 'no' } }, { content: 'text' }]) {
      expect(madeToolCalls(answer)).toEqual([]);
      expect(answerText(answer)).toBe('');
    }
  });
});
