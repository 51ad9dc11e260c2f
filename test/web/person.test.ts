/**
 * A person at the dashboard, in a real browser, before a real server: looks, understands, acts.
 */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { seriousProblems } from './axe.ts';
import { cutLine } from './cut-line.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';
import { signedReceiver } from './signed-receiver.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 300_000);
afterAll(() => dashboard.close());

test('a sign-in link works once; a stranger gets nothing but the way in', async () => {
  const link = dashboard.server.signInLink();
  const { page, context } = await dashboard.open({ signedIn: false });
  await page.getByText('The server prints a sign-in link').waitFor();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(page.url(), 'the code leaves the address bar').not.toContain('code');
  await page.reload();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.goto(`${dashboard.server.adminUrl}/agents`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const other = await dashboard.open({ signedIn: false });
  await other.page.goto(link);
  await other.page.getByRole('alert').waitFor();
  expect(await other.page.getByRole('alert').textContent()).toContain('was used already');
  await other.context.close();
  await context.close();
});

verifies(
  'K13',
  'a loop is seen live, killed before the eyes, understood without scrolling, and released',
  async () => {
    const { page, context } = await dashboard.open();
    await dashboard.agent('healthy', 'watched', { steps: 1 });
    await page.goto(`${dashboard.server.adminUrl}/agents/watched`);
    await page
      .getByText(/Working|Idle/)
      .first()
      .waitFor();
    const ending = dashboard.agent('looping', 'watched', { stepDelayMs: 150 });
    await page.getByRole('heading', { name: 'Loop score over the last steps' }).waitFor();
    await page.getByText('Deactivated by Kill Switch').first().waitFor();
    await page.getByText('Stopped by the loop detector').first().waitFor();
    expect((await ending).reason).toBe('refused');
    const why = page
      .getByRole('alert')
      .filter({ hasText: /same (?:failure|result|error) each time/ });
    await why.waitFor();
    const box = await why.boundingBox();
    expect(
      (box?.y ?? 800) + (box?.height ?? 0),
      'visible at 1280 × 800 without scrolling',
    ).toBeLessThan(800);
    await why.getByRole('link', { name: 'See what led to it' }).click();
    await page.getByRole('heading', { name: 'watched was stopped' }).waitFor();
    const reason = await page
      .getByText(/same (?:failure|result|error) each time/)
      .first()
      .boundingBox();
    expect(reason?.y ?? 800).toBeLessThan(500);
    await page.getByText('run_tests {"command":"npm test"}').first().waitFor();
    expect(
      await page.getByText('again', { exact: true }).count(),
      'repeated steps are marked',
    ).toBeGreaterThan(2);
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('seen by admin').waitFor();
    await page.getByLabel('What you found out').fill('the token of the login test had expired');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await page.getByRole('button', { name: 'Resume watched' }).click();
    await page.getByLabel('I have seen why it was stopped').check();
    await page.getByLabel('Reason (recorded, may stay empty)').fill('the token is renewed');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByText('resumed', { exact: true }).waitFor();
    expect((await dashboard.server.gate.agent('watched')).active).toBe(1);
    await page.goto(`${dashboard.server.adminUrl}/events?agent=watched`);
    await page.getByText('Resumed by admin: the token is renewed').first().waitFor();
    await context.close();
  },
);

test('a stop is argued with step by step, kept as a case, exempted within bounds, and undone', async () => {
  for (const [width, theme] of [
    [390, 'dark'],
    [1440, 'light'],
  ] as const) {
    const name = `argued-${width}`;
    await dashboard.agent('looping', name);
    const { page, context } = await dashboard.open({ width, theme });
    await page.goto(`${dashboard.server.adminUrl}/agents/${name}`);
    await page.getByRole('link', { name: 'See what led to it' }).click();
    const table = page.getByRole('table', { name: 'Every step with its points and the reason' });
    await table.getByText('Called run_tests').first().waitFor();
    const rows = table.getByRole('row').filter({ hasText: 'of 10' });
    const last = rows.last();
    expect(await last.textContent()).toMatch(/\+\d.*stopped.*again/);
    expect(await rows.filter({ hasText: 'npm test' }).count()).toBeGreaterThan(2);
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(wider, `nothing wider than ${width} px`).toBeLessThanOrEqual(0);

    await page.getByRole('button', { name: 'This was healthy' }).click();
    const dialog = page.getByRole('dialog', { name: 'This was healthy' });
    await dialog.getByText('Changes nothing for the agent.').waitFor();
    expect((await dashboard.server.gate.agent(name)).kill_switch.exceptions).toEqual([]);
    await dialog.getByRole('switch', { name: 'Don’t stop this again' }).click();
    await dialog
      .getByText(
        /^This one call of run_tests may repeat.*would have stopped nothing.*: 0 stops more, 1 fewer/,
      )
      .waitFor();
    await dialog.getByLabel('What is exempt').selectOption('tool');
    await dialog.getByText(/^Every call of run_tests may repeat/).waitFor();
    await dialog.getByLabel('For how long').selectOption('3600');
    expect(await seriousProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('was healthy', { exact: true }).waitFor();
    const [exemption] = (await dashboard.server.gate.agent(name)).kill_switch.exceptions;
    expect(exemption).toMatchObject({ tool: 'run_tests', is: 'healthy' });
    expect(exemption?.until).toBeGreaterThan(Date.now());
    const file = page.getByText(/cases\/\d+-argued-\d+\.jsonl/).first();
    await file.waitFor();
    expect(existsSync((await file.textContent()) ?? '')).toBe(true);
    await page
      .getByRole('button', { name: /^Remove the exemption: Every call of run_tests/ })
      .click();
    await expect
      .poll(async () => (await dashboard.server.gate.agent(name)).kill_switch.exceptions)
      .toEqual([]);
    await page.getByRole('button', { name: 'This was stuck' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('was stuck', { exact: true }).waitFor();
    await context.close();
  }
}, 120_000);

test('a stop of one session shows on its family, and is lifted there', async () => {
  const { page, context } = await dashboard.open();
  const of = (session: string) => ({ headers: { 'x-claude-code-session-id': session } });
  await dashboard.agent('healthy', 'family', { steps: 1, ...of('good') });
  await dashboard.agent('looping', 'family', of('bad'));
  await page.goto(`${dashboard.server.adminUrl}/agents`);
  await page.getByText('1 of 2 sessions stopped').waitFor();
  await page.getByRole('button', { name: 'Sessions of family' }).click();
  await page.getByRole('button', { name: 'Resume family · bad' }).click();
  await page.getByLabel('I have seen why it was stopped').check();
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByText('1 of 2 sessions stopped').waitFor({ state: 'detached' });
  await dashboard.agent('looping', 'family', of('the-nightly-build'));
  await page.goto(dashboard.server.adminUrl);
  await page.getByText(/, 1 session stopped, /).waitFor();
  await page.goto(`${dashboard.server.adminUrl}/agents/family`);
  await page.getByTitle('the-nightly-build', { exact: true }).first().waitFor();
  await context.close();
});

test('a decision says why with its numbers', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'explained', { steps: 3 });
  await page.goto(`${dashboard.server.adminUrl}/agents/explained`);
  const calls = page.getByRole('list', { name: 'Last decisions' });
  const row = calls.getByRole('listitem').filter({ hasText: /^\S+ \S+allowedAsked .* tokens · / });
  await row.first().getByText('why?').click();
  await row.first().getByText('numbers').first().click();
  await page.getByText('Budget left').first().waitFor();
  await page.getByText('Row of the journal').first().waitFor();
  await calls.getByRole('listitem').filter({ hasText: 'Joined as a new agent' }).waitFor();
  // What a person did is no call that was refused, and is told in the words of the pages.
  const stop = {
    agent: 'explained',
    action: 'deactivate',
    by: 'ann',
    why: 'wrong branch',
  } as const;
  await dashboard.server.gate.operate(stop);
  const act = calls.getByRole('listitem').filter({ hasText: 'wrong branch' });
  await act.filter({ hasText: /recordedStopped by .*: wrong branch/ }).waitFor();
  await context.close();
});

verifies(
  'K13',
  'from any page an agent is stopped in two clicks, and is inactive then',
  async () => {
    const { page, context } = await dashboard.open();
    const paths = [
      '/',
      '/agents',
      '/incidents',
      '/events',
      '/approvals',
      '/alerts',
      '/connect',
      '/settings',
      '/agents/quick-0',
    ];
    for (const [index, path] of paths.entries()) {
      const name = `quick-${index}`;
      await dashboard.agent('healthy', name, { steps: 1 });
      await page.goto(`${dashboard.server.adminUrl}${path}`);
      await page.getByRole('button', { name: 'Stop an agent' }).click();
      await page.getByRole('button', { name: `Stop ${name} now` }).click();
      await page.getByText(`${name} is stopped`).first().waitFor();
      expect((await dashboard.server.gate.agent(name)).deactivated_by).toBe('manual');
    }
    await page.goto(`${dashboard.server.adminUrl}/agents/quick-0`);
    await page.getByText('Inactive', { exact: true }).first().waitFor();
    await context.close();
  },
);

verifies('K13', 'turning a kill switch on where nobody would be told asks first', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'unguarded', { steps: 1 });
  await page.goto(`${dashboard.server.adminUrl}/agents/unguarded`);
  const toggle = page.getByRole('switch', { name: 'Kill switch' });
  await toggle.click();
  await page.getByText('Off: reports only').waitFor();
  await toggle.click();
  await page.getByRole('dialog', { name: 'Nobody would be told' }).waitFor();
  expect((await dashboard.server.gate.agent('unguarded')).kill_switch.enabled).toBe(false);
  await page.getByRole('button', { name: 'Enable anyway' }).click();
  await page.getByText('Armed').waitFor();
  await page.getByRole('button', { name: 'Try these settings on the last 24 hours' }).click();
  await page
    .getByText(/would have|nothing/i)
    .first()
    .waitFor();
  await page.getByLabel('Threshold').fill('20');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(async () => (await dashboard.server.gate.agent('unguarded')).kill_switch.threshold)
    .toBe(20);
  await context.close();
});

test('a lost connection is told, and nothing is lost with it', async () => {
  const line = await cutLine(dashboard.server.adminUrl);
  const { page, context } = await dashboard.open({ signedIn: false });
  const { hash } = new URL(dashboard.server.signInLink());
  await page.goto(`${line.url}/${hash}`);
  const note = (details: string) =>
    dashboard.server.gate.signal({ agent: 'noting', source: 'loop', change: 'note', details });
  await dashboard.agent('healthy', 'noting', { steps: 1 });
  await page.getByRole('link', { name: 'Events' }).click();
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  await note('before the gap');
  await page.getByText('before the gap').first().waitFor();
  line.cut();
  await page.getByRole('status').filter({ hasText: 'Not live' }).waitFor();
  await note('inside the gap');
  line.mend();
  await page.getByText('inside the gap').first().waitFor();
  await page.getByRole('status').filter({ hasText: /^Live/ }).waitFor();
  await note('after the gap');
  await page.getByText('after the gap').first().waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'inside the gap' }).count()).toBe(1);
  await context.close();
  await line.close();
});

test('whose token is taken back stands before the door, on an open page too', async () => {
  const { page, context } = await dashboard.open();
  await page.goto(`${dashboard.server.adminUrl}/settings`);
  await page.getByLabel('Name').fill('leaver');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const line = page.getByRole('status').filter({ hasText: 'The token of leaver' });
  const token = (await line.locator('code').textContent()) ?? '';
  const leaver = await dashboard.open({ signedIn: false });
  await leaver.page.getByLabel('Token').fill(token);
  await leaver.page.getByRole('button', { name: 'Sign in' }).click();
  await leaver.page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: 'Take back the token of leaver' }).click();
  await leaver.page.getByRole('button', { name: 'Sign in' }).waitFor();
  await leaver.context.close();
  await context.close();
});

test('an approval is granted, another refused', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'asking', { steps: 1 });
  const ask = { agent: 'asking', source: 'policy', change: 'raise', hold: 'approval' } as const;
  await dashboard.server.gate.signal({
    ...ask,
    target: 'deploy to staging',
    details: 'it changes a server',
  });
  await dashboard.server.gate.signal({
    ...ask,
    target: 'drop the table',
    details: 'it cannot be undone',
  });
  await page.getByText('deploy to staging: it changes a server').waitFor();
  await page.getByRole('link', { name: /Approvals/ }).click();
  const card = (target: string) => page.getByRole('listitem').filter({ hasText: target });
  await card('deploy to staging').getByRole('button', { name: 'Grant' }).click();
  await page.getByText('Granted: deploy to staging').first().waitFor();
  await card('drop the table').getByRole('button', { name: 'Refuse' }).click();
  await page.getByText('Refused: drop the table').first().waitFor();
  const holds = (await dashboard.server.gate.agent('asking')).holds.filter(
    ({ hold }) => hold === 'approval',
  );
  expect(holds.map(({ target, refused }) => [target, refused === true])).toEqual([
    ['drop the table', true],
  ]);
  await context.close();
});

test('a channel is added and tested, and a stop arrives there signed', async () => {
  const receiver = await signedReceiver();
  const { page, context } = await dashboard.open();
  await page.getByRole('link', { name: /^Alerts/ }).click();
  await page.getByRole('button', { name: 'Add a channel' }).click();
  await page.getByLabel('Name').fill('On-call');
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByRole('switch', { name: 'Allow a private network' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const secret = (await page.locator('code', { hasText: 'whsec_' }).textContent()) ?? '';
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText('Test message delivered to On-call').first().waitFor();
  expect(receiver.verified(secret)).toHaveLength(1);
  await dashboard.agent('looping', 'told-about');
  await expect
    .poll(
      () => receiver.verified(secret).some((one) => JSON.stringify(one).includes('told-about')),
      { timeout: 30_000 },
    )
    .toBe(true);
  await page.getByRole('button', { name: 'Remove On-call' }).click();
  await page.getByText('Nobody is told about stops yet').waitFor();
  await context.close();
  await receiver.close();
});

test('a newcomer copies a line, starts an agent, and is seen', async () => {
  const { page, context } = await dashboard.open();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('link', { name: 'Connect' }).click();
  await page.getByText('Waiting for a request').waitFor();
  await page.getByRole('button', { name: 'Copy the base URL' }).click();
  const copied = await page.evaluate('navigator.clipboard.readText()');
  expect(copied).toBe(`${dashboard.server.url}/agents/NAME/openai/v1`);
  await dashboard.agent('healthy', 'newcomer', { steps: 1 });
  await page.getByText('newcomer is connected.').waitFor();
  await context.close();
});

test('a viewer looks and cannot act; the token that admits is made on the page', async () => {
  const { page, context } = await dashboard.open();
  await page.goto(`${dashboard.server.adminUrl}/settings`);
  await page.getByLabel('Name').fill('guest');
  await page.getByRole('button', { name: 'Make a token' }).click();
  const line = page.getByRole('status').filter({ hasText: 'The token of guest' });
  const token = (await line.locator('code').textContent()) ?? '';
  const guest = await dashboard.open({ signedIn: false });
  await guest.page.getByLabel('Token').fill(token);
  await guest.page.getByRole('button', { name: 'Sign in' }).click();
  await guest.page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await guest.page.getByRole('button', { name: 'Stop an agent' }).isDisabled()).toBe(true);
  expect(await guest.page.getByRole('button', { name: 'Stop all' }).isDisabled()).toBe(true);
  await guest.context.close();
  await context.close();
});

// The last one: from here on every request needs a key.
verifies('X15', 'a key of an agent is made, rotated and revoked on the page', async () => {
  const { page, context } = await dashboard.open();
  await dashboard.agent('healthy', 'keyed', { steps: 1 });
  await page.goto(`${dashboard.server.adminUrl}/settings`);
  await page.getByText('Requests need no agent key.').waitFor();
  await page.getByLabel('Agent', { exact: true }).fill('keyed');
  await page.getByRole('button', { name: 'Make a key' }).click();
  const shown = page.getByRole('status').filter({ hasText: 'The key of keyed' });
  expect((await shown.first().locator('code').textContent()) ?? '').toMatch(/^tw_/);
  await page.getByText('Every request needs an agent key.').waitFor();
  await page.getByRole('button', { name: 'Rotate a key of keyed' }).click();
  await expect.poll(() => shown.count()).toBe(2);
  await page.getByRole('button', { name: 'Revoke a key of keyed' }).click();
  await page.getByRole('button', { name: 'Revoke a key of keyed' }).waitFor({ state: 'hidden' });
  await context.close();
});
