/** What a hook sends of its environment is what the server reads: nothing is added, nothing is lost. */
import { expect, test } from 'vitest';
import { environmentFrom, headersFrom } from './wire.ts';

const env = {
  TRIPWIRE_DIR: '/home/ada/Zoë’s state',
  TRIPWIRE_UNATTENDED: '1',
  CLAUDE_CONFIG_DIR: '/home/ada/.claude-work',
  CODEX_HOME: '',
  XDG_CONFIG_HOME: '100%',
  TRIPWIRE_AGENT_KEY: 'secret',
};

test('both ends speak of the same variables, in headers that older hooks sent too', () => {
  const headers = headersFrom(env);
  expect(Object.keys(headers)).toEqual([
    'x-tripwire-dir',
    'x-tripwire-unattended',
    'x-tripwire-claude-config-dir',
    'x-tripwire-xdg-config-home',
  ]);
  const { CODEX_HOME: _empty, TRIPWIRE_AGENT_KEY: _secret, ...carried } = env;
  expect(environmentFrom((name) => headers[name] ?? null)).toEqual(carried);
});

test('headers that are missing say nothing, and what cannot be decoded is taken as it is', () => {
  expect(environmentFrom(() => null)).toEqual({});
  const headers: Readonly<Record<string, string>> = { 'x-tripwire-codex-home': '100%' };
  expect(environmentFrom((name) => headers[name] ?? null)).toEqual({ CODEX_HOME: '100%' });
});
