/** Which formats have a codec. */
import { expect, test } from 'vitest';
import { codecForFormat } from './codec-for-format.ts';

test('a format gets its own codec, one that cannot be read yet gets none', () => {
  expect(codecForFormat('anthropic')?.format).toBe('anthropic');
  expect(codecForFormat('openai-chat')?.format).toBe('openai-chat');
  expect(codecForFormat('gemini')).toBeNull();
});
