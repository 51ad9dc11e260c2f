/**
 * Subscriptions with the clients themselves: the provider's answers have the headers of a plan. No real subscription is used: the
 * headers are scripted, as public recordings show them.
 */
import { mkdirSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { wholeServer } from '../kit/whole-server.ts';
import { claudeCode } from './claude-code.ts';
import { runClient } from './client-run.ts';
import { codex } from './codex.ts';
import type { TriedClient } from './tried-client.ts';

vi.setConfig({ testTimeout: 400_000 });

const STEPS = 4;
const inAnHour = () => String(Math.floor(Date.now() / 1_000) + 3_600);

/** The headers of an answer; the first share is that of the window that counts. */
const headersOf = {
  'claude-code': (counting: number, other: number) => ({
    'anthropic-ratelimit-unified-status': 'allowed',
    'anthropic-ratelimit-unified-5h-utilization': String(counting),
    'anthropic-ratelimit-unified-5h-reset': inAnHour(),
    'anthropic-ratelimit-unified-7d-utilization': String(other),
    'anthropic-ratelimit-unified-7d-reset': inAnHour(),
    'anthropic-ratelimit-unified-representative-claim': 'five_hour',
  }),
  codex: (counting: number, other: number) => ({
    'x-codex-primary-used-percent': String(counting * 100),
    'x-codex-primary-window-minutes': '300',
    'x-codex-primary-reset-at': inAnHour(),
    // It names no window that counts, so the fuller one does.
    'x-codex-secondary-used-percent': String(Math.min(counting, other) * 100),
    'x-codex-secondary-window-minutes': '10080',
    'x-codex-secondary-reset-at': inAnHour(),
  }),
};

/** Four steps and an end; the share of the window that counts is that of the step. */
function working(client: TriedClient, shares: readonly number[]): FakeScript {
  const headers = headersOf[client.client === 'codex' ? 'codex' : 'claude-code'];
  return ({ toolResults: { length } }) => {
    const head = { headers: headers(shares[length] ?? shares.at(-1) ?? 0, 0.99) };
    if (length >= STEPS) return { text: 'All four steps are done.', ...head };
    return { toolCalls: [client.shell(`echo step ${length}`)], ...head };
  };
}

async function run(client: TriedClient, shares: readonly number[]) {
  const at = await wholeServer({ script: working(client, shares), yaml: 'plan: { reserve: 5 }\n' });
  const [home, project] = [temporaryFolder('home'), temporaryFolder('project')];
  mkdirSync(project, { recursive: true });
  const place = { home, project, url: `${at.server.url}/agents/sam/${client.provider}` };
  const ended = await runClient(client, place, 'Take the four steps.');
  const view = await at.api<{
    plan: { windows: readonly { name: string; used_percent: number; counts: boolean }[] } | null;
    holds: readonly { hold: string }[];
  }>('/api/agents/sam');
  return { ended, view };
}

const clients = [claudeCode, codex].map((client) => ({ client, title: client.title }));

describe.each(clients)('$title', ({ client }) => {
  test('works on while the window that counts has room, and its figures are shown', async () => {
    const { ended, view } = await run(client, [0.3, 0.35, 0.4, 0.45, 0.5]);
    expect(ended, ended.stderr).toMatchObject({ exitCode: 0 });
    expect(ended.stdout).toContain('All four steps are done.');
    expect(view.plan?.windows.find(({ counts }) => counts)).toMatchObject({ used_percent: 50 });
    expect(view.holds).toEqual([]);
  });

  test('is parked when it is nearly used up, and asks no more', async () => {
    const { ended, view } = await run(client, [0.5, 0.8, 0.97]);
    console.log(
      `${client.title}: exit code ${ended.exitCode}: ${(ended.stdout + ended.stderr).trim().slice(-300)}`,
    );
    expect(ended.exitCode).not.toBe(0);
    expect(ended.stdout).not.toContain('All four steps are done.');
    expect(view.holds).toMatchObject([{ hold: 'parked' }]);
  });
});
