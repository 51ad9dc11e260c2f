/** A call that a limit keeps waiting is no refused one: nothing was lost, and it continues by itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpAgent } from '../../src/testing/index.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
}, 300_000);
afterAll(() => dashboard.close());

test('the page of an agent shows the call as waiting', async () => {
  const { server } = dashboard;
  await dashboard.agent('healthy', 'patient', { steps: 2 });
  const set = { maxToolCallsPerMinute: 1 };
  await server.gate.operate({ agent: 'patient', action: 'configure', by: 'ann', envelope: set });
  const gone = new AbortController();
  const ending = httpAgent({
    baseUrl: `${server.url}/agents/patient/openai/v1`,
    format: 'openai-chat',
    kind: 'healthy',
    signal: gone.signal,
  });
  const { page, context } = await dashboard.open();
  await page.goto(`${server.adminUrl}/agents/patient`);
  const decisions = page.getByRole('list', { name: 'Last decisions' });
  await decisions.getByText('waiting', { exact: true }).first().waitFor();
  expect(await decisions.getByText('refused', { exact: true }).count()).toBe(0);
  gone.abort();
  await ending;
  await context.close();
}, 120_000);
