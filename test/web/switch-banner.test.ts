/** A kill switch that is off: said on every page, and armed for all agents by one button. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard(false);
}, 300_000);
afterAll(() => dashboard.close());

test('OFF is on every page, in both themes and small, until somebody arms it', async () => {
  await dashboard.agent('healthy', 'early', { steps: 1 });
  for (const look of [{ theme: 'light' }, { theme: 'dark', width: 390 }] as const) {
    const { page, context } = await dashboard.open(look);
    for (const path of ['/', '/agents', '/agents/early', '/incidents', '/settings', '/audit']) {
      await page.goto(`${dashboard.server.adminUrl}${path}`);
      await page.getByText('The kill switch is OFF').waitFor();
    }
    const words = await page.getByRole('alert').getByRole('paragraph').boundingBox();
    expect(words?.width, 'the words are not squeezed by the buttons').toBeGreaterThan(200);
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
  }
  const { page, context } = await dashboard.open();
  await page.getByRole('button', { name: 'Arm for all agents' }).click();
  await page.getByText('The kill switch is on for all agents', { exact: true }).waitFor();
  await page.getByText('The kill switch is OFF').waitFor({ state: 'detached' });
  const { gate } = dashboard.server;
  expect((await gate.agent('early')).kill_switch).toMatchObject({ enabled: true, shadow: false });
  expect((await dashboard.agent('looping', 'late')).reason).toBe('refused');
  await context.close();
}, 120_000);
