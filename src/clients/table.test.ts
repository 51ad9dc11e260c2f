/** The table of clients: what each sends as it was seen, and the versions that were tried. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clientPackages, plainPackages } from '../../test/clients/client-packages.ts';
import { clientFacts } from './client-headers.ts';
import { clientOfProgram, EVERY_CLIENT } from './every-client.ts';
import { clientVariables, settingsNote } from './lines.ts';

describe('clients that are guarded by a base URL alone', () => {
  const stainless = [['x-stainless-lang', 'js'] as const];
  test.each([
    ['qwen-code', [['user-agent', 'QwenCode/0.24.4 (linux; x64)'], ...stainless], null],
    [
      'copilot-cli',
      [
        ['user-agent', 'OpenAI/JS 5.20.1'],
        ['x-interaction-type', 'conversation-user'],
        ['x-initiator', 'user'],
        ...stainless,
      ],
      null,
    ],
    [
      'kilo',
      [
        ['user-agent', 'Kilo-Code/7.7.7 ai-sdk/provider-utils/4.0.27 runtime/bun/1.3.14'],
        ['x-session-affinity', 'ses_one'],
        ['x-session-id', 'ses_one'],
        ['x-title', 'Kilo Code'],
      ],
      'ses_one',
    ],
    [
      'opencode',
      [
        ['user-agent', 'opencode/1.18.33'],
        ['x-session-affinity', 'ses_two'],
      ],
      'ses_two',
    ],
    ['kimi-code', [['user-agent', 'kimi-code-cli/2.1.0'], ...stainless], 'session_three'],
    ['stainless', [['user-agent', 'ls/JS 5.23.2'], ...stainless], null],
    [null, [['user-agent', 'ai-sdk/openai-compatible/3.0.37 ai-sdk/provider-utils/5.0.30']], null],
  ] as const)('%s is recognised by what it sends', (client, headers, session) => {
    const body = { prompt_cache_key: 'session_three' };
    expect(clientFacts(headers, body)).toMatchObject({ client, session });
  });

  test('tripwire run sets the variable that a client reads', () => {
    const { COPILOT_PROVIDER_BASE_URL: copilot } = clientVariables('http://h', 'bo', 'copilot');
    expect(copilot).toBe('http://h/agents/bo/openai/v1');
    const { KIMI_MODEL_BASE_URL: kimi } = clientVariables('http://h', 'bo', '/usr/bin/kimi');
    expect(kimi).toBe('http://h/agents/bo/openai/v1');
    expect(clientOfProgram('/usr/bin/qwen')?.id).toBe('qwen-code');
  });

  test.each(['cn', 'pi', 'kilo', 'cline'])(
    '%s reads a file, which tripwire run names',
    (program) => {
      const words = settingsNote('http://h', 'bo', program);
      expect(words).toContain('http://h/agents/bo/openai/v1');
      expect(words).toContain('~/.');
    },
  );

  test.each(['claude', 'qwen', 'copilot', 'kimi', 'node'])('%s needs no such note', (program) => {
    expect(settingsNote('http://h', 'bo', program)).toBeNull();
  });
});

test('every client has an id, a program and a name of its own', () => {
  for (const field of ['id', 'program', 'npmPackage'] as const) {
    const values = EVERY_CLIENT.map((client) => client[field]);
    expect(new Set(values).size).toBe(values.length);
  }
});

test('the version that a row calls tried is the one that the trials install', () => {
  const packages = [...clientPackages, ...plainPackages];
  for (const { id, npmPackage, triedVersion } of EVERY_CLIENT) {
    const { npmName, version } = packages.find(({ client }) => client === id) ?? {};
    expect({ npmName, version }, id).toEqual({ npmName: npmPackage, version: triedVersion });
  }
});

test('docs/clients.md tells of the versions that were tried', () => {
  const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
  for (const { npmPackage, triedVersion } of EVERY_CLIENT) {
    expect(page).toContain(`| \`${npmPackage}\` | ${triedVersion} |`);
  }
});
