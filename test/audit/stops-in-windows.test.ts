/** A window in which an agent was stopped says so, in the window and in what the command shows of it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AuditedLife } from './audited-life.ts';
import { keptWindows, verifyAudit } from './verify-data.ts';

vi.setConfig({ testTimeout: 120_000 });

const root = temporaryFolder();
afterAll(() => rmSync(root, { recursive: true, force: true }));

verifies('A1', 'the window of a kill says that a stop happened, and others do not', async () => {
  const data = join(root, 'stopped');
  const life = new AuditedLife(data, Date.UTC(2026, 0, 5, 12));
  await life.start();
  await life.work('one', 20, 4_000);
  const kill = { agent: 'one', source: 'detector', hold: 'kill_switch', change: 'raise' } as const;
  await life.gate.signal({ ...kill, details: 'it looped' });
  await life.pass(60_000);
  await life.gate.operate({ agent: 'one', action: 'activate', by: 'ann' });
  await life.work('one', 10, 4_000);
  await life.gate.operate({ agent: 'one', action: 'deactivate', by: 'ann' });
  await life.pass(120_000);
  await life.end();

  const stops = keptWindows(data).flatMap(({ window, stops: own = [] }) =>
    own.map(({ hold, step }) => ({ hold, at: window.t_start_ms + step * window.step_ms })),
  );
  expect(stops.map(({ hold }) => hold)).toEqual(['kill_switch', 'manual']);
  const { code, stderr } = await verifyAudit('--data', data);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const index = keptWindows(data).findIndex(({ stops: own }) => own?.[0]?.hold === 'kill_switch');
  const shown = await runTripwire(['audit', 'window', 'one', String(index), '--data', data]);
  expect(shown.stdout).toMatch(/STOPPED in step \d+ \(kill_switch\)/);
  const before = await runTripwire(['audit', 'window', 'one', '0', '--data', data]);
  expect(before.stdout).not.toContain('STOPPED');
});
