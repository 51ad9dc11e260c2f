/**
 * A whole Tripwire in this process that answers hooks, with a home, a project and a provider of its own.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ClientId } from '../../src/clients/table.ts';
import { loadConfig } from '../../src/config/index.ts';
import { startServer, type RunningServer } from '../../src/server/start.ts';
import { startFakeProvider, type FakeProvider } from '../../src/testing/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

/** The agent that everything is asked as. */
export const AGENT = 'ada';

export interface HookServerPlace {
  readonly server: RunningServer;
  readonly provider: FakeProvider;
  readonly home: string;
  readonly data: string;
  /** What a process needs to find this Tripwire, and nothing of this machine's own. */
  readonly env: Readonly<Record<string, string>>;
  /** A new project; what it is called in a client's payload is up to `payloadIn`. */
  project(): string;
  /** Asks as a client's own HTTP hook does. */
  post(
    client: string,
    payload: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly json: Readonly<Record<string, unknown>> }>;
  /** Where the server keeps the loop's files of the one agent that asked by HTTP. */
  stateFolder(): string;
}

/** Starts it with this `tripwire.yaml`; gone when the test ends, or when somebody else says so. */
export async function hookServerPlace(
  yaml = '',
  whenDone: (close: () => Promise<void>) => void = onTestFinished,
): Promise<HookServerPlace> {
  const home = temporaryFolder('hooks');
  const data = join(home, '.tripwire');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(data, 'tripwire.yaml'), `constitution: coding-v1\n${yaml}`);
  const provider = await startFakeProvider({
    script: ({ toolResults }) => ({
      toolCalls: [{ name: 'look', args: { at: `src/file-${toolResults.length}.ts` } }],
    }),
  });
  const env = {
    TRIPWIRE_UPSTREAM_ANTHROPIC: provider.url,
    TRIPWIRE_UPSTREAM_OPENAI: provider.url,
    TRIPWIRE_UPSTREAM_GEMINI: provider.url,
    TEST_PROVIDER_KEY: 'sk-test',
  };
  const config = loadConfig({ env, home, flags: { port: 0, adminPort: 0 } });
  const server = await startServer({ config, env, log: () => undefined });
  whenDone(async () => {
    await server.close();
    await provider.close();
  });
  const ask = (client: string, payload: unknown, headers: Readonly<Record<string, string>>) =>
    fetch(`${server.url}/agents/${AGENT}/hooks/${client}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  return {
    server,
    provider,
    home,
    data,
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    project: () => temporaryFolder('project'),
    post: async (client, payload, headers = {}) => {
      const answer = await ask(client, payload, headers);
      const json = (await answer.json()) as Readonly<Record<string, unknown>>;
      return { status: answer.status, json };
    },
    stateFolder: () => {
      const [agent = ''] = readdirSync(join(data, 'hooks'));
      const [project = ''] = readdirSync(join(data, 'hooks', agent));
      return join(data, 'hooks', agent, project, '.geometry');
    },
  };
}

/** A payload that happens in this folder. */
export function payloadIn(
  folder: string,
  payload: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return 'directory' in payload
    ? { ...payload, directory: folder }
    : { ...payload, cwd: folder, transcript_path: null };
}

/** The event before a tool and the one before a prompt, by each client's names. */
export const BEGINNINGS: Readonly<Record<ClientId, readonly [tool: string, prompt: string]>> = {
  'claude-code': ['PreToolUse', 'UserPromptSubmit'],
  codex: ['PreToolUse', 'UserPromptSubmit'],
  'gemini-cli': ['BeforeTool', 'BeforeAgent'],
  opencode: ['tool.execute.before', 'chat.message'],
};

/** Whether a client takes this answer for a refusal. */
export function isRefusal(answer: unknown): boolean {
  return /"permissionDecision":"deny"|"decision":"(?:block|deny)"|"action":"deny"|"continue":false/.test(
    typeof answer === 'string' ? answer : JSON.stringify(answer),
  );
}

/** Registers an agent and makes a key for it, as a person does. */
export async function agentKey({ data, server }: HookServerPlace, agent: string): Promise<string> {
  const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${server.adminUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('/api/agents', { name: agent, by: 'bob' });
  const made = await post(`/api/agents/${agent}/keys`, { label: 'hooks' });
  const { key } = (await made.json()) as { readonly key: string };
  return key;
}
