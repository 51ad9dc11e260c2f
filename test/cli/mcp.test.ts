/** `tripwire mcp` as a client starts it: the real command between the SDK's client and a server of the SDK. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { readJournal } from '../kit/project-journal.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const COMMAND = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const SERVER = fileURLToPath(new URL('mcp-server.ts', import.meta.url));
const TIMEOUT_MS = 60_000;

/** A message that came back. */
interface Answer {
  readonly error?: { readonly code: number };
}

interface Called {
  readonly isError: boolean;
  readonly text: string;
}

interface Stage {
  readonly project: string;
  readonly home: string;
  /** The tools that the server really ran. */
  readonly ran: () => readonly string[];
  /** Calls a tool; whether it is an error, and what the model reads. */
  readonly call: (name: string, args?: object) => Promise<Called>;
  readonly client: Client;
}

function serverLine(project: string): readonly string[] {
  return ['--', process.execPath, SERVER, join(project, 'ran.log')];
}

function configured(policies: string): string {
  const home = temporaryFolder();
  mkdirSync(join(home, '.tripwire'), { mode: 0o700 });
  writeFileSync(join(home, '.tripwire', 'tripwire.yaml'), policies);
  return home;
}

async function stage(
  home: string,
  more: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Stage> {
  const project = temporaryFolder();
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('TRIPWIRE_'));
  const env = { ...(Object.fromEntries(clean) as Record<string, string>), HOME: home, ...more };
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({
      command: COMMAND,
      args: ['mcp', ...args, ...serverLine(project)],
      cwd: project,
      env,
    }),
  );
  const log = join(project, 'ran.log');
  return {
    project,
    home,
    client,
    ran: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
    call: async (name, given = {}) => {
      const asked = { name, arguments: { ...given } };
      const { isError = false, content } = await client.callTool(asked);
      const parts = content as readonly { readonly text: string }[];
      return { isError: isError === true, text: parts.map(({ text }) => text).join('\n') };
    },
  };
}

test('a model that begins to loop reads so in a tool result before it is stopped', async () => {
  const { call } = await stage(configured('kill_switch: { enabled: true }\n'));
  const texts: string[] = [];
  for (let turn = 0; turn < 15; turn += 1) {
    const { text } = await call('look', { at: 'the attic' });
    texts.push(text);
    if (text.includes('Only a person can lift this')) break;
  }
  expect(texts.at(-1)).toContain('Only a person can lift this');
  expect(texts.filter((text) => text.includes('Do not repeat that step'))).toHaveLength(1);
}, 60_000);

describe('policies of tripwire.yaml', () => {
  verifies(
    ['G14', 'G1'],
    'a denied tool is an error with its reason and does not run; another one runs',
    async () => {
      const yaml = 'policies:\n  - denyTools: { tools: [leave], reason: nobody leaves }\n';
      const { call, ran, client } = await stage(configured(yaml));
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('leave');
      expect(await call('leave')).toEqual({
        isError: true,
        text: expect.stringContaining('nobody leaves') as string,
      });
      expect(await call('echo', { text: 'héllo' })).toEqual({ isError: false, text: 'héllo' });
      expect(ran()).toEqual(['echo']);
    },
    TIMEOUT_MS,
  );

  verifies(
    ['G14', 'G4'],
    'read before write holds through a link, in the folder that it runs in',
    async () => {
      const { call, project, ran } = await stage(
        configured('policies:\n  - readBeforeWrite: {}\n'),
      );
      writeFileSync(join(project, 'config.yaml'), 'old');
      symlinkSync('config.yaml', join(project, 'link.yaml'));
      const write = { path: 'link.yaml', text: 'new' };
      expect(await call('write_file', write)).toMatchObject({ isError: true });
      expect(readFileSync(join(project, 'config.yaml'), 'utf8')).toBe('old');
      expect(await call('read_file', { path: 'config.yaml' })).toEqual({
        isError: false,
        text: 'old',
      });
      expect(await call('write_file', write)).toMatchObject({ isError: false });
      expect(ran()).toEqual(['read_file', 'write_file']);
    },
    TIMEOUT_MS,
  );
});

describe('the gate', () => {
  verifies(
    ['G14', 'G15'],
    'without a server every call is in the project’s own journal, under the agent’s name',
    async () => {
      const { call, project } = await stage(temporaryFolder(), {}, ['--agent', 'coder']);
      for (const text of ['one', 'two']) await call('echo', { text });
      const { records, isChained } = await readJournal(join(project, '.geometry'), 'coder');
      const tools = records.filter((record) => 'call' in record);
      expect(tools).toHaveLength(2);
      expect(isChained).toBe(true);
    },
    TIMEOUT_MS,
  );

  verifies(
    ['G14', 'G15'],
    'a running server is asked: a stop refuses every call, a release lets them pass again',
    async () => {
      const home = await newHome();
      onTestFinished(() => home.provider.close());
      const tripwire = await startTripwire(home);
      onTestFinished(async () => void (await tripwire.end()));
      const { call, ran, project } = await stage(home.home, {}, ['--agent', 'coder']);
      expect(await call('echo', { text: 'one' })).toEqual({ isError: false, text: 'one' });
      await tripwire.api('/api/agents/coder/deactivate', { why: 'enough' });
      const refused = await call('echo', { text: 'two' });
      expect(refused).toMatchObject({ isError: true });
      expect(refused.text).toContain('Only a person can lift this');
      expect(refused.text).not.toContain('tripwire resume');
      await tripwire.api('/api/agents/coder/activate', { why: 'go on' });
      expect(await call('echo', { text: 'three' })).toEqual({ isError: false, text: 'three' });
      expect(ran()).toEqual(['echo', 'echo']);
      expect(existsSync(join(project, '.geometry'))).toBe(false);
    },
    TIMEOUT_MS,
  );

  verifies(
    ['G14', 'X12'],
    'a stop with wind-down lets notes be written within its bounds, refuses the rest, then binds',
    async () => {
      const home = await newHome();
      onTestFinished(() => home.provider.close());
      const tripwire = await startTripwire(home);
      onTestFinished(async () => void (await tripwire.end()));
      const { call, ran, project } = await stage(home.home, {}, ['--agent', 'coder']);
      expect(await call('echo', { text: 'one' })).toMatchObject({ isError: false });
      const stop = { why: 'enough', wind_down: { calls: 2, seconds: 600 } };
      await tripwire.api('/api/agents/coder/deactivate', stop);
      const refused = await call('echo', { text: 'two' });
      expect(refused.isError).toBe(true);
      expect(refused.text).toContain('only saving is allowed');
      const note = (name: string) => ({ path: join(project, name), text: 'half done' });
      expect(await call('write_file', note('NOTES.md'))).toMatchObject({ isError: false });
      expect(await call('write_file', note('run.sh'))).toMatchObject({ isError: true });
      expect(await call('write_file', note('PLAN.md'))).toMatchObject({ isError: false });
      const over = await call('write_file', note('NOTES.md'));
      expect(over.isError).toBe(true);
      expect(over.text).toContain('Only a person can lift this');
      expect(ran()).toEqual(['echo', 'write_file', 'write_file']);
    },
    TIMEOUT_MS,
  );

  verifies(
    ['G14', 'G1'],
    'a server that was named and does not answer lets nothing pass',
    async () => {
      const { call, ran } = await stage(temporaryFolder(), { TRIPWIRE_URL: 'http://127.0.0.1:9' });
      expect(await call('echo', { text: 'one' })).toMatchObject({ isError: true });
      expect(ran()).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

describe('the command', () => {
  test(
    'the keys of Tripwire are not for the server; other variables are',
    async () => {
      const secrets = { TRIPWIRE_AGENT_KEY: 'tw_made_up', TRIPWIRE_ADMIN_TOKEN: 'made-up' };
      const { call } = await stage(temporaryFolder(), { ...secrets, TRIPWIRE_AGENT: 'coder' });
      expect(await call('variables')).toEqual({ isError: false, text: 'TRIPWIRE_AGENT' });
    },
    TIMEOUT_MS,
  );

  test(
    'what was asked before the input ended is answered; then the server’s exit code counts',
    async () => {
      const project = temporaryFolder();
      const hello = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      };
      const call = (id: number, name: string) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name, arguments: { text: `call ${id}` } },
      });
      const lines = jsonLines([
        { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        [call(2, 'echo')],
        call(3, 'echo'),
      ]);
      const env = { TRIPWIRE_DIR: join(project, 'state') };
      const input = `not json\n${lines}`;
      const { code, stdout } = await runTripwire(['mcp', ...serverLine(project)], input, env);
      const answers = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Answer);
      expect(answers).toHaveLength(4);
      const codes = answers.flatMap((one) => one.error?.code ?? []);
      expect(codes).toEqual([-32_700, -32_600]);
      expect(answers).toContainEqual({
        jsonrpc: '2.0',
        id: 3,
        result: { content: [{ type: 'text', text: 'call 3' }] },
      });
      expect(code).toBe(0);
      const left = jsonLines([call(4, 'leave')]);
      expect((await runTripwire(['mcp', ...serverLine(project)], left, env)).code).toBe(7);
    },
    TIMEOUT_MS,
  );

  test(
    'wrong use says what is wrong, and starts nothing',
    async () => {
      const none = await runTripwire(['mcp']);
      expect(none).toMatchObject({ code: 2, stdout: '' });
      expect(none.stderr).toContain('behind --');
      const missing = await runTripwire(['mcp', '--', '/nowhere/at/all'], '', {
        TRIPWIRE_DIR: temporaryFolder(),
      });
      expect(missing).toMatchObject({ code: 127, stdout: '' });
      const HOME = configured('policies:\n  - denyTolls: { tools: [a] }\n');
      const project = temporaryFolder();
      const wrong = await runTripwire(['mcp', ...serverLine(project)], '', { HOME });
      expect(wrong).toMatchObject({ code: 2, stdout: '' });
      expect(wrong.stderr).toContain('policies.0');
      expect(wrong.stderr).toContain('denyTools');
      expect(existsSync(join(project, 'ran.log'))).toBe(false);
    },
    TIMEOUT_MS,
  );
});
