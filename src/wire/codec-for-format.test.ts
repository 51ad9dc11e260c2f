/** Which formats have a codec. */
import { expect, test } from 'vitest';
import { codecForFormat, codecs } from './codec-for-format.ts';
import type { WireFormat } from './wire-format.ts';

test('a format gets its own codec, one that cannot be read gets none', () => {
  for (const format of ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const) {
    expect(codecForFormat(format)?.format).toBe(format);
  }
  expect(codecs).toHaveLength(4);
  expect(codecForFormat('semaphore' as WireFormat)).toBeNull();
});
