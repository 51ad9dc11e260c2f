/** A version that people wrote twice or not at all is named once. */
import { expect, test } from 'vitest';
import { upstreamPath } from './upstream-path.ts';

test.each([
  ['', '/v1/chat/completions', 'openai', '/v1/chat/completions'],
  ['', '/chat/completions?x=/v1', 'openai', '/v1/chat/completions?x=/v1'],
  ['', '/messages', 'anthropic', '/v1/messages'],
  ['/v1', '/v1/chat/completions', 'openai', '/v1/chat/completions'],
  ['/v1', '/chat/completions', 'openai', '/v1/chat/completions'],
  ['/api/v1', '/v1/models', 'openai', '/api/v1/models'],
  ['/v1beta', '/v1beta/models/m:generateContent', 'gemini', '/v1beta/models/m:generateContent'],
  [
    '',
    '/openai/deployments/d/chat/completions',
    'openai',
    '/openai/deployments/d/chat/completions',
  ],
  ['', '/v1beta/models', 'gemini', '/v1beta/models'],
  ['/proxy', '/chat/completions', 'openai', '/proxy/chat/completions'],
  ['', '/v2/chat', 'openai', '/v2/chat'],
  ['', '/v1/v1/messages', 'anthropic', '/v1/messages'],
  ['/v1', '/v1/v1/messages', 'anthropic', '/v1/messages'],
])('%s and %s (%s): %s', (base, path, format, expected) => {
  expect(upstreamPath(base, path, format)).toBe(expected);
});
