/** What Claude Code tells its status line of a subscription, in a session whose model calls don't pass Tripwire. */
import { dirname } from 'node:path';
import { expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { wholeServer } from '../kit/whole-server.ts';

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
  expect(events.filter(({ reason }) => reason.includes('status line'))).toHaveLength(1);
  await runTripwire(['status-line'], input(96, 12), env);
  const parked = await at.api<Agent>('/api/agents/sam');
  expect(parked.holds.map(({ hold }) => hold)).toEqual(['parked']);
});

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
