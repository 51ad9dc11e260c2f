/**
 * Takes the pictures of docs/images: every page, light and dark, wide and narrow, of a server where something happens.
 */
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openDashboard, type Dashboard } from '../test/web/dashboard.ts';

const folder = fileURLToPath(new URL('../docs/images', import.meta.url));
const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } } as const;

/** Things to see: a killed agent, a healthy family, one that waits, one that was stopped, a channel. */
async function fill({ server, agent }: Dashboard): Promise<void> {
  const family = (session: string) => ({ headers: { 'x-claude-code-session-id': session } });
  await Promise.all([
    agent('healthy', 'refactor-bot', { steps: 6, stepDelayMs: 150 }),
    agent('looping', 'test-runner', { stepDelayMs: 60 }),
    agent('healthy', 'docs-writer', { steps: 5, stepDelayMs: 200 }),
    agent('healthy', 'nightly-review', { steps: 3, stepDelayMs: 80 }),
    agent('healthy', 'support-desk', { steps: 2, stepDelayMs: 90, ...family('ticket-4711') }),
    agent('healthy', 'support-desk', { steps: 3, stepDelayMs: 90, ...family('ticket-4712') }),
  ]);
  await agent('looping', 'test-runner', { steps: 1 });
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
  await page.getByRole('button', { name: 'I have kept it' }).click();
}

const receiver = createServer((request, response) => {
  request.resume();
  response.end('ok');
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
mkdirSync(folder, { recursive: true });
const dashboard = await openDashboard();
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
    events: '/events',
    approvals: '/approvals',
    alerts: '/alerts',
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
