/** What is seen seldom and must be clear then: dialogs that stop a part, the nodes of a fleet, two stops at once. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { failUntil } from '../control/held-agent.ts';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

const LOOKS = [
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 1440 },
] as const;

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 300_000);
afterAll(() => dashboard.close());

async function isReadable(page: Page): Promise<void> {
  expect(await seriousProblems(page)).toEqual([]);
  const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(wider, 'nothing is wider than the page').toBeLessThanOrEqual(0);
}

test('the dialog of a turn says that the next prompt ends the stop, that of a subagent that a person does', async () => {
  const session = { 'x-claude-code-session-id': 's-1' };
  const subagent = { ...session, 'x-claude-code-agent-id': 'sub-1' };
  await dashboard.agent('healthy', 'family', { steps: 1, headers: session });
  await dashboard.agent('healthy', 'family', { steps: 1, headers: subagent });
  for (const look of LOOKS) {
    const { page, context } = await dashboard.open(look);
    await page.goto(`${dashboard.server.adminUrl}/agents/family`);
    await page.getByRole('button', { name: 'Stop family · s-1 · this turn' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/until the next prompt begins a new turn\.$/).waitFor();
    await dialog.getByLabel('Also stop its subagents').waitFor();
    await isReadable(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop family · s-1 · sub-1' }).click();
    await dialog.getByText(/until a person resumes it\.$/).waitFor();
    await dialog.getByLabel('Also stop the subagents it started').waitFor();
    await context.close();
  }
}, 120_000);

test('an agent that saves its work before a stop says until when, and can be stopped at once', async () => {
  await dashboard.agent('healthy', 'saver', { steps: 1 });
  await dashboard.server.gate.operate({
    agent: 'saver',
    action: 'deactivate',
    by: 'ada',
    why: 'wrong branch',
    grace: { calls: 4, ms: 600_000 },
  });
  for (const look of LOOKS) {
    const { page, context } = await dashboard.open(look);
    await page.goto(`${dashboard.server.adminUrl}/agents/saver`);
    const alert = page.getByRole('alert');
    await alert
      .getByText(
        /^Stopped by ada: wrong branch\. It may make 4 more calls to save its work, until /,
      )
      .waitFor();
    await alert.getByText(/^everything refused by \d/).waitFor();
    await page.getByText(/^Saving until \d/).waitFor();
    await isReadable(page);
    await context.close();
  }
  const { page, context } = await dashboard.open(LOOKS[1]);
  await page.goto(`${dashboard.server.adminUrl}/agents/saver`);
  await page.getByRole('button', { name: 'Stop saver' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Stop/ }).click();
  await page.getByText('Stopped by ada', { exact: true }).waitFor();
  expect((await dashboard.server.gate.agent('saver')).holds[0]).not.toHaveProperty('grace');
  await context.close();
}, 120_000);

test('Settings shows the nodes of a fleet: which refuses everything, and which has not heard of a change', async () => {
  const usual = { this_node: false, leads: false, behind: 0, version: '0.2.0', lease_ms: 8_400 };
  const nodes = [
    { ...usual, node: 'n1', name: 'gate-1:4180', open_calls: 3, this_node: true, leads: true },
    { ...usual, node: 'n2', name: 'gate-2:4180', open_calls: 1, behind: 2 },
    { ...usual, node: 'n3', name: 'gate-3:4180', open_calls: 0, lease_ms: -1_200 },
  ];
  for (const look of LOOKS) {
    const { page, context } = await dashboard.open(look);
    await page.route('**/api/nodes', (route) => route.fulfill({ json: nodes }));
    await page.goto(`${dashboard.server.adminUrl}/settings`);
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await row('gate-1').getByText('shows this page').waitFor();
    await row('gate-1')
      .getByText(/Its lease is valid for another 8\.4 s\./)
      .waitFor();
    await row('gate-2').getByText('2 changes not confirmed').waitFor();
    await row('gate-3').getByText('lets nothing through').waitFor();
    await isReadable(page);
    await context.close();
  }
}, 120_000);

test('a stop by failing calls says so first and the numbers last; its page has no score, and a line for each call', async () => {
  await dashboard.agent('healthy', 'failing', { steps: 1 });
  await failUntil(dashboard.server, 'failing', 'hard_stop');
  for (const look of LOOKS) {
    const { page, context } = await dashboard.open(look);
    await page.goto(`${dashboard.server.adminUrl}/agents/failing`);
    await page.getByRole('link', { name: 'See what led to it' }).click();
    const title =
      /^Stopped after .* failed calls? in a row, until a person restarts it \(health 0\.\d+, limit 0\.3\)$/;
    await page.getByText(title).waitFor();
    expect(await page.getByText('Step by step').count()).toBe(0);
    const records = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'What it did before' }) });
    await records.getByText('Joined as a new agent').waitFor();
    await records.getByText('why?').last().click();
    await records
      .getByText(/^failed after \d+ ms, 0 tokens/)
      .last()
      .waitFor();
    expect(await records.innerText()).not.toMatch(/SUCCESS|FAILED/);
    await isReadable(page);
    await context.close();
  }
}, 120_000);

verifies(
  'K13',
  'stopped by the kill switch and by its health, the switch still says that it did it',
  async () => {
    const { gate } = dashboard.server;
    await dashboard.agent('looping', 'twice');
    await gate.operate({ agent: 'twice', action: 'activate', by: 'kai', why: 'try again' });
    await failUntil({ gate }, 'twice', 'hard_stop');
    await gate.signal({
      agent: 'twice',
      source: 'detector',
      change: 'raise',
      hold: 'kill_switch',
      details: 'it loops',
    });
    const { page, context } = await dashboard.open();
    await page.goto(`${dashboard.server.adminUrl}/agents/twice`);
    await page.getByText('Deactivated by Kill Switch').waitFor();
    await page.getByText('Stopped by failing calls').first().waitFor();
    await context.close();
  },
);
