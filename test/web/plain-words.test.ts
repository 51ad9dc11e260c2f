/**
 * No page speaks in codes: whatever state an agent is in, what stands on the page is for people. Numbers and records are
 * behind "why?", and only there.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IncidentSummary } from '../../src/control/api/client.ts';
import { axisLabels } from '../../web/src/ui/axis-labels.ts';
import { seriousProblems } from './axe.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 300_000);
afterAll(() => dashboard.close());

/** Codes of vetoes, holds and refusals, a backtick, milliseconds since 1970, and a reason that was cut in the middle. */
const UNPLAIN = /\b[A-Z]{3,}_[A-Z_]{3,}\b|`|\b\d{13}\b|\(by "/;

async function unplainOn(page: Awaited<ReturnType<Dashboard['open']>>['page']): Promise<string[]> {
  const lines = (await page.locator('main').innerText()).split('\n');
  return lines.filter((line) => UNPLAIN.test(line));
}

test('agents that a budget refuses, parks or cannot price are told in words on every page, light and dark', async () => {
  const { gate } = dashboard.server;
  const model = 'gpt-5';
  const budgets = {
    'over-calls': { callsPerDay: 1 },
    'over-money': { microUsdPerDay: 900 },
    'over-session': { tokensPerSession: 300 },
    'asks-first': { callsPerDay: 1, extendPercent: 50 },
  };
  for (const [agent, own] of Object.entries(budgets)) {
    await dashboard.agent('healthy', agent, { steps: 1, model });
    const act = { agent, action: 'configure', by: 'kai', why: 'enough for today' } as const;
    await gate.operate({ ...act, envelope: { budgets: own } });
    expect((await dashboard.agent('healthy', agent, { steps: 3, model })).reason).toBe('refused');
  }
  // One without a known price.
  await gate.operate({
    agent: 'unpriced',
    action: 'configure',
    by: 'kai',
    why: 'enough for today',
    envelope: { budgets: { microUsdPerDay: 900 } },
  });
  expect((await dashboard.agent('healthy', 'unpriced', { steps: 3 })).reason).toBe('refused');
  await dashboard.agent('looping', 'loops', { model });

  for (const theme of ['light', 'dark'] as const) {
    const { page, context } = await dashboard.open({ width: 1440, theme });
    const incidents = await page.evaluate<IncidentSummary[]>(
      `fetch('/api/incidents').then((answer) => answer.json())`,
    );
    expect(incidents.map(({ agent }) => agent).toSorted()).toEqual(['asks-first', 'loops']);
    const agents = [...Object.keys(budgets), 'unpriced', 'loops'];
    const paths = [
      '/',
      '/agents',
      '/incidents',
      '/events',
      '/calls',
      '/alerts',
      ...agents.map((agent) => `/agents/${agent}`),
      ...incidents.map(({ id }) => `/incidents/${encodeURIComponent(id)}`),
    ];
    for (const path of paths) {
      await page.goto(`${dashboard.server.adminUrl}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await unplainOn(page), path).toEqual([]);
      expect(await seriousProblems(page), `${path} ${theme}`).toEqual([]);
    }
    await context.close();
  }
}, 240_000);

test('a budget is named as what it is: on the page of events, in the last decisions, and by the state of the agent', async () => {
  const { page, context } = await dashboard.open({ width: 1440 });
  await page.goto(`${dashboard.server.adminUrl}/events`);
  const row = (agent: string) =>
    page.locator('summary').filter({ hasText: agent }).filter({ hasText: 'Over budget' });
  await row('over-money')
    .getByText(/^Over budget: \$0\.\d+ of \$0\.0009 spent in a day \(UTC\), and this call needs \$/)
    .waitFor();
  await row('over-calls').getByText('Refused', { exact: true }).waitFor();
  await page.goto(`${dashboard.server.adminUrl}/agents/over-calls`);
  const decisions = page.getByRole('list', { name: 'Last decisions' });
  await decisions.getByText('budget spent').first().waitFor();
  expect(await decisions.getByText('rate limit exceeded').count()).toBe(0);
  await page.goto(`${dashboard.server.adminUrl}/incidents`);
  await page.getByText(/^Parked at its budget, which resuming extends once/).waitFor();
  expect(await page.getByText('plan resets').count(), 'it has no plan').toBe(0);
  await context.close();
});

test('the sentence of the overview counts what its rows and the list of agents show', async () => {
  const { page, context } = await dashboard.open({ width: 1440 });
  const said = await page.getByText(/^\d+ agents: /).innerText();
  const counted = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(said)?.[1] ?? 0);
  await page.goto(`${dashboard.server.adminUrl}/agents`);
  for (const [label, word] of [
    ['Stopped', 'stopped'],
    ['Waiting', 'waiting'],
    ['Working', 'working'],
  ] as const) {
    await page
      .getByRole('button', { name: new RegExp(`^${label} ${counted(word)}$`) })
      .first()
      .waitFor();
  }
  await context.close();
});

test('an axis has no label twice', () => {
  const whole = (value: number) => String(Math.round(value));
  expect(axisLabels([0, 0.25, 0.5, 0.75, 1], whole)).toEqual(['0', '', '', '', '1']);
  expect(axisLabels([0, 10, 20], whole)).toEqual(['0', '10', '20']);
  expect(axisLabels([0, 0.5, 1], (value) => value.toFixed(1))).toEqual(['0.0', '0.5', '1.0']);
});
