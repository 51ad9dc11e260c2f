/** Tokens are read wherever a provider tells them, and nowhere else. */
import { expect, test } from 'vitest';
import { usageInText } from './usage-in-text.ts';

const told = (text: string) => {
  const usage = usageInText(text);
  return usage === null
    ? null
    : [usage.inputTokens, usage.cacheWriteTokens, usage.outputTokens].join('+');
};

test.each([
  [
    '{"choices":[{"text":"a"}],"usage":{"prompt_tokens":7,"completion_tokens":5,"total_tokens":12}}',
    '7+0+5',
  ],
  ['{"data":[],"usage":{"prompt_tokens":8,"total_tokens":8}}', '8+0+0'],
  ['{"data":[],"usage":{"total_tokens":9}}', '0+0+9'],
  ['{"usage":{"input_tokens":1,"cache_creation_input_tokens":2,"output_tokens":3}}', '1+2+3'],
  [
    '[{"usageMetadata":{"promptTokenCount":4,"candidatesTokenCount":2,"totalTokenCount":9}}]',
    '4+0+5',
  ],
  [
    'data: {"usage":null}\n\ndata: {"usage": {"prompt_tokens":3,"completion_tokens":1}}\n\ndata: [DONE]\n\n',
    '3+0+1',
  ],
  ['{"response":"a"}\n{"done":true,"prompt_eval_count":26,"eval_count":290}\n', '26+0+290'],
  [
    '…0.1,0.2]}],"model":"m","usage":{"prompt_tokens":5,"details":{"a":"}"},"total_tokens":5}}',
    '5+0+0',
  ],
])('%s', (text, expected) => {
  expect(told(text)).toBe(expected);
});

test.each([
  '{}',
  '',
  '{"usage":{"prompt_tokens":"7"}}',
  '{"usage":{"prompt_tokens":-7}}',
  '{"usage":{"prompt_tokens":7',
  '{"usage":[7]}',
  String.raw`{"text":"{\"usage\":{\"total_tokens\":9}}"}`,
  '{"usage_bytes":7,"bytes":9}',
])('%s tells none', (text) => {
  expect(told(text)).toBe(null);
});

test('an echo of less does not hide what was used', () => {
  const echo = '"metadata":{"usage":{"total_tokens":1}}';
  expect(told(`{"usage":{"total_tokens":100000},${echo}}`)).toBe('0+0+100000');
  expect(told(`{${echo},"usage":{"total_tokens":100000}}`)).toBe('0+0+100000');
});
