/** The table of clients: what each sends as it was seen, and the versions that were tried. */
import { describe, expect, test } from 'vitest';
import { clientPackages } from '../../test/clients/client-packages.ts';
import { clientFacts } from './client-headers.ts';
import { clientOfProgram, EVERY_CLIENT } from './every-client.ts';
import { clientVariables } from './lines.ts';
import { CLIENTS } from './table.ts';

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
    ['stainless', [['user-agent', 'ls/JS 5.23.2'], ...stainless], null],
  ] as const)('%s is recognised by what it sends', (client, headers, session) => {
    expect(clientFacts(headers, {})).toMatchObject({ client, session });
  });

  test('tripwire run sets the variable that a client reads', () => {
    const { COPILOT_PROVIDER_BASE_URL: copilot } = clientVariables('http://h', 'bo', 'copilot');
    expect(copilot).toBe('http://h/agents/bo/openai/v1');
    expect(clientOfProgram('/usr/bin/qwen')?.id).toBe('qwen-code');
  });
});

test('every client has an id, a program and a name of its own', () => {
  for (const field of ['id', 'program', 'npmPackage', 'defaultAgent'] as const) {
    const values = EVERY_CLIENT.map((client) => client[field]);
    expect(new Set(values).size).toBe(values.length);
  }
});

test('the version that a row calls tried is the one that the trials install', () => {
  for (const { id, npmPackage, triedVersion } of CLIENTS) {
    const { npmName, version } = clientPackages.find(({ client }) => client === id) ?? {};
    expect({ npmName, version }, id).toEqual({ npmName: npmPackage, version: triedVersion });
  }
});
