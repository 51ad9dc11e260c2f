/** The chapel of hesitation on a running server: high-impact steps, and on whose word they ran, in the measured window. */
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Approval } from '../../src/control/api/client.ts';
import { commandPayload, MIGRATE_RULE } from '../hooks/approvals-place.ts';
import { isRefusal } from '../hooks/hook-server.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 240_000 });

interface Measured {
  readonly windows: readonly {
    readonly window: {
      readonly governance: {
        readonly stance: readonly string[];
        readonly high_impact: readonly number[];
        readonly rest_mask: readonly string[];
      };
    };
  }[];
}

/** Longer than a step, so that what happens after it is measured apart. */
const STEP_MS = 3_500;

verifies(['A6', 'A13'], 'what was granted and what was refused is told apart, live', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  home.configure(`audit: on\n${MIGRATE_RULE}`);
  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  const folder = temporaryFolder('project');
  const run = async (command: string) => {
    const answer = await fetch(`${server.url}/agents/ada/hooks/claude-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(commandPayload('claude-code', folder, command)),
    });
    return isRefusal(await answer.text());
  };
  const answered = async (command: string, how: 'grant' | 'refuse') => {
    const waits = run(command);
    const asked = async () =>
      (await server.api<readonly Approval[]>('/api/approvals')).find(({ why }) =>
        why.includes(command),
      );
    await expect.poll(asked, { timeout: 60_000 }).toBeDefined();
    await server.api(`/api/approvals/${(await asked())?.id ?? ''}/${how}`, {});
    return waits;
  };
  // On a slow machine the first try gives up before the answer comes; then the next one uses it.
  if (await answered('npm run migrate one', 'grant')) {
    expect(await run('npm run migrate one')).toBe(false);
  }
  // Another step: in one, a refusal outweighs a consent.
  await setTimeout(STEP_MS);
  expect(await answered('npm run migrate two', 'refuse')).toBe(true);
  const steps = async () => {
    const { windows } = await server.api<Measured>('/api/agents/ada/windows?limit=4');
    const all = windows.map(({ window }) => window.governance);
    return {
      stance: all.flatMap(({ stance }) => stance),
      high: all.flatMap(({ high_impact: high }) => high),
    };
  };
  const isMeasured = async () => {
    const { stance } = await steps();
    return stance.includes('CONSENT') && stance.includes('DISSENT');
  };
  await expect.poll(isMeasured, { timeout: 150_000, interval: 1_000 }).toBe(true);
  const { stance, high } = await steps();
  expect(high).toContain(1);
  expect(stance.every((one, at) => high[at] === 0 || one !== 'LISTEN')).toBe(true);
});
