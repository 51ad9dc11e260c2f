/** Settings that a person changes on the page: in force at once, kept in their file, and recorded. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

const WAIT = { timeout: 30_000 };
let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard(false);
}, 300_000);
afterAll(() => dashboard.close());

test('the switch for all, a budget in dollars and the retention are changed here', async () => {
  const { server } = dashboard;
  await dashboard.agent('healthy', 'spender', { steps: 1, model: 'gpt-5' });
  for (const look of [
    { theme: 'dark', width: 390 },
    { theme: 'light', width: 1440 },
  ] as const) {
    const { page, context } = await dashboard.open(look);
    await page.goto(`${server.adminUrl}/settings`);
    await page.getByRole('heading', { name: 'Budget for each agent' }).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(wider).toBeLessThanOrEqual(0);
    await context.close();
  }
  const { page, context } = await dashboard.open();
  await page.goto(`${server.adminUrl}/settings`);
  await page.getByRole('button', { name: 'Stop loops in all agents' }).click();
  await page.getByText('A loop is stopped, in every agent.').waitFor();
  expect((await server.gate.agent('spender')).kill_switch.enabled).toBe(true);

  const budget = page.getByLabel('Dollars a day');
  await budget.fill('0.001');
  await page.getByRole('button', { name: 'Save the budget' }).click();
  await page.getByRole('alert').filter({ hasText: 'must be dollars from 0.01' }).waitFor();
  await budget.fill('0.01');
  await page.getByRole('button', { name: 'Save the budget' }).click();
  await page.getByText('Settings changed', { exact: true }).waitFor();
  await expect
    .poll(async () => (await server.gate.agent('spender')).budgets, WAIT)
    .toMatchObject([{ level: 'agent', unit: 'usd', limit: 0.01 }]);
  await dashboard.agent('healthy', 'newcomer', { steps: 1, model: 'gpt-5' });
  expect((await server.gate.agent('newcomer')).budgets).toMatchObject([{ limit: 0.01 }]);

  await page.getByLabel('Days of journal').fill('45');
  await page.getByLabel('Days of text').fill('3');
  await page.getByRole('button', { name: 'Save the retention' }).click();
  await expect.poll(() => server.config().retention.days, WAIT).toBe(45);
  expect(server.config().evidenceDays).toBe(3);
  const file = readFileSync(server.config().file ?? '', 'utf8');
  for (const line of ['enabled: true', 'usd_per_day: 0.01', 'days: 45', 'evidence_days: 3']) {
    expect(file).toContain(line);
  }

  await page.getByRole('button', { name: 'Only report loops' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn the kill switch off for all agents?' });
  expect((await server.gate.agent('spender')).kill_switch.shadow).toBe(false);
  await dialog.getByLabel(/^Reason/).fill('the trial begins');
  await dialog.getByRole('button', { name: 'Turn it off' }).click();
  await expect
    .poll(async () => (await server.gate.agent('spender')).kill_switch.shadow, WAIT)
    .toBe(true);

  await budget.fill('');
  await page.getByRole('button', { name: 'Save the budget' }).click();
  await expect.poll(async () => (await server.gate.agent('spender')).budgets, WAIT).toEqual([]);
  await page.goto(`${server.adminUrl}/events`);
  await page.getByText('admin changed settings: budget_usd_per_day = 0.01').first().waitFor();
  await page.getByText('retention_days = 45').first().waitFor();
  await page.getByText('the trial begins').first().waitFor();
  await context.close();
}, 120_000);
