/** A window in which an agent was stopped says so, in the window and in what the command shows of it. */
import { expect, onTestFinished, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { AuditWindow } from '../../src/audit/index.ts';
import { httpAgent } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { askAs, newHome, startTripwire } from '../kit/running-tripwire.ts';
import { keptWindows, verifyAudit } from './verify-data.ts';

vi.setConfig({ testTimeout: 300_000 });

interface Shown {
  readonly windows: readonly { readonly window: Pick<AuditWindow, 'stops'> }[];
}

verifies('A1', 'the window of a kill says that a stop happened, and others do not', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  home.configure('audit: on\nkill_switch: { enabled: true }\n');
  const server = await startTripwire(home);
  const baseUrl = `${server.url}/agents/one/openai/v1`;
  const looping = { format: 'openai-chat', kind: 'looping', stepDelayMs: 0 } as const;
  expect(await httpAgent({ baseUrl, ...looping })).toMatchObject({
    reason: 'refused',
    status: 400,
  });
  await askAs(server.url, 'two');
  const stops = async (agent: string) => {
    const { windows } = await server.api<Shown>(`/api/agents/${agent}/windows`);
    return windows.map(({ window }) => (window.stops ?? []).map(({ hold }) => hold));
  };
  // A window is measured when its 48 seconds are over.
  await expect
    .poll(() => stops('one'), { timeout: 200_000, interval: 500 })
    .toContainEqual(['kill_switch']);
  await expect.poll(() => stops('two'), { timeout: 200_000, interval: 500 }).toContainEqual([]);
  expect((await stops('two')).flat()).toEqual([]);
  expect(await server.end()).toBe(0);

  // What came after the end of a window waits for the next one: then the end is not proven, and nothing is broken.
  const { code, stderr, lines } = await verifyAudit('--data', home.data);
  const isOpen = lines.some(({ unproven = '' }) => unproven.includes('newer than the log'));
  const broken = lines.flatMap(({ problem, problems = [] }) => problem ?? problems);
  expect({ code, stderr, broken }).toEqual({ code: isOpen ? 3 : 0, stderr: '', broken: [] });
  const index = keptWindows(home.data).findIndex(
    ({ stops: own }) => own?.[0]?.hold === 'kill_switch',
  );
  const shown = await runTripwire(['audit', 'window', 'one', String(index), '--data', home.data]);
  expect(shown.stdout).toMatch(/STOPPED in step \d+ \(kill_switch\)/);
  const other = await runTripwire(['audit', 'window', 'two', '0', '--data', home.data]);
  expect(other.stdout).not.toContain('STOPPED');
});
