/**
 * What stands on an agent's page besides its score: how far a stop has come, how full its subscription is, that it is stuck.
 */
import { afterAll, beforeAll, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard(false);
}, 300_000);
afterAll(() => dashboard.close());

const signal = (agent: string, more: object) =>
  dashboard.server.gate.signal({
    agent,
    source: 'detector',
    change: 'note',
    details: 'the client told it',
    ...more,
  });

verifies('X18', 'the page says that nobody saw a stopped agent end, and since when', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'left-alone', { steps: 1 });
  await page.goto(`${dashboard.server.adminUrl}/agents/left-alone`);
  await page.getByRole('heading', { name: 'left-alone' }).waitFor();
  expect(await page.getByText('May be alive').count()).toBe(0);
  const act = { agent: 'left-alone', by: 'bob', why: 'enough' } as const;
  await dashboard.server.gate.operate({ ...act, action: 'deactivate' });
  await page.getByText('May be alive').first().waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await dashboard.server.gate.operate({ ...act, action: 'activate' });
  await page.getByText('May be alive').first().waitFor({ state: 'detached' });
  await context.close();
});

verifies(
  'X17',
  'the page shows the windows of a subscription, and nothing without one',
  async () => {
    const { page, context } = await dashboard.open();
    await dashboard.agent('healthy', 'subscribed', { steps: 1 });
    await page.goto(`${dashboard.server.adminUrl}/agents/subscribed`);
    await page.getByRole('heading', { name: 'Budgets' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Subscription' }).count()).toBe(0);
    const resetAt = Date.now() + 3_600_000;
    const windows = [
      { name: 'five_hour', resetAt, used: 8_700 },
      { name: 'seven_day', resetAt, used: 1_200 },
    ];
    await signal('subscribed', { plan: { binds: 'five_hour', windows } });
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Subscription' }) });
    await card.getByText('Five hours').waitFor();
    await card.getByText('Seven days').waitFor();
    expect(await card.textContent()).toContain('87');
    expect(await seriousProblems(page)).toEqual([]);
    await context.close();
  },
);

verifies('X20', 'the page names how an agent is stuck, and no longer when it is over', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'waiting', { steps: 1 });
  await page.goto(`${dashboard.server.adminUrl}/agents/waiting`);
  await page.getByRole('heading', { name: 'Budgets' }).waitFor();
  // Signs that stand until the opposite is seen, so that nothing takes them away meanwhile.
  const codes = ['CRASH_LOOP', 'CLIENT_WAITING'] as const;
  for (const code of codes) {
    expect(await page.getByText(code, { exact: true }).count()).toBe(0);
    await signal('waiting', { stuck: { code, state: 'begun' } });
    await page.getByText(code, { exact: true }).waitFor();
  }
  expect(await seriousProblems(page)).toEqual([]);
  for (const code of codes) {
    await signal('waiting', { stuck: { code, state: 'over' } });
    await page.getByText(code, { exact: true }).waitFor({ state: 'detached' });
  }
  await context.close();
});
