/**
 * The cards of an agent's page besides the kill switch, and who is told of what: a person at a real browser.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { signedReceiver } from './signed-receiver.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard(false);
}, 300_000);
afterAll(() => dashboard.close());

test('limits are tightened with a reason; looser ones are refused in words and change nothing', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'limited', { steps: 1 });
  await page.goto(`${dashboard.server.adminUrl}/agents/limited`);
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Limits' }) });
  const tokens = card.getByLabel('Tokens a minute');
  await card.getByText('Constitution', { exact: true }).waitFor();
  const allowed = Number(await tokens.getAttribute('placeholder'));
  await tokens.fill(String(allowed + 1));
  await card.getByRole('button', { name: 'Save limits' }).click();
  const refusal = card.getByRole('alert').filter({ hasText: 'may only be tighter' });
  await refusal.waitFor();
  expect(await refusal.textContent()).toContain(`${allowed.toLocaleString('en')} tokens`);
  expect(await seriousProblems(page)).toEqual([]);
  const envelope = () => dashboard.server.gate.envelope('limited');
  expect((await envelope()).maxTokensPerMinute).toBeNull();

  await card.getByLabel('Limits only report').click();
  await tokens.fill(String(allowed - 1));
  await card.getByLabel('Reason (recorded, may stay empty)').fill('it is on trial');
  await card.getByRole('button', { name: 'Save limits' }).click();
  await card.getByText('Tightened').waitFor();
  expect(await envelope()).toMatchObject({ maxTokensPerMinute: allowed - 1, shadow: ['limits'] });
  await page.goto(`${dashboard.server.adminUrl}/events?agent=limited`);
  await page.getByText('Settings changed by admin: it is on trial').first().waitFor();

  await page.goto(`${dashboard.server.adminUrl}/agents/limited`);
  await tokens.fill('');
  await card.getByRole('button', { name: 'Save limits' }).click();
  await card.getByText('Constitution', { exact: true }).waitFor();
  expect((await envelope()).maxTokensPerMinute).toBeNull();
  await context.close();
});

test('budgets are set, let report and taken away, each as the act of a person', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'budgeted', { steps: 1 });
  await page.goto(`${dashboard.server.adminUrl}/agents/budgeted`);
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Budgets' }) });
  const envelope = () => dashboard.server.gate.envelope('budgeted');
  const save = card.getByRole('button', { name: 'Save budgets' });
  await card.getByLabel('Dollars a day').fill('2.5');
  await card.getByLabel('Calls a session').fill('0');
  await save.click();
  await card.getByRole('alert').filter({ hasText: 'whole number from 1' }).waitFor();
  expect(await envelope()).not.toHaveProperty('budgets');
  expect(await seriousProblems(page)).toEqual([]);

  await card.getByLabel('Calls a session').fill('100');
  await card.getByLabel('Dollars a week').fill('9');
  await card.getByLabel('Calls in the last hours').fill('50');
  await card.getByLabel('Hours that “last hours” means').fill('5');
  await card.getByLabel('Reason (recorded, may stay empty)').fill('a pilot');
  await save.click();
  await card.getByText('of $2.50').waitFor();
  await card.getByText('this week, until Monday, midnight UTC').waitFor();
  await card.getByText('in the last 5 hours').waitFor();
  const longer = {
    microUsdPerWeek: 9_000_000,
    callsRolling: 50,
    rollingHours: 5,
    callsPerSession: 100,
  };
  expect((await envelope()).budgets).toEqual({ microUsdPerDay: 2_500_000, ...longer });
  // What it did today is counted, although the budget is new.
  const view = await dashboard.server.gate.agent('budgeted');
  expect(view.budgets.find(({ level }) => level === 'agent')).toMatchObject({ unit: 'usd' });

  await card.getByLabel('Budgets only report').click();
  await save.click();
  await card.getByText('Shadow: reports only').waitFor();
  expect((await envelope()).shadow).toEqual(['budgets']);
  await card.getByLabel('Dollars a day').fill('');
  await save.click();
  await card.getByText('of $2.50').waitFor({ state: 'detached' });
  expect((await envelope()).budgets).toEqual(longer);
  await page.goto(`${dashboard.server.adminUrl}/events?agent=budgeted`);
  await page.getByText('Settings changed by admin: a pilot').first().waitFor();
  await context.close();
});

test('what would have been stopped is listed, and one click makes the switch act', async () => {
  const { page, context } = await dashboard.open();
  const end = new AbortController();
  const looping = dashboard.agent('looping', 'shadowed', { signal: end.signal });
  await page.goto(`${dashboard.server.adminUrl}/agents/shadowed`);
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'What would have been stopped' }) });
  await card.getByText('switched off').waitFor();
  const row = card.getByRole('row').filter({ hasText: /got the same (?:result|error) each time/ });
  await row.first().waitFor();
  end.abort();
  await looping;
  await card.getByRole('columnheader', { name: 'Rule' }).waitFor();
  expect(await row.first().getByRole('cell').count()).toBe(3);
  expect(await seriousProblems(page)).toEqual([]);
  await card.getByRole('button', { name: 'Switch it on' }).click();
  await page.getByRole('dialog', { name: 'Nobody would be told' }).waitFor();
  expect((await dashboard.server.gate.agent('shadowed')).kill_switch.enabled).toBe(false);
  await page.getByRole('button', { name: 'Enable anyway' }).click();
  await card.getByText('before it acted').waitFor();
  expect(await card.getByRole('button', { name: 'Switch it on' }).count()).toBe(0);
  expect((await dashboard.server.gate.agent('shadowed')).kill_switch).toMatchObject({
    enabled: true,
    shadow: false,
  });
  await context.close();
});

test('taking a switch out of the shadow asks too where nobody would be told', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'on-trial', { steps: 1 });
  const envelope = { killSwitch: { enabled: true, shadow: true } };
  const act = { agent: 'on-trial', action: 'configure', by: 'test', why: 'a trial' } as const;
  await dashboard.server.gate.operate({ ...act, envelope });
  await page.goto(`${dashboard.server.adminUrl}/agents/on-trial`);
  await page.getByText('Shadow: reports only').waitFor();
  await page.getByRole('switch', { name: 'Shadow' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'Nobody would be told' }).waitFor();
  expect((await dashboard.server.gate.agent('on-trial')).kill_switch.shadow).toBe(true);
  await page.getByRole('button', { name: 'Enable anyway' }).click();
  await page.getByText('Armed').waitFor();
  await context.close();
});

test('an agent that worked well has nothing listed, and the card says so', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'calm', { steps: 3 });
  await page.goto(`${dashboard.server.adminUrl}/agents/calm`);
  await page.getByText('The kill switch would have stopped nothing in the last 7 days').waitFor();
  await context.close();
});

test('a rule is told on the channels that are chosen for it, and on no other', async () => {
  const [desk, pager] = [await signedReceiver(), await signedReceiver()];
  const { page, context } = await dashboard.open();
  await page.goto(`${dashboard.server.adminUrl}/alerts`);
  const part = (name: RegExp) =>
    page.getByRole('group', { name: 'Part' }).getByRole('button', { name }).click();
  await part(/^Channels/);
  for (const [name, { url }] of [
    ['Desk', desk],
    ['Pager', pager],
  ] as const) {
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Address').fill(url);
    await page.getByRole('switch', { name: 'Allow a private network' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
  }
  await part(/^Rules/);
  await page.getByRole('button', { name: 'Change the channels of Stop all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who is told about Stop all?' });
  await dialog.getByRole('switch', { name: 'All channels' }).click();
  await dialog.getByRole('switch', { name: 'Desk' }).click();
  expect(await seriousProblems(page)).toEqual([]);
  await dialog.getByRole('switch', { name: 'Pager' }).click();
  await dialog.getByText('Nobody would be told').waitFor();
  await dialog.getByRole('switch', { name: 'Pager' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('told on Pager').waitFor();
  await dashboard.server.gate.stopAll('test', 'a drill');
  await expect.poll(() => pager.count(), { timeout: 30_000 }).toBe(1);
  await dashboard.server.gate.resumeAll('test', 'over');
  await expect.poll(() => pager.count(), { timeout: 30_000 }).toBe(2);
  expect(desk.count()).toBe(0);
  await context.close();
  await desk.close();
  await pager.close();
});
