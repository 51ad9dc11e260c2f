/** Gemini: results with and without ids, errors, both spellings, thoughts left out. */
import { describe, expect, test } from 'vitest';
import { rebuildTranscript } from '../index.ts';

describe('Gemini contents', () => {
  test('a turn with the session, a thought and two calls of one tool without ids', () => {
    const contents = [
      {
        role: 'user',
        parts: [{ text: '<session_context>\nx\n</session_context>' }, { text: 'list it' }],
      },
      {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true },
          { text: 'I look.' },
          { functionCall: { name: 'sh', args: { c: 'ls' } }, thoughtSignature: 's' },
          { functionCall: { name: 'sh', args: { c: 'pwd' } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'sh', response: { output: 'a' } } },
          { functionResponse: { name: 'sh', response: { error: 'no shell' } } },
        ],
      },
    ];
    expect(rebuildTranscript({ contents })).toEqual([
      { kind: 'prompt', text: 'list it' },
      { kind: 'response', text: 'I look.' },
      { kind: 'tool', tool: 'sh', args: { c: 'ls' }, result: 'a' },
      {
        kind: 'tool',
        tool: 'sh',
        args: { c: 'pwd' },
        result: 'no shell',
        isError: true,
        error: 'no shell',
      },
    ]);
  });

  test('the other spelling, the wrapped request, data as a result, files', () => {
    const contents = [
      { parts: [{ text: 'go' }, { file_data: { file_uri: 'gs://b/f' } }] },
      { role: 'model', parts: [{ function_call: { id: 'f', name: 'get', args: {} } }] },
      {
        role: 'function',
        parts: [{ function_response: { id: 'f', name: 'get', response: { b: 1, a: 2 } } }],
      },
    ];
    expect(rebuildTranscript({ model: 'm', request: { contents } })).toEqual([
      { kind: 'prompt', text: expect.stringMatching(/^go\n\[file [0-9a-f]{16}\]$/) as unknown },
      { kind: 'tool', tool: 'get', args: {}, result: '{"a":2,"b":1}', callId: 'f' },
    ]);
  });

  test('code that the provider runs', () => {
    const parts = [
      { executableCode: { language: 'PYTHON', code: '1/0' } },
      { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'ZeroDivisionError' } },
    ];
    expect(rebuildTranscript({ contents: [{ role: 'model', parts }] })).toMatchObject([
      { tool: 'code_execution', result: 'ZeroDivisionError', isError: true },
    ]);
  });
});
