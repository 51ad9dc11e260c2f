/** Each client is pointed at Tripwire in the way it was seen to heed. */
import { expect, test } from 'vitest';
import { clientArguments, clientVariables } from './lines.ts';

const url = 'http://127.0.0.1:4180';

test('most clients heed variables', () => {
  const variables = clientVariables(url, 'night', 'claude');
  expect(variables).toMatchObject({
    ANTHROPIC_BASE_URL: `${url}/agents/night/anthropic`,
    OPENAI_BASE_URL: `${url}/agents/night/openai/v1`,
    // Hooks report to the same server under the same name.
    TRIPWIRE_URL: url,
    TRIPWIRE_AGENT: 'night',
  });
  expect(clientArguments(url, 'night', 'claude')).toEqual([]);
});

test('one wants the version in its address', () => {
  const variables = clientVariables(url, 'night', '/usr/local/bin/opencode');
  expect(variables['ANTHROPIC_BASE_URL']).toBe(`${url}/agents/night/anthropic/v1`);
});

test('one heeds no variable and is told on its command line', () => {
  expect(clientArguments(url, 'night', '/opt/bin/codex')).toEqual([
    '-c',
    `openai_base_url="${url}/agents/night/openai/v1"`,
  ]);
});
