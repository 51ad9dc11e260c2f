/** The page that people keep open: what it tells while nobody looks, without a server, and by keyboard. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seriousProblems } from './axe.ts';
import { cutLine } from './cut-line.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

const WAIT = { timeout: 30_000 };
let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 300_000);
afterAll(() => dashboard.close());

test('stop-all takes two clicks at one place of every page; resuming all takes a typed word', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'bystander', { steps: 1 });
  const places = new Set<string>();
  for (const path of ['/agents', '/incidents', '/events', '/settings', '/']) {
    await page.goto(`${dashboard.server.adminUrl}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const box = await page.getByRole('button', { name: 'Stop all' }).boundingBox();
    places.add(JSON.stringify([box?.x, box?.y, box?.width]));
  }
  expect(places.size, [...places].join(' ')).toBe(1);
  await page.getByRole('button', { name: 'Stop all' }).click();
  await page.getByRole('button', { name: 'Stop all agents' }).click();
  await page.getByRole('alert').filter({ hasText: 'All agents are stopped' }).waitFor();
  expect((await dashboard.agent('healthy', 'bystander', { steps: 1 })).reason).toBe('refused');
  await page.goto(`${dashboard.server.adminUrl}/events`);
  await page.getByRole('button', { name: 'Resume all' }).click();
  const confirm = page.getByRole('button', { name: 'Resume all agents' });
  expect(await confirm.isDisabled()).toBe(true);
  await page.getByLabel('Type "resume all" to confirm').fill('resume all');
  await confirm.click();
  await confirm.waitFor({ state: 'detached' });
  await page
    .getByRole('alert')
    .filter({ hasText: 'All agents are stopped' })
    .waitFor({ state: 'detached' });
  expect((await dashboard.agent('healthy', 'bystander', { steps: 1 })).reason).toBe('finished');
  await context.close();
});

test('a server that is gone is told with what still works; figures are marked, buttons are off, and all comes back', async () => {
  await dashboard.agent('healthy', 'unreached', { steps: 1 });
  for (const look of [
    { theme: 'light', width: 1440 },
    { theme: 'dark', width: 390 },
  ] as const) {
    const line = await cutLine(dashboard.server.adminUrl);
    const { page, context } = await dashboard.open({ signedIn: false, ...look });
    await page.goto(`${line.url}/${new URL(dashboard.server.signInLink()).hash}`);
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    const stopAll = page.getByRole('button', { name: 'Stop all' });
    expect(await stopAll.isEnabled()).toBe(true);
    const stopOne = page.getByRole('button', { name: 'Stop unreached' });
    await stopOne.waitFor();
    line.cut();
    const banner = page.getByRole('alert').filter({ hasText: 'The server does not answer.' });
    await banner.waitFor();
    await banner.getByText(/What you see is from .* and may be out of date/).waitFor();
    await banner.getByText('tripwire stop-all', { exact: true }).waitFor();
    await banner.getByText(/^touch \/.*\.tripwire\/STOP$/).waitFor();
    expect(await stopAll.isDisabled()).toBe(true);
    expect(await stopOne.isDisabled()).toBe(true);
    expect(await page.locator('main').getAttribute('class')).toContain('grayscale');
    expect(await seriousProblems(page)).toEqual([]);
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(wider, `nothing wider than ${look.width} px`).toBeLessThanOrEqual(0);
    line.mend();
    await banner.waitFor({ state: 'detached' });
    await expect.poll(() => stopAll.isEnabled(), WAIT).toBe(true);
    await context.close();
    await line.close();
  }
}, 120_000);

test('a stop that comes while the page is open is in the tab, in a message, and on the desktop where that is allowed', async () => {
  const { page, context } = await dashboard.open();
  // A browser without a head has no desktop: what the page asks for is kept instead of shown.
  await context.grantPermissions(['notifications'], { origin: dashboard.server.adminUrl });
  await context.addInitScript(`
    window.shown = [];
    window.Notification = class extends EventTarget {
      static permission = 'granted';
      static requestPermission = async () => 'granted';
      constructor(title, { body }) { super(); window.shown.push(title + ' / ' + body); }
    };
  `);
  await page.goto(`${dashboard.server.adminUrl}/alerts`);
  const toggle = page.getByRole('switch', { name: 'Desktop notifications' });
  expect(await toggle.isChecked(), 'off until somebody turns it on').toBe(false);
  expect(await page.title()).toBe('Alerts · Tripwire');
  await dashboard.agent('looping', 'before');
  const first = page
    .getByRole('status')
    .filter({ hasText: 'before: stopped by the loop detector' });
  await first.first().waitFor();
  await expect.poll(() => page.title(), WAIT).toBe('(1) Alerts · Tripwire');
  expect(await page.locator('link[rel="icon"]').getAttribute('href')).toBe('/icon-waiting.svg');
  expect(await page.evaluate('window.shown')).toEqual([]);
  await toggle.click();
  await expect.poll(() => toggle.isChecked(), WAIT).toBe(true);
  await dashboard.agent('looping', 'after');
  await expect
    .poll(() => page.evaluate<string[]>('window.shown'), WAIT)
    .toEqual([
      expect.stringMatching(
        /^Tripwire: after: stopped by the loop detector \/ Ran `npm test` 5 times in .*same failure/,
      ),
    ]);
  await page.getByRole('button', { name: 'Open', exact: true }).last().click();
  await page.getByRole('heading', { name: 'after', level: 1 }).waitFor();
  await page.goto(`${dashboard.server.adminUrl}/events?agent=after`);
  const list = page.getByRole('region', { name: 'Events, newest first' });
  await list
    .getByRole('group')
    .filter({ hasText: /Stopped.*Ran npm test 5 times in .*same failure/ })
    .waitFor();
  const shown = (await list.locator('summary').allInnerTexts()).join('\n');
  expect(shown).toContain('A new agent');
  expect(shown).not.toMatch(/kill_switch|configure by|`/);
  const pause = page.getByRole('button', { name: 'Pause updates' });
  await pause.click();
  await page.getByRole('button', { name: 'Continue updates' }).waitFor();
  await context.close();
}, 120_000);

test('Ctrl K finds pages and agents, and stops one', async () => {
  await dashboard.agent('healthy', 'palette-agent', { steps: 1 });
  const { page, context } = await dashboard.open();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Page, agent, or stop' });
  await box.waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.type('incid');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Incidents', level: 1 }).waitFor();
  await page.keyboard.press('Meta+k');
  await page.keyboard.type('palette');
  await page.getByRole('option', { name: /^palette-agent/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'palette-agent', level: 1 }).waitFor();
  expect((await dashboard.server.gate.agent('palette-agent')).active).toBe(1);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.keyboard.type('stop palette');
  await page.getByRole('option', { name: /^Stop palette-agent/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('palette-agent is stopped').first().waitFor();
  expect((await dashboard.server.gate.agent('palette-agent')).deactivated_by).toBe('manual');
  await context.close();
}, 120_000);
