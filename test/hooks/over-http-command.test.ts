/** `tripwire hook` beside a running server: it asks that, and refuses when it was told of one that does not answer. */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HOOK_CLIENT_IDS, type ClientId } from '../../src/clients/table.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { BEGINNINGS, hookServerPlace, isRefusal, payloadIn } from './hook-server.ts';
import { recordedPayload } from './recorded-payloads.ts';

vi.setConfig({ testTimeout: 60_000 });

const STOPS = {
  'claude-code': 'Stop',
  codex: 'Stop',
  'gemini-cli': 'AfterAgent',
  opencode: 'session.idle',
} as const;
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:1';

function asked(client: ClientId, eventName: string, folder: string): string {
  return JSON.stringify(payloadIn(folder, recordedPayload(client, eventName)));
}

describe.each(HOOK_CLIENT_IDS)('tripwire hook %s', (client) => {
  const [tool, prompt] = BEGINNINGS[client];

  test('asks the server that it is told of, under the agent’s name', async () => {
    const at = await hookServerPlace();
    const env = { ...at.env, HOME: temporaryFolder(), TRIPWIRE_URL: at.server.url };
    const run = () =>
      runTripwire(['hook', client], asked(client, tool, at.project()), {
        ...env,
        TRIPWIRE_AGENT: 'grace',
      });
    const free = await run();
    expect(free).toMatchObject({ code: 0, stderr: '' });
    expect(free.stdout).toBe(client === 'opencode' ? '{"action":"pass","say":null}\n' : '');
    const act = { agent: 'grace', action: 'deactivate', by: 'bob', why: 'enough' } as const;
    await at.server.gate.operate(act);
    const stopped = await run();
    expect(stopped).toMatchObject({ code: 0, stderr: '' });
    expect(stopped.stdout).toContain('Only a person can lift this');
    expect(stopped.stdout).not.toContain('tripwire resume');
  });

  test('refuses tools and prompts while that does not answer, and lets a stop pass with a note', async () => {
    const env = { TRIPWIRE_URL: NOWHERE };
    for (const eventName of [tool, prompt]) {
      const { code, stdout } = await runTripwire(
        ['hook', client],
        asked(client, eventName, temporaryFolder()),
        env,
      );
      expect(code).toBe(0);
      expect(isRefusal(stdout)).toBe(true);
      expect(stdout).toContain('tripwire up');
      expect(stdout).toContain('unset TRIPWIRE_URL');
    }
    const stop = asked(client, STOPS[client], temporaryFolder());
    const { code, stdout } = await runTripwire(['hook', client], stop, env);
    expect(code).toBe(0);
    expect(isRefusal(stdout)).toBe(false);
    expect(stdout).toContain('cannot decide');
  });
});

describe('the server of the data folder', () => {
  test('is found without being told of', async () => {
    const at = await hookServerPlace();
    const act = { agent: 'claude', action: 'deactivate', by: 'bob', why: 'enough' } as const;
    await at.server.gate.operate(act);
    const payload = asked('claude-code', 'PreToolUse', at.project());
    const { code, stdout } = await runTripwire(['hook', 'claude-code'], payload, at.env);
    expect(code).toBe(0);
    expect(stdout).toContain('"permissionDecision":"deny"');
  });

  test('the name in a base URL that leads there is the agent’s', async () => {
    const at = await hookServerPlace();
    const env = { ...at.env, ANTHROPIC_BASE_URL: `${at.server.url}/agents/night/anthropic` };
    const payload = asked('claude-code', 'PreToolUse', at.project());
    expect(await runTripwire(['hook', 'claude-code'], payload, env)).toMatchObject({ code: 0 });
    expect(at.server.gate.isKnown('night')).toBe(true);
  });

  const note = (pid: number) => {
    const data = temporaryFolder();
    const words = { pid, url: NOWHERE, adminUrl: NOWHERE, startedAt: 1, forOneCommand: false };
    writeFileSync(join(data, 'server.json'), JSON.stringify(words));
    return { TRIPWIRE_DATA: data };
  };

  test('is forgotten when its process is gone: the hook decides by itself', async () => {
    // Higher than any process can have.
    const payload = asked('claude-code', 'PreToolUse', temporaryFolder());
    const outcome = await runTripwire(['hook', 'claude-code'], payload, note(2 ** 30));
    expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('is not forgotten while its process is there', async () => {
    const payload = asked('claude-code', 'PreToolUse', temporaryFolder());
    const outcome = await runTripwire(['hook', 'claude-code'], payload, note(process.pid));
    expect(outcome.stdout).toContain('"permissionDecision":"deny"');
    expect(outcome.stdout).toContain('server.json');
  });
});

describe('what answers is no Tripwire', () => {
  const answers: readonly (readonly [string, (server: Server) => void])[] = [
    ['nothing but consent', (server) => server.on('request', (_q, r) => r.end())],
    ['an object without a word', (server) => server.on('request', (_q, r) => r.end('{}'))],
    [
      'an exit code that lets tools run',
      (server) => server.on('request', (_q, r) => r.end('{"stdout":"","stderr":"","exitCode":1}')),
    ],
    [
      'a redirection',
      (server) => server.on('request', (_q, r) => r.writeHead(302, { location: '/x' }).end()),
    ],
    ['a failure', (server) => server.on('request', (_q, r) => r.writeHead(500).end('{}'))],
    ['pieces', (server) => server.on('request', (_q, r) => void r.write('{'))],
    ['no HTTP', (server) => server.on('connection', (socket) => socket.end('hello\r\n\r\n'))],
    ['a connection that closes', (server) => server.on('connection', (socket) => socket.destroy())],
  ];

  test.each(answers)('%s refuses', async (_name, behave) => {
    const server = createServer();
    behave(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const payload = asked('claude-code', 'PreToolUse', temporaryFolder());
    const { stdout } = await runTripwire(['hook', 'claude-code'], payload, {
      TRIPWIRE_URL: `http://127.0.0.1:${port}`,
    });
    expect(stdout).toContain('"permissionDecision":"deny"');
  });

  test.each(['', 'ftp://127.0.0.1', 'not a url', 'http://'])('TRIPWIRE_URL=%j', async (url) => {
    const payload = asked('claude-code', 'PreToolUse', temporaryFolder());
    const { stdout } = await runTripwire(['hook', 'claude-code'], payload, { TRIPWIRE_URL: url });
    // Empty is as if it were not set.
    expect(isRefusal(stdout)).toBe(url !== '');
  });
});

test.each([
  ['a base URL whose agent cannot be read', { ANTHROPIC_BASE_URL: `${NOWHERE}/agents/%E0%A4%A/x` }],
  ['a name that is none', { TRIPWIRE_AGENT: 'a\nb' }],
  ['a key that no header can carry', { TRIPWIRE_AGENT_KEY: 'tw_a\r\nx: y' }],
])('%s refuses', async (_name, env) => {
  const payload = asked('claude-code', 'PreToolUse', temporaryFolder());
  const more = { TRIPWIRE_URL: NOWHERE, ...env };
  const { stdout } = await runTripwire(['hook', 'claude-code'], payload, more);
  expect(isRefusal(stdout)).toBe(true);
});
