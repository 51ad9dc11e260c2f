/**
 * Takes the pictures of docs/images: every page, light and dark, wide and narrow, of a server where something happens.
 */
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { AuditedLife } from '../test/audit/audited-life.ts';
import { openDashboard, type Dashboard } from '../test/web/dashboard.ts';

const folder = fileURLToPath(new URL('../docs/images', import.meta.url));
const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const;

const PATIENT_ZERO = fileURLToPath(
  new URL('../fixtures/patient_zero_autoloop16_v0.1.1.json', import.meta.url),
);
const HOUR_MS = 3_600_000;

/** So long takes a shift with the rest after it. */
const SHIFT_MS = 3.2 * HOUR_MS;
const NIGHT_MS = 6 * HOUR_MS;

/** Two days under audit: shifts of work, rest between them, and a night in which Tripwire was off. */
async function liveTwoDays(data: string): Promise<void> {
  const agent = 'nightly-review';
  const [first, second] = [5, 8];
  const life = new AuditedLife(data, Date.now() - (first + second) * SHIFT_MS - NIGHT_MS);
  const shifts = async (count: number): Promise<void> => {
    for (let shift = 0; shift < count; shift += 1) {
      const endMs = life.wallMs + SHIFT_MS;
      await life.work(agent, 150, 11_000);
      // In a hurry, without a pause.
      if (shift % 3 === 1) await life.work(agent, 50, 2_800);
      await life.rest(endMs - life.wallMs);
    }
  };
  await life.start();
  await shifts(first);
  await life.end();
  life.wallMs += NIGHT_MS;
  await life.start();
  await shifts(second);
  await life.end();
}

/** Things to see: a killed agent, a healthy family, one that waits, one that was stopped, a channel. */
async function fill({ server, agent }: Dashboard): Promise<void> {
  const family = (session: string) => ({
    headers: { 'x-claude-code-session-id': session },
    model: 'gpt-5-mini',
  });
  const model = 'gpt-5';
  // Its two days were lived before anybody armed a switch.
  await server.gate.operate({
    agent: 'nightly-review',
    action: 'configure',
    by: 'ada',
    why: 'armed',
    envelope: { killSwitch: { enabled: true } },
  });
  await Promise.all([
    agent('healthy', 'refactor-bot', { steps: 6, stepDelayMs: 150, model }),
    // As slow as models are, so that the picture of its stop reads like one.
    agent('looping', 'test-runner', { stepDelayMs: 1_600, model }),
    agent('healthy', 'docs-writer', { steps: 5, stepDelayMs: 200, model }),
    agent('healthy', 'nightly-review', { steps: 3, stepDelayMs: 80, model }),
    agent('healthy', 'support-desk', { steps: 2, stepDelayMs: 90, ...family('ticket-4711') }),
    agent('healthy', 'support-desk', { steps: 3, stepDelayMs: 90, ...family('ticket-4712') }),
  ]);
  await agent('looping', 'test-runner', { steps: 1, model });
  await server.gate.operate({
    agent: 'nightly-review',
    action: 'deactivate',
    by: 'ada',
    why: 'the release is frozen until Monday',
  });
  const ask = {
    source: 'policy',
    change: 'raise',
    hold: 'approval',
    agent: 'refactor-bot',
  } as const;
  await server.gate.signal({
    ...ask,
    target: 'bash: git push --force origin main',
    details: 'rewrites the history of a shared branch',
  });
  await server.gate.signal({
    ...ask,
    agent: 'docs-writer',
    target: 'bash: rm -rf build/site',
    details: 'deletes a folder that git does not know',
  });
}

async function addChannel(page: Page, receiver: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/alerts`);
  await page.getByRole('button', { name: 'Add a channel' }).click();
  await page.getByLabel('Name').fill('On-call');
  await page.getByLabel('Address').fill(receiver);
  await page.getByLabel('Allow a private network').click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
}

/** The first window of the live trace in which something was wrong. */
async function chooseFinding(page: Page): Promise<void> {
  await page.getByRole('listbox').waitFor();
  await page.getByRole('slider').press('Home');
  await page.getByRole('slider').press('n');
}

/** Patient zero's third window, with the drawing in the middle of the screen. */
async function openVetoWindow(page: Page): Promise<void> {
  await page.getByLabel('Files to verify').setInputFiles(PATIENT_ZERO);
  await page.getByRole('heading', { name: /patient_zero/ }).waitFor();
  await page.getByRole('slider').press('End');
  await page.getByRole('option', { name: /^Step 8:/ }).hover();
  // Below the bar that stays at the top.
  const box = await page.getByRole('heading', { name: 'Window 2' }).boundingBox();
  await page.evaluate(`scrollBy(0, ${(box?.y ?? 0) - 80})`);
}

const receiver = createServer((request, response) => {
  request.resume();
  response.end('ok');
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
mkdirSync(folder, { recursive: true });
const dashboard = await openDashboard(true, { audit: 'on', prepare: liveTwoDays });
try {
  const first = await dashboard.open();
  await addChannel(first.page, address);
  await fill(dashboard);
  const [newest] = await first.page.evaluate<{ id: string }[]>(
    `fetch('/api/incidents?agent=test-runner').then((answer) => answer.json())`,
  );
  const incident = newest?.id ?? '';
  const paths = {
    overview: '/',
    agents: '/agents',
    agent: '/agents/test-runner',
    incidents: '/incidents',
    incident: `/incidents/${encodeURIComponent(incident)}`,
    calls: '/calls',
    events: '/events',
    approvals: '/approvals',
    alerts: '/alerts',
    audit: '/audit/nightly-review',
    'audit-window': '/audit',
    connect: '/connect',
    settings: '/settings',
  };
  const only = process.argv[2];
  for (const theme of ['light', 'dark'] as const) {
    for (const [size, box] of Object.entries(SIZES)) {
      const { page, context } = await dashboard.open({ ...box, theme });
      page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
      page.on('pageerror', (error) => console.error(error));
      for (const [name, path] of Object.entries(paths)) {
        if (only !== undefined && !`${name}-${theme}-${size}`.includes(only)) continue;
        await page.goto(`${dashboard.server.adminUrl}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (name === 'audit-window') await openVetoWindow(page);
        if (name === 'audit') await chooseFinding(page);
        await page.waitForTimeout(900);
        await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.png`) });
      }
      await context.close();
    }
  }
} finally {
  await dashboard.close();
  receiver.close();
}
