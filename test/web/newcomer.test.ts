/**
 * A newcomer's first ten minutes in the browser: `tripwire up` in an empty home, and then what README and docs say of the
 * pages, done in the order in which they say it. `test/cli/newcomer.test.ts` is the same at the terminal.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { httpAgent } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, type Home } from '../kit/running-tripwire.ts';
import { listFiles } from '../tidy/list-files.ts';
import { openBrowser } from './shared-browser.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

const ROOT = join(import.meta.dirname, '../..');
const WAIT = { timeout: 60_000 };
const documents = listFiles(ROOT).filter((path) => /^(?:README|docs\/[^/]+)\.md$/.test(path));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

let home: Home;
let context: BrowserContext;
let page: Page;
let output = '';
let ended: Promise<unknown> = Promise.resolve();

/** What `up` printed, by the form that it has. */
const printed = (form: RegExp): string => form.exec(output)?.[1] ?? '';
const admin = () => new URL(printed(/(http:\/\/127\.0\.0\.1:\d+\/#\S+)/)).origin;
const run = (...args: readonly string[]) => runTripwire(args, '', home.env);
const loops = () =>
  httpAgent({
    baseUrl: printed(/export ANTHROPIC_BASE_URL=(\S+\/agents\/claude\/anthropic)/),
    format: 'anthropic',
    kind: 'looping',
    requestsMax: 12,
    stepDelayMs: 0,
  });

beforeAll(async () => {
  home = await newHome();
  home.configure('port: 0\nadmin_port: 0\n');
  const child = spawn(join(ROOT, 'bin/tripwire'), ['up'], { env: home.env });
  ended = new Promise((resolve) => child.on('close', resolve));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  context = await (await openBrowser()).newContext();
  page = await context.newPage();
  await vi.waitFor(() => expect(output).toContain('To stop everything'), WAIT);
});
afterAll(async () => {
  await context.close();
  await run('off');
  await ended;
  await home.provider.close();
});

test('dashboard.md: the link of `up` signs in once; then the token in the data folder does', async () => {
  const link = printed(/(http:\/\/127\.0\.0\.1:\d+\/#\S+)/);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  const other = await context.browser()?.newContext();
  const second = await other?.newPage();
  if (second === undefined) throw new Error('no browser');
  await second.goto(link);
  await second.getByRole('alert').getByText('tripwire login', { exact: true }).waitFor();
  await second.getByLabel('Token').fill(readFileSync(join(home.data, 'admin-token'), 'utf8'));
  await second.getByRole('button', { name: 'Sign in' }).click();
  await second.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await other?.close();
});

test('dashboard.md: its table has every page, each says in red that the switch is off, with Stop at the top', async () => {
  const rows = [...textOf('docs/dashboard.md').matchAll(/^\| ([A-Z][a-z]+) \| /gm)];
  // The page of one agent is reached through the list.
  const named = rows.map(([, name = '']) => name).filter((name) => name !== 'Agent');
  const nav = page.getByRole('navigation', { name: 'Pages' });
  await nav.waitFor();
  const listed = await nav.locator('a > span:first-of-type').allInnerTexts();
  expect(named).toEqual(listed);
  for (const name of named) {
    await nav.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.getByRole('alert').filter({ hasText: 'The kill switch is OFF' }).waitFor();
    for (const button of ['Stop an agent', 'Stop all']) {
      expect(await page.getByRole('button', { name: button }).isVisible(), name).toBe(true);
    }
  }
});

test('Connect has the line that `up` printed, and a tick when the first request arrives', async () => {
  await page.goto(`${admin()}/connect`);
  const line = printed(/(export ANTHROPIC_BASE_URL=\S+)/);
  await page.getByText(line, { exact: true }).first().waitFor();
  const before = await page.locator('main').innerText();
  const { reason } = await httpAgent({
    baseUrl: line.replace('export ANTHROPIC_BASE_URL=', ''),
    format: 'anthropic',
    kind: 'healthy',
    requestsMax: 2,
    stepDelayMs: 0,
  });
  expect(reason).not.toBe('refused');
  await expect.poll(() => page.locator('main').innerText(), WAIT).not.toBe(before);
});

test('README: armed on the page, a loop is stopped, and page, explain and refusal say the same sentence', async () => {
  await page.goto(admin());
  await page.getByRole('button', { name: 'Arm for all agents' }).click();
  await page.getByText('The kill switch is OFF').waitFor({ state: 'detached' });
  const { reason, message } = await loops();
  expect(reason).toBe('refused');
  const { stdout } = await run('explain', 'claude');
  const [, title = ''] = /\n {2}(Ran `npm test` 5 times .*)\n/.exec(stdout) ?? [];
  expect(title).toContain('same failure each time');
  expect(message).toContain(title);
  await page.goto(`${admin()}/incidents`);
  await page.getByText(title.replaceAll('`', '')).first().waitFor();
  await page.goto(`${admin()}/agents/claude`);
  await page.getByText('Stopped by the loop detector').first().waitFor();
});

test('wrong-stop.md: the steps are on the page of the stop, and it is called healthy there', async () => {
  await page.goto(`${admin()}/agents/claude`);
  await page.getByRole('link', { name: 'See what led to it' }).click();
  await page.getByRole('heading', { name: 'Step by step' }).waitFor();
  await page.getByRole('button', { name: 'This was healthy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: 'Don’t stop this again' }).click();
  const scopes = await dialog.getByLabel('What is exempt').locator('option').allInnerTexts();
  for (const scope of [/\bcall/, /\btool/, /\bagent/]) expect(scopes.join('\n')).toMatch(scope);
  await page.keyboard.press('Escape');
});

test('what the documents call a button or a page is on one', () => {
  const sources = listFiles(ROOT).filter(
    (path) => path.startsWith('web/src/') || path.startsWith('src/control/'),
  );
  const shown = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
  // The two buttons of a verdict are one sentence with another last word.
  const isNotShown = (label: string) =>
    !shown.includes(label.replace(/^This was (?:healthy|stuck)$/, 'This was ${label}'));
  for (const path of documents) {
    const labels = [...textOf(path).matchAll(/(?<![*\w])\*([A-Z][^*|\n]+)\*(?!\*)/g)];
    const missing = labels.map(([, label = '']) => label).filter(isNotShown);
    expect(missing, path).toEqual([]);
  }
});

test('every picture and page that the documents lead to is there', () => {
  for (const path of documents) {
    for (const [, target = ''] of textOf(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      expect(existsSync(join(ROOT, path, '..', target)), `${path}: ${target}`).toBe(true);
    }
  }
});
