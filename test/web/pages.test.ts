/**
 * What holds for every page: usable without a mouse or good eyes, on a phone too, with nothing from elsewhere.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_FULL } from '../kit/runs.ts';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

/** Axe reads ten pages; only a limit for a test that hangs. */
const AXE_MS_MAX = 300_000;
const FIRST_LOAD_BYTES_MAX = 300_000;
const paths = [
  '/',
  '/agents',
  '/agents/looping',
  '/agents/healthy',
  '/incidents',
  '/events',
  '/approvals',
  '/alerts',
  '/audit',
  '/connect',
  '/settings',
];

let dashboard: Dashboard;
let incident = '';
beforeAll(async () => {
  dashboard = await openDashboard();
  await dashboard.agent('healthy', 'healthy', { steps: 2, model: 'gpt-5-mini' });
  await dashboard.agent('looping', 'looping', { model: 'gpt-5' });
  await dashboard.server.gate.operate({
    agent: 'looping',
    action: 'configure',
    by: 'test',
    why: 'a budget to look at',
    envelope: { budgets: { microUsdPerDay: 1_000_000 } },
  });
  const ask = { agent: 'healthy', source: 'policy', change: 'raise', hold: 'approval' } as const;
  await dashboard.server.gate.signal({ ...ask, target: 'deploy', details: 'it changes a server' });
  const { page, context } = await dashboard.open();
  const [newest] = await page.evaluate<{ id: string }[]>(
    `fetch('/api/incidents').then((answer) => answer.json())`,
  );
  incident = `/incidents/${encodeURIComponent(newest?.id ?? '')}`;
  await context.close();
}, 300_000);
afterAll(() => dashboard.close());

/** Each theme and each width once; every pair in the long form. */
const looks = [
  ['light', 1280],
  ['dark', 390],
  ...(IS_FULL
    ? ([
        ['dark', 1280],
        ['light', 390],
      ] as const)
    : []),
] as const;

test.each(looks)(
  'axe finds nothing serious on any page, %s at %i',
  async (theme, width) => {
    const { page, context } = await dashboard.open({ theme, width });
    const found: string[] = [];
    for (const path of [...paths, incident]) {
      await page.goto(`${dashboard.server.adminUrl}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
      found.push(...(await seriousProblems(page)).map((problem) => `${path}: ${problem}`));
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - innerWidth',
      );
      if (overflow > 0) found.push(`${path}: ${overflow} px wider than the window`);
    }
    await context.close();
    expect(found).toEqual([]);
  },
  AXE_MS_MAX,
);

test.each(['light', 'dark'] as const)(
  'axe finds nothing serious in what opens, %s',
  async (theme) => {
    const { page, context } = await dashboard.open({ theme });
    const found: string[] = [];
    const look = async (where: string): Promise<void> => {
      found.push(...(await seriousProblems(page)).map((problem) => `${where}: ${problem}`));
    };
    await page.getByRole('button', { name: 'Stop an agent' }).click();
    await look('the stop menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop all' }).click();
    await look('stop all');
    await page.goto(`${dashboard.server.adminUrl}/alerts`);
    for (const part of [/^Channels/, /^Rules/, /^Deliveries/]) {
      await page.getByRole('group', { name: 'Part' }).getByRole('button', { name: part }).click();
      await look(`alerts ${String(part)}`);
    }
    await page
      .getByRole('group', { name: 'Part' })
      .getByRole('button', { name: /^Channels/ })
      .click();
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await look('a new channel');
    await page.goto(`${dashboard.server.adminUrl}/agents/looping`);
    await page.getByText('why?').first().click();
    await look('why');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await look('sign in');
    await context.close();
    expect(found).toEqual([]);
  },
  AXE_MS_MAX,
);

test('without an audited agent the Audit page says how to begin, and is loaded only when asked for', async () => {
  const { page, context } = await dashboard.open({ signedIn: false });
  const files: string[] = [];
  page.on('response', (response) => files.push(new URL(response.url()).pathname));
  await page.goto(dashboard.server.signInLink());
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  expect(files.filter((file) => file.includes('audit'))).toEqual([]);
  await page.getByRole('link', { name: 'Audit' }).click();
  await page.getByText('Nothing is audited yet').waitFor();
  await page.getByText('audit: on', { exact: true }).waitFor();
  expect(files.filter((file) => /assets.*audit/.test(file))).not.toEqual([]);
  await context.close();
});

test('the page asks only its own server, breaks no policy, and is small', async () => {
  const { page, context } = await dashboard.open({ signedIn: false });
  const foreign: string[] = [];
  const problems: string[] = [];
  let files = 0;
  page.on('request', (request) => {
    if (!request.url().startsWith(dashboard.server.adminUrl)) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (response) => {
    const isFile = /\/assets\/|\/$|icon/.test(response.url());
    if (!isFile) return;
    files += 1;
  });
  await page.goto(dashboard.server.signInLink());
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  for (const path of [...paths, incident]) {
    await page.goto(`${dashboard.server.adminUrl}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await page.goto(dashboard.server.adminUrl);
  await page.getByRole('button', { name: 'Stop all' }).click();
  await page.getByRole('dialog').waitFor();
  await context.close();
  expect(foreign).toEqual([]);
  expect(problems).toEqual([]);
  const first = await firstLoadBytes();
  expect(first).toBeGreaterThan(50_000);
  expect(first).toBeLessThan(FIRST_LOAD_BYTES_MAX);
  expect(files).toBeGreaterThan(3);
});

/** What comes over the wire before the first page stands, compressed as it is sent. */
async function firstLoadBytes(): Promise<number> {
  const { adminUrl } = dashboard.server;
  const html = await (await fetch(adminUrl, { headers: { accept: 'text/html' } })).text();
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  const sizes = await Promise.all(
    files.map(async (path) => {
      const answer = await fetch(`${adminUrl}${path}`, { headers: { 'accept-encoding': 'gzip' } });
      return Number(answer.headers.get('content-length'));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, html.length);
}

test('the files are sent with a strict policy, and kept by the browser where they may be', async () => {
  const { adminUrl } = dashboard.server;
  const page = await fetch(`${adminUrl}/agents`, { headers: { accept: 'text/html' } });
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('cache-control')).toBe('no-store');
  const html = await page.text();
  const nonce = /name="style-nonce" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(policy).toContain(`'nonce-${nonce}'`);
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const asset = await fetch(`${adminUrl}${script}`);
  expect(asset.headers.get('cache-control')).toContain('immutable');
  for (const path of [
    '/assets/../../package.json',
    '/assets/%2e%2e/package.json',
    '/package.json',
    '/assets/none.js',
  ]) {
    // Whoever shows no token is refused, and after some tries within a minute so is everybody without one.
    expect([401, 429], path).toContain((await fetch(`${adminUrl}${path}`)).status);
  }
});

test('everything is reached by keyboard', async () => {
  const { page, context } = await dashboard.open();
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to the page' }).waitFor();
  await page.getByRole('button', { name: 'Stop an agent' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Find an agent' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('healthy');
  await page.getByText('Enter stops healthy.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('healthy is stopped').first().waitFor();
  await context.close();
});

test('on a phone the pages are behind the menu, and the theme can be chosen', async () => {
  const { page, context } = await dashboard.open({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.reload();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
  await context.close();
});

test('money is told where people look for it', async () => {
  const { page, context } = await dashboard.open();
  const dollars = /\$\d+\.\d{2,4}/;
  const row = page.getByRole('row').filter({ hasText: 'looping' });
  await expect.poll(() => row.innerText()).toMatch(dollars);
  const today = page.locator('dl').first();
  await expect.poll(() => today.innerText()).toMatch(/Money\s+\$0\.\d{4}\s+at list prices/);
  expect(await today.innerText()).toMatch(/Saved by stops\s+\$0\.\d+\s+estimated/);
  await page.goto(`${dashboard.server.adminUrl}/agents/looping`);
  await page.getByRole('heading', { name: 'Budgets' }).waitFor();
  expect(await page.locator('dl').first().innerText()).toMatch(/Spent today\s+\$0/);
  expect(await page.locator('main').innerText()).toContain('of $1.00');
  await page.goto(`${dashboard.server.adminUrl}${incident}`);
  await page.getByText('Since the loop began', { exact: true }).waitFor();
  expect(await page.locator('dl').first().innerText()).toMatch(
    /Since the loop began\s+\$0\.\d+\s+[\d,]+ tokens in \d+ requests/,
  );
  await context.close();
});
