/**
 * The Audit page in a real browser: a trace as a strip, each window as a cathedral, to look at and to walk through.
 */
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { AuditedLife } from '../audit/audited-life.ts';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const HOUR_MS = 3_600_000;
const PATIENT_ZERO = join(
  import.meta.dirname,
  '../../fixtures/patient_zero_autoloop16_v0.1.1.json',
);

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard(true, {
    audit: 'on',
    prepare: async (data) => {
      const life = new AuditedLife(data, Date.now() - HOUR_MS);
      await life.start();
      await life.work('worker', 40, 4_000);
      await life.end();
    },
  });
});
afterAll(() => dashboard.close());

let page: Page;
let context: BrowserContext;
beforeEach(async () => {
  ({ page, context } = await dashboard.open());
});
afterEach(() => context.close());

const strip = (): Locator => page.getByRole('slider', { name: 'Window of the trace' });
const bays = (): Locator =>
  page.getByRole('listbox', { name: 'The window as a cathedral' }).getByRole('option');
const violatedFlags = (): Promise<string[]> =>
  page
    .getByRole('list', { name: 'Flags' })
    .getByRole('listitem')
    .filter({ hasText: 'violated' })
    .locator('code')
    .allInnerTexts();

async function openPatientZero(): Promise<void> {
  await page.goto(`${dashboard.server.adminUrl}/audit`);
  await page.getByLabel('Files to verify').setInputFiles(PATIENT_ZERO);
  await page.getByRole('heading', { name: 'patient_zero_autoloop16_v0.1.1.json' }).waitFor();
}

/** The window that is chosen now, as it is read out. */
async function chosen(): Promise<string> {
  return (await strip().getAttribute('aria-valuetext')) ?? '';
}

/** How bright the opening of a bay is, without its colour: 0 to 255. */
async function brightness(step: number): Promise<number> {
  const box = await bays().nth(step).boundingBox();
  if (box === null) throw new Error(`bay ${step} cannot be seen`);
  const { x, y, width, height } = box;
  const clip = {
    x: x + width * 0.3,
    y: y + height * 0.5,
    width: width * 0.4,
    height: height * 0.2,
  };
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate<number>(`(async () => {
    const bytes = Uint8Array.from(atob('${picture}'), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    let sum = 0;
    for (let at = 0; at < data.length; at += 4)
      sum += 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
    return sum / (data.length / 4);
  })()`);
}

verifies('A13', 'patient zero from its file: three windows, good, violated, good', async () => {
  await openPatientZero();
  expect(await strip().getAttribute('aria-valuemax')).toBe('2');
  expect(await chosen()).toMatch(/^window 0 .* ok:/);
  expect(await violatedFlags()).toEqual([]);
  await strip().press('ArrowRight');
  expect(await chosen()).toMatch(/^window 1 .* violated: β₁ jumped \(beta1_jerk_within_bound\)$/);
  expect(await violatedFlags()).toEqual(['beta1_jerk_within_bound']);
  await page.getByText('0.055 at step 8').waitFor();
  await strip().press('ArrowRight');
  expect(await chosen()).toMatch(/^window 2 .* ok:/);
  expect(await violatedFlags()).toEqual([]);
  await page.getByText('every invariant holds').waitFor();
});

verifies(
  'A13',
  'the veto window shows its pillar, its chapel and the bay that is missing',
  async () => {
    await openPatientZero();
    expect(await page.locator('[data-pillar]').count(), 'the good window has none').toBe(0);
    await strip().press('End');
    await page.locator('[data-pillar="7"]').waitFor();
    expect(await page.locator('[data-chapel]').count()).toBe(1);
    expect(await page.locator('[data-chapel="8"]').getAttribute('data-length')).toBe('1');
    expect(await page.locator('[data-light="void"]').count()).toBe(1);
    expect(await page.locator('[data-light="flow"]').count()).toBe(9);
    expect(await page.locator('[data-scars]').count()).toBe(1);
  },
);

verifies('A13', 'silence and consent differ without any colour, in light and dark', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const opened = await dashboard.open({ theme });
    await context.close();
    ({ page, context } = opened);
    await openPatientZero();
    await strip().press('End');
    await bays().nth(15).hover();
    const [consent, fog, silence] = [
      await brightness(12),
      await brightness(9),
      await brightness(11),
    ];
    expect(consent, theme).toBeGreaterThan(150);
    expect(fog, theme).toBeLessThan(consent - 60);
    expect(silence, theme).toBeLessThan(fog - 25);
  }
});

test('every bay is reached by keyboard and says its numbers', async () => {
  await openPatientZero();
  await strip().press('End');
  expect(await bays().count()).toBe(16);
  await bays().first().focus();
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
  const words = 'Step 8: vetoed; dissent: somebody said no; a high-impact action, with a word';
  expect(await page.locator(':focus').getAttribute('aria-label')).toContain(words);
  const readout = page.getByTestId('step-readout');
  expect(await readout.innerText()).toContain('1.19, inside 0.7 to 1.2');
  expect(await readout.innerText()).toContain('0.499 of 0.5');
  await page.keyboard.press('ArrowRight');
  expect(await readout.innerText()).toContain('in the chapel of step 8');
  await page.keyboard.press('End');
  expect(await readout.innerText()).toContain('Step 16 of 16');
  await page.keyboard.press('Home');
  await bays().nth(11).hover();
  expect(await readout.innerText()).toContain('silent: Tripwire did not see it');
});

test('the strip is walked by keyboard, and shown and chosen by pointer', async () => {
  await openPatientZero();
  await strip().press('n');
  expect(await chosen()).toMatch(/^window 1 /);
  await strip().press('Home');
  expect(await chosen()).toMatch(/^window 0 /);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  expect(await chosen()).toMatch(/^window 1 /);
  await strip().press('End');
  await strip().press('p');
  expect(await chosen()).toMatch(/^window 1 /);
  const box = await strip().boundingBox();
  if (box === null) throw new Error('the strip cannot be seen');
  await page.mouse.move(box.x + 5, box.y + 20);
  expect(await page.getByTestId('strip-words').innerText()).toMatch(/^window 0 /);
  expect(await chosen(), 'pointing alone chooses nothing').toMatch(/^window 1 /);
  await page.mouse.down();
  expect(await chosen()).toMatch(/^window 0 /);
});

test('the table beside it has all sixteen steps, and the roots can be copied', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPatientZero();
  await strip().press('End');
  await page.getByRole('button', { name: 'Table' }).click();
  const rows = page.getByRole('table').getByRole('row');
  expect(await rows.count()).toBe(17);
  expect(await rows.nth(8).getByRole('cell').allInnerTexts()).toEqual([
    expect.anything(),
    'VETO',
    'DISSENT',
    'yes',
    '1.19',
    '0.499',
    '0.34',
  ]);
  await page.getByRole('button', { name: 'Copy asc_root' }).click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
    '0x15aea4fcba39079b739c9a5e53ff82880fb226eed192a0f056cdbb733d469e63',
  );
});

test('a live agent is there with its windows, and the file makes way for it', async () => {
  await openPatientZero();
  await page.getByRole('button', { name: 'Close the file' }).click();
  expect(await page.getByLabel('Agent').inputValue()).toBe('worker');
  expect(await chosen(), 'the newest').toMatch(/^window \d+ /);
  const last = Number(await strip().getAttribute('aria-valuemax'));
  expect(last).toBeGreaterThanOrEqual(3);
  await strip().press('Home');
  expect(await chosen()).toMatch(/^window 0 /);
  await page.getByRole('heading', { name: 'Window 0' }).waitFor();
  await bays().first().waitFor();
  expect(await bays().count()).toBe(16);
  expect(await page.locator('[data-light="fog"]').count(), 'nobody was asked').toBeGreaterThan(0);
  const place = page.getByText('Place in the log').locator('..');
  expect(await place.innerText()).toMatch(/Place in the log\s+\d+/);
});

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
  ['dark', 390],
] as const)('axe finds nothing serious, %s at %i', async (theme, width) => {
  const opened = await dashboard.open({ theme, width });
  await context.close();
  ({ page, context } = opened);
  await openPatientZero();
  await strip().press('n');
  await page.getByText('How to read this').click();
  const found: string[] = [];
  for (const view of ['Drawing', 'Table']) {
    await page.getByRole('button', { name: view }).click();
    found.push(...(await seriousProblems(page)).map((problem) => `${view}: ${problem}`));
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - innerWidth',
    );
    if (overflow > 0) found.push(`${view}: ${overflow} px wider than the window`);
  }
  expect(found).toEqual([]);
});
