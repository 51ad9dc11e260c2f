/** How an agent stands, in the four words of the pages: nothing that is held back looks idle, and nothing shows an old score. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 300_000);
afterAll(() => dashboard.close());

test('an agent that a veto holds back is waiting until a time, not idle, and continues without a person', async () => {
  const gone = new AbortController();
  const { gate } = dashboard.server;
  await dashboard.agent('healthy', 'held-back', { steps: 1 });
  await gate.operate({
    agent: 'held-back',
    action: 'configure',
    by: 'test',
    why: 'loops are reported, not stopped',
    envelope: { killSwitch: { enabled: false } },
  });
  const run = dashboard.agent('looping', 'held-back', { steps: 14, signal: gone.signal });
  await expect
    .poll(async () => (await gate.agent('held-back')).waiting, { timeout: 30_000 })
    .not.toBeNull();
  const { waiting } = await gate.agent('held-back');
  expect(waiting?.veto).toBe('LOOP_DETECTED');
  expect(waiting?.until).toBeGreaterThan(Date.now());
  expect(waiting?.until).toBeLessThan(Date.now() + 120_000);

  const { page, context } = await dashboard.open({ width: 1440 });
  const row = page.getByRole('row').filter({ hasText: 'held-back' });
  await row.getByText(/^Waiting until \d/).waitFor();
  await page.getByText('1 agent is held back for a while and will continue without you.').waitFor();
  await page.getByText(/^1 agent: 0 working, 1 waiting, 0 stopped/).waitFor();
  await page.goto(`${dashboard.server.adminUrl}/agents/held-back`);
  await page
    .getByRole('status')
    .filter({ hasText: 'The last 5 outputs are nearly the same' })
    .waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await context.close();
  gone.abort();
  await run.catch(() => undefined);
}, 120_000);

test('after a resume the score starts at 0, and a stop has one count of tokens', async () => {
  await dashboard.agent('looping', 'scored', { model: 'gpt-5' });
  const { page, context } = await dashboard.open();
  await page.goto(`${dashboard.server.adminUrl}/agents/scored`);
  const score = page.getByText(/^now \d+\.\d\d, stops above 10\.00$/);
  await score.waitFor();
  expect(await score.innerText()).toBe('now 10.40, stops above 10.00');
  await page.getByText('stopped here').waitFor();
  expect(await page.getByText('Literal score').count(), 'it decides nothing').toBe(0);

  await page.getByRole('link', { name: 'See what led to it' }).click();
  const cost = page.getByText(/^[\d,]+ tokens in \d+ requests?$/);
  await cost.waitFor();
  const shown = /^([\d,]+) tokens/.exec(await cost.innerText())?.[1];
  const said = new Set(
    [...(await page.locator('main').innerText()).matchAll(/([\d,]+) tokens/g)].map(([, n]) => n),
  );
  expect([...said]).toEqual([shown]);

  await page.getByRole('button', { name: 'Resume scored' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Resume' });
  expect(await confirm.isDisabled(), 'resuming is a deliberate act').toBe(true);
  await page.getByLabel('I have seen why it was stopped').check();
  await confirm.click();
  await page.getByText('resumed', { exact: true }).waitFor();
  await page.goto(`${dashboard.server.adminUrl}/agents/scored`);
  await page.getByText('now 0.00, stops above 10.00').waitFor();
  await context.close();
}, 120_000);

test('who is stopped by a person, a budget or the loop detector is told apart', async () => {
  const { gate } = dashboard.server;
  for (const name of ['by-hand', 'by-budget']) {
    await dashboard.agent('healthy', name, { steps: 2, model: 'gpt-5' });
  }
  await dashboard.agent('looping', 'by-detector');
  await gate.operate({ agent: 'by-hand', action: 'deactivate', by: 'kai', why: 'it looks odd' });
  await gate.operate({
    agent: 'by-budget',
    action: 'configure',
    by: 'kai',
    why: 'enough for today',
    envelope: { budgets: { callsPerDay: 1 } },
  });
  const { page, context } = await dashboard.open({ width: 1440 });
  await page.goto(`${dashboard.server.adminUrl}/agents`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('by-hand').getByText('Stopped by kai').waitFor();
  await row('by-detector').getByText('Stopped by the loop detector').waitFor();
  await row('by-budget').getByText('Stopped by a budget').waitFor();
  expect(
    await row('by-budget')
      .getByRole('button', { name: /^Resume/ })
      .count(),
  ).toBe(0);
  await page.goto(`${dashboard.server.adminUrl}/agents/by-budget`);
  await page
    .getByRole('alert')
    .filter({ hasText: /has used \d calls of 1 calls today/ })
    .waitFor();
  await context.close();
}, 120_000);
