/** Audit windows of a journal in Postgres: one server measures them, and of a fleet one node at a time. */
import { afterAll, expect, test, vi } from 'vitest';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { newDatabase } from './shared-postgres.ts';

const patient = { timeout: 90_000, interval: 200 };
const homes: Home[] = [];
const servers: RunningTripwire[] = [];

interface Page {
  readonly audited?: boolean;
  readonly total: number;
  readonly detail?: string;
}
interface Log {
  readonly key: string;
  readonly size: number;
}
interface Entries {
  readonly entries: readonly string[];
}

async function start(args: readonly string[]): Promise<RunningTripwire> {
  const home = await newHome();
  home.configure('audit: on\n');
  homes.push(home);
  const server = await startTripwire(home, args);
  servers.push(server);
  return server;
}

afterAll(async () => {
  for (const server of servers) server.process.kill('SIGKILL');
  await Promise.all(homes.map((home) => home.provider.close()));
});

const traced = (server: RunningTripwire, agent: string) =>
  vi.waitFor(async () => {
    const page = await server.api<Page>(`/api/agents/${agent}/windows`);
    expect(page.audited).toBe(true);
    return page;
  }, patient);

test('a server that is alone on its database measures windows', async () => {
  const server = await start(['--store', await newDatabase()]);
  expect((await askAs(server.url, 'alone')).status).toBe(200);
  await traced(server, 'alone');
  expect((await server.api<Log>('/api/audit/log')).size).toBeGreaterThan(0);
  expect(await server.end()).toBe(0);
}, 180_000);

test('of a fleet the leading node measures, also what others served, and the next one goes on when it is gone', async () => {
  const store = ['--store', await newDatabase(), '--fleet'];
  const first = await start(store);
  const firstHome = homes.at(-1) as Home;
  const second = await start(store);
  await vi.waitFor(
    async () => expect((await askAs(second.url, 'worker')).status).toBe(200),
    patient,
  );
  await traced(first, 'worker');
  const refused = await second.api<Page>('/api/agents/worker/windows');
  expect(refused.detail).toMatch(
    /one node of a fleet measures windows, and that is the Tripwire on/,
  );

  first.process.kill('SIGKILL');
  await second.printed('This node of the fleet measures windows');
  await traced(second, 'worker');
  // The first comes back and leads when the second is gone: its log does not say that nobody was there meanwhile.
  const again = await startTripwire(firstHome, store);
  servers.push(again);
  const refusedNow = async () =>
    expect((await again.api<Page>('/api/agents/worker/windows')).detail).toMatch(
      /one node of a fleet/,
    );
  await vi.waitFor(refusedNow, patient);
  const measured = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  second.process.kill('SIGKILL');
  await again.printed('This node of the fleet measures windows');
  await traced(again, 'worker');
  const { entries } = await again.api<Entries>('/api/audit/log/entries?from=0&limit=200');
  const runs = entries
    .map((entry) => JSON.parse(entry) as { kind: string; last_seen_ms: number | null })
    .filter(({ kind }) => kind === 'run');
  expect(runs).toHaveLength(2);
  expect(runs[1]?.last_seen_ms).toBeGreaterThan(measured);
}, 300_000);
