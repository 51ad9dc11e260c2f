/** What happened lately, drawn and listed: usage over time, calls that can be searched, stops by cause with somebody who looks after them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

const WAIT = { timeout: 30_000 };
const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
] as const;
let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
  await dashboard.agent('healthy', 'writer', { steps: 3, model: 'gpt-5-mini' });
  await dashboard.agent('looping', 'looper-one', { model: 'gpt-5' });
  await dashboard.agent('looping', 'looper-two', { model: 'gpt-5' });
}, 300_000);
afterAll(() => dashboard.close());

test.each(looks)(
  'the last day is drawn, by agent, model and client, in a range of choice, $theme at $width',
  async (look) => {
    const { page, context } = await dashboard.open(look);
    const card = page.locator('section').filter({ hasText: 'The last 24 hours' }).first();
    await card
      .getByText(/tokens, \$0\.\d+, \d+ calls, \d+ refused, 2 stops by the loop detector\./)
      .waitFor();
    await card.getByText('tokens in 15 minutes').waitFor();
    await card.getByText('an agent was stopped').waitFor();
    for (const name of ['By agent', 'By model', 'By client']) {
      await card.getByRole('heading', { name }).waitFor();
    }
    await card.getByText('gpt-5-mini').waitFor();
    await card.getByRole('button', { name: 'Money' }).click();
    await card.getByText('dollars at list prices in 15 minutes').waitFor();
    await page
      .getByRole('group', { name: 'Range' })
      .getByRole('button', { name: '7 days' })
      .click();
    const week = page.locator('section').filter({ hasText: 'The last 7 days' }).first();
    await week.getByText('dollars at list prices in 2 hours').waitFor();
    await week.getByRole('button', { name: /^writer/ }).click();
    await page.getByRole('heading', { name: 'The last 7 days: writer' }).waitFor();
    await page.getByText(/, 0 stops by the loop detector\./).waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(wider).toBeLessThanOrEqual(0);
    await context.close();
  },
  120_000,
);

test.each(looks)(
  'calls are found by words, and show their text only where it was kept, $theme at $width',
  async (look) => {
    const { page, context } = await dashboard.open(look);
    await page.goto(`${dashboard.server.adminUrl}/calls`);
    const list = page.getByRole('list', { name: 'Calls' });
    await list.getByText('gpt-5-mini').first().waitFor();
    await page.getByLabel('Search calls').fill('looper-one run_tests');
    await expect.poll(() => list.getByRole('listitem').count(), WAIT).toBe(5);
    expect(await list.innerText()).not.toContain('writer');
    await list.getByText('gpt-5 after run_tests').nth(1).click();
    await list.getByText('FAIL test/login.test.ts').first().waitFor();
    await page.getByLabel('Search calls').fill('writer');
    await list.getByText('gpt-5-mini').first().click();
    await list.getByText('No text of this call was kept.').first().waitFor();
    expect(await seriousProblems(page)).toEqual([]);
    await page.getByLabel('Verdict', { exact: true }).selectOption('refused');
    await page.getByText('No call matches').waitFor();
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(wider).toBeLessThanOrEqual(0);
    await context.close();
  },
  120_000,
);

test('stops with one cause are one line with a plain title, and somebody looks after them', async () => {
  const { page, context } = await dashboard.open({ width: 1440 });
  await page.goto(`${dashboard.server.adminUrl}/incidents`);
  const groups = page.getByRole('list', { name: 'Incidents by cause' });
  const group = groups.getByText(/^Ran npm test 5 times in .*; same failure each time/);
  await group.waitFor();
  await groups.getByText('2 times').waitFor();
  await groups.getByText('2 still stopped').click();
  expect(await seriousProblems(page)).toEqual([]);
  await groups.getByRole('link', { name: /^looper-one/ }).click();
  await page.getByRole('heading', { name: 'looper-one was stopped' }).waitFor();
  await page.getByText(/^Ran npm test 5 times/).waitFor();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await expect
    .poll(() => page.getByLabel('Who is looking into it').inputValue(), WAIT)
    .toBe('admin');
  await page.getByLabel('Who is looking into it').fill('kai');
  await page.getByRole('button', { name: 'Save the assignee' }).click();
  await page.goto(`${dashboard.server.adminUrl}/incidents`);
  await groups.getByText('2 still stopped').click();
  await groups.getByText('assigned to kai').waitFor();
  await page.goto(`${dashboard.server.adminUrl}/events`);
  await page
    .getByText(/admin assigned kai to the incident/)
    .first()
    .waitFor();
  await context.close();
}, 120_000);

test('a page, an incident and an agent that are not there have headings, and speak to a person', async () => {
  const { page, context } = await dashboard.open();
  for (const [path, heading] of [
    ['/nowhere', 'Page not found'],
    ['/incidents/999@nobody', 'Incident'],
    ['/agents/nobody', 'nobody'],
  ] as const) {
    await page.goto(`${dashboard.server.adminUrl}${path}`);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.getByText(/Not found|There is no page at this address/).waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/\/api\/|GET |POST /);
    expect(await seriousProblems(page)).toEqual([]);
  }
  await context.close();
  const stranger = await dashboard.open({ signedIn: false });
  await stranger.page.getByText('tripwire login', { exact: true }).waitFor();
  await stranger.page.getByLabel('Token').fill('wrong');
  await stranger.page.getByRole('button', { name: 'Sign in' }).click();
  await stranger.page
    .getByRole('alert')
    .filter({ hasText: 'Wrong token. Run tripwire login for a sign-in link.' })
    .waitFor();
  await stranger.context.close();
}, 120_000);
