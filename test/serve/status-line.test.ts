/** What Claude Code tells its status line of a subscription, in a session whose model calls don't pass Tripwire. */
import { dirname } from 'node:path';
import { expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const HOUR_S = 3_600;
const NOW_S = Math.floor(Date.now() / 1_000);

/** As the client's documents show it. */
const input = (five: number, week: number) =>
  JSON.stringify({
    session_id: 'session-1',
    model: { id: 'claude-sonnet-5', display_name: 'Sonnet' },
    workspace: { current_dir: '/w' },
    cost: { total_cost_usd: 0.1 },
    rate_limits: {
      five_hour: { used_percentage: five, resets_at: NOW_S + HOUR_S },
      seven_day: { used_percentage: week, resets_at: NOW_S + 9 * HOUR_S },
    },
  });

interface Agent {
  readonly plan: { readonly windows: readonly { name: string; used_percent?: number }[] } | null;
  readonly holds: readonly { readonly hold: string }[];
}

verifies('X17', 'the figures are shown, and park the agent where that is configured', async () => {
  const at = await wholeServer({ yaml: 'plan: { wind_down: 95 }\n' });
  const env = { HOME: dirname(at.data), TRIPWIRE_URL: at.server.url, TRIPWIRE_AGENT: 'sam' };
  const healthy = await runTripwire(['status-line'], input(41.5, 12), env);
  expect(healthy, healthy.stderr).toMatchObject({
    code: 0,
    stdout: 'tripwire · 5h 42% · 7d 12%\n',
  });
  const shown = await at.api<Agent>('/api/agents/sam');
  expect(shown.plan?.windows.map(({ name }) => name)).toEqual(['five_hour', 'seven_day']);
  expect(shown.holds).toEqual([]);
  await runTripwire(['status-line'], input(41.5, 12), env);
  const events = await at.api<readonly { reason: string }[]>('/api/agents/sam/events');
  expect(events.filter(({ reason }) => reason.includes('the client told how full'))).toHaveLength(
    1,
  );
  await runTripwire(['status-line'], input(96, 12), env);
  const parked = await at.api<Agent>('/api/agents/sam');
  expect(parked.holds.map(({ hold }) => hold)).toEqual(['parked']);
});

/** What a hook's process of an agent tells, with whatever figures the agent likes. */
async function tell(at: WholeServer, used: number, resetAt: number): Promise<void> {
  const windows = [{ name: 'five_hour', used, resetAt }];
  const answer = await fetch(`${at.server.url}/agents/sam/hooks/journal`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ask: 'plan', session: 'any', windows }),
  });
  expect(await answer.json()).toEqual({ ok: true });
}

/** A model call, whose answer says how full the window is. */
async function ask({ server }: WholeServer, headers = {}): Promise<number> {
  const answer = await fetch(`${server.url}/agents/sam/anthropic/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k', ...headers },
    body: JSON.stringify({
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: `${Math.random()}` }],
    }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const answering =
  (used: () => number): FakeScript =>
  () => ({
    text: 'ok',
    headers: {
      'anthropic-ratelimit-unified-5h-utilization': String(used()),
      'anthropic-ratelimit-unified-5h-reset': String(NOW_S + HOUR_S),
    },
  });

const heldBy = async (at: WholeServer) =>
  (await at.api<Agent>('/api/agents/sam')).holds.map(({ hold }) => hold);

verifies(
  'X17',
  'an agent that tells figures of its own has no more of a plan by that',
  async () => {
    let used = 0.5;
    const at = await wholeServer({
      script: answering(() => used),
      yaml: 'plan: { reserve: 10 }\n',
    });
    const far = Date.now() + 31 * 24 * HOUR_S * 1_000;
    // It parks itself, and a person resumes it: that spares it from its own figures alone.
    await tell(at, 9_900, far);
    expect(await heldBy(at)).toEqual(['parked']);
    await at.api('/api/agents/sam/resume', { by: 'bob' });
    await tell(at, 9_900, far);
    expect(await heldBy(at)).toEqual([]);
    expect(await ask(at)).toBe(200);
    // From now on answers say it, and the agent's word is left out.
    await vi.waitFor(async () => expect(await usedPercent(at)).toBe(50));
    await tell(at, 9_900, Date.now() + 2_000);
    await tell(at, 0, far);
    expect(await usedPercent(at)).toBe(50);
    used = 0.95;
    expect(await ask(at)).toBe(200);
    await vi.waitFor(async () => expect(await heldBy(at)).toEqual(['parked']));
    await tell(at, 0, far);
    expect(await ask(at)).toBe(402);
  },
);

verifies('X17', 'a reset beyond all windows parks nobody', async () => {
  const at = await wholeServer({ yaml: 'plan: { reserve: 10 }\n' });
  await tell(at, 9_900, Date.now() + 100 * 365 * 24 * HOUR_S * 1_000);
  expect(await usedPercent(at)).toBe(99);
  expect(await heldBy(at)).toEqual([]);
});

async function usedPercent(at: WholeServer): Promise<number | undefined> {
  const { plan } = await at.api<Agent>('/api/agents/sam');
  return plan?.windows[0]?.used_percent;
}

verifies('X17', 'a line is drawn whatever comes, also by a command of your own', async () => {
  const none = { TRIPWIRE_AGENT: 'sam' };
  for (const text of ['', 'no json', '{"rate_limits":{"five_hour":{"used_percentage":"x"}}}']) {
    const drawn = await runTripwire(['status-line'], text, none);
    expect(drawn, drawn.stderr).toMatchObject({ code: 0, stdout: 'tripwire\n' });
  }
  const absent = await runTripwire(['status-line'], input(10, 20), none);
  expect(absent).toMatchObject({ code: 0, stdout: 'tripwire · 5h 10% · 7d 20% · no server\n' });
  const own = await runTripwire(['status-line', '--', 'cat'], input(10, 20), none);
  expect(own).toMatchObject({ code: 0 });
  expect(own.stdout).toContain('"used_percentage":10');
  expect((await runTripwire(['status-line', '--loud'], '', none)).code).toBe(2);
});

verifies(
  'X17',
  'it shows that a call waits and until when, and why a session is stopped',
  async () => {
    const script: FakeScript = () => ({ text: 'ok', usage: { input: 900, output: 100 } });
    const yaml = 'agents: { sam: { max_tokens_per_minute: 1000 } }\n';
    const at = await wholeServer({ script, yaml });
    const env = { HOME: dirname(at.data), TRIPWIRE_URL: at.server.url, TRIPWIRE_AGENT: 'sam' };
    const line = async () => {
      const drawn = await runTripwire(['status-line'], input(41, 12), env);
      expect(drawn, drawn.stderr).toMatchObject({ code: 0, stderr: '' });
      return drawn.stdout;
    };
    const session = { 'x-claude-code-session-id': 'session-1' };
    expect(await ask(at, session)).toBe(200);
    expect(await line()).toBe('tripwire · 5h 41% · 7d 12%\n');
    const waiting = ask(at, session);
    await vi.waitFor(
      async () =>
        expect(await line()).toMatch(
          /^tripwire · 5h 41% · 7d 12% · waiting until \d\d:\d\d:\d\d: Used 1,000 tokens in the last 60 s and needs \d+ more; its own limit is 1,000 a minute\n$/,
        ),
      { timeout: 20_000 },
    );
    await at.api('/api/agents/sam/deactivate', { by: 'bob', why: 'wrong branch' });
    expect(await waiting).toBe(402);
    expect(await line()).toBe(
      'tripwire · 5h 41% · 7d 12% · STOPPED: Stopped by bob: wrong branch\n',
    );
  },
);
