/** Approvals through `tripwire mcp`: the call waits for a person on the running Tripwire, and is refused without one. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Approval } from '../../src/control/api/client.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const COMMAND = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const SERVER = fileURLToPath(new URL('mcp-server.ts', import.meta.url));

/** A client with `tripwire mcp` before its server. */
async function connected(home: string) {
  const project = temporaryFolder('project');
  const log = join(project, 'ran.log');
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('TRIPWIRE_'));
  const client = new Client({ name: 'test', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({
      command: COMMAND,
      args: ['mcp', '--', process.execPath, SERVER, log],
      cwd: project,
      env: { ...(Object.fromEntries(clean) as Record<string, string>), HOME: home },
    }),
  );
  return {
    call: (text: string) => client.callTool({ name: 'echo', arguments: { text } }),
    ran: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  };
}

async function placeWith(yaml: string) {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  home.configure(yaml);
  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  const waiting = async (count: number) => {
    const asked = () => server.api<readonly Approval[]>('/api/approvals');
    await expect.poll(async () => (await asked()).length, { timeout: 30_000 }).toBe(count);
    return asked();
  };
  const answer = (approval: Approval | undefined, how: 'grant' | 'refuse') =>
    server.api(`/api/approvals/${approval?.id ?? ''}/${how}`, {});
  return { waiting, answer, ...(await connected(home.home)) };
}

describe.each([
  [
    'a rule of approvals',
    'approvals: [{ name: echo, tools: [{ tool: echo, where: { text: "deploy*" } }] }]\n',
  ],
  [
    'the policy requireApproval',
    'policies:\n  - requireApproval: { tools: [{ tool: echo, where: { text: "deploy*" } }] }\n',
  ],
])('%s', (_name, yaml) => {
  test('a call waits: a yes runs it, a no does not, and others are not asked about', async () => {
    const at = await placeWith(yaml);
    expect(await at.call('hello')).not.toMatchObject({ isError: true });
    const waits = at.call('deploy');
    const [asked] = await at.waiting(1);
    expect(at.ran()).toEqual(['echo']);
    await at.answer(asked, 'grant');
    expect(await waits).not.toMatchObject({ isError: true });
    expect(at.ran()).toEqual(['echo', 'echo']);
    const second = at.call('deploy again');
    const [other] = await at.waiting(1);
    await at.answer(other, 'refuse');
    expect(await second).toMatchObject({ isError: true });
    expect(at.ran()).toEqual(['echo', 'echo']);
  });

  test('without a running Tripwire the call does not run, and others do', async () => {
    const home = temporaryFolder('home');
    mkdirSync(join(home, '.tripwire'), { mode: 0o700 });
    writeFileSync(join(home, '.tripwire', 'tripwire.yaml'), yaml);
    const { call, ran } = await connected(home);
    const denied = await call('deploy');
    expect(denied).toMatchObject({ isError: true });
    expect(JSON.stringify(denied)).toContain('no Tripwire is running');
    expect(await call('hello')).not.toMatchObject({ isError: true });
    expect(ran()).toEqual(['echo']);
  });
});
