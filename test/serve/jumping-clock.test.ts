/**
 * Time that jumps: a start with a clock far ahead, one that is set back, one that is set while a server runs. It is told
 * and deletes nothing. Days off, a laptop that sleeps and corrections over the network pass without a word.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runOnTerminal } from '../kit/on-terminal.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import { someOf } from '../kit/runs.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

interface Overview {
  readonly needs: readonly { readonly kind: string; readonly what: string }[];
}

let home: Home;
let running: RunningTripwire | null = null;

beforeEach(async () => {
  home = await newHome();
});
afterEach(async () => {
  await running?.end('SIGKILL');
  running = null;
  await home.provider.close();
});

/** What a process needs whose clock is off by what the file says at the moment. */
function shifted(): Record<string, string> {
  const preload = join(home.home, 'shift-clock.cjs');
  const offset = join(home.home, 'clock-offset');
  writeFileSync(
    preload,
    `const { readFileSync } = require('node:fs');
     const now = Date.now;
     Date.now = () => now() + Number(readFileSync(${JSON.stringify(offset)}, 'utf8'));`,
  );
  return { ...home.env, NODE_OPTIONS: `--require=${preload}` };
}

function setClock(offsetMs: number): void {
  writeFileSync(join(home.home, 'clock-offset'), String(offsetMs));
}

async function start(offsetMs: number): Promise<RunningTripwire> {
  setClock(offsetMs);
  running = await startTripwire({ ...home, env: shifted() });
  return running;
}

/** An agent works and is stopped, which keeps its text. */
async function stopped(server: RunningTripwire): Promise<void> {
  await askAs(server.url, 'leaks', 'no-key', 'I leak');
  await server.api('/api/agents/leaks/deactivate', { why: 'it leaks' });
  await vi.waitFor(() => expect(evidence()).toBe(1), 30_000);
}

function evidence(): number {
  const database = new DatabaseSync(join(home.data, 'journal.db'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM evidence').get()?.['n']);
  } finally {
    database.close();
  }
}

async function pageWords(server: RunningTripwire): Promise<string> {
  const { needs } = await server.api<Overview>('/api/overview');
  return needs
    .filter(({ kind }) => kind === 'problem')
    .map(({ what }) => what)
    .join('\n');
}

function tripwire(offsetMs: number, ...args: readonly string[]) {
  setClock(offsetMs);
  return runTripwire(args, '', shifted());
}

const JUMPS: readonly (readonly [string, number])[] = [
  ['ten days', 10 * DAY_MS],
  ['eighty years', 80 * YEAR_MS],
  ['a year', YEAR_MS],
];
describe.each(someOf(1, JUMPS))('one start with a clock %s ahead', (_, offsetMs) => {
  test('is told everywhere and deletes nothing, then or later, until a person says so', async () => {
    const first = await start(0);
    await stopped(first);
    await first.end();

    const ahead = await start(offsetMs);
    expect(ahead.output()).toContain('Nothing is deleted for its age');
    expect(await pageWords(ahead)).toContain('tripwire doctor --accept-clock');
    const status = await tripwire(offsetMs, 'status');
    expect(status.stdout).toContain('later than when Tripwire last ran');
    await askAs(ahead.url, 'works');
    await ahead.end();
    expect(evidence()).toBe(1);

    const after = await start(0);
    expect(after.output()).toContain('Nothing is deleted for its age');
    expect((await askAs(after.url, 'leaks')).status).toBe(402);
    await after.end();
    expect(evidence()).toBe(1);
    const doctor = await tripwire(0, 'doctor');
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain('clock: The clock is');

    setClock(0);
    const said = await runOnTerminal(['doctor', '--accept-clock'], 'y\n', shifted());
    expect(said.stdout).toContain('accepted the clock, which is recorded');
    const last = await start(0);
    const events = await last.api<readonly { readonly reason: string }[]>('/api/events');
    expect(events.some(({ reason }) => reason.includes('accepted the time'))).toBe(true);
    await last.end();
    expect(evidence()).toBe(0);
  });
});

test('a clock that is set back before a start is told, and stops stand', async () => {
  await stopped(await start(0));
  await running?.end();
  const back = await start(-5 * DAY_MS + HOUR_MS);
  expect(back.output()).toContain("ahead of the machine's clock");
  expect(await pageWords(back)).toMatch(/4 days ahead of the machine's clock/);
  expect((await askAs(back.url, 'leaks')).status).toBe(402);
  await back.end();
  expect(evidence()).toBe(1);
});

test.each([
  ['forward', 400 * DAY_MS, 'it was set forward, or the machine slept'],
  ['back', -400 * DAY_MS, "ahead of the machine's clock"],
])(
  'a clock that is set %s while a server runs is told, and deletes nothing',
  async (_, offsetMs, words) => {
    const server = await start(0);
    await stopped(server);
    setClock(offsetMs);
    expect(await pageWords(server)).toContain(words);
    setClock(0);
    expect(await pageWords(server)).toBe('');
    await server.end();
    expect(evidence()).toBe(1);
  },
);

describe('what is no jump', () => {
  const shifts: readonly (readonly [string, number])[] = [
    ['a second back, as after a correction over the network', -1_000],
    ['four days off', 4 * DAY_MS],
    ['ten seconds ahead', 10_000],
    ['an hour of daylight saving, which a clock in UTC does not have', 0],
  ];
  test.each(someOf(2, shifts))('%s between two runs', async (_, offsetMs) => {
    await stopped(await start(0));
    await running?.end();
    const server = await start(offsetMs);
    expect(await pageWords(server)).toBe('');
    expect(server.output()).not.toContain('comparing the time');
    await server.end();
    expect((await tripwire(offsetMs, 'doctor')).stdout).toContain('agree on the time');
  });

  test('a laptop that sleeps for two days under a running server', async () => {
    const server = await start(0);
    await stopped(server);
    setClock(2 * DAY_MS);
    expect(await pageWords(server)).toBe('');
    expect((await askAs(server.url, 'works')).status).toBe(200);
    await server.end();
    const again = await start(2 * DAY_MS);
    expect(await pageWords(again)).toBe('');
  });

  test('old evidence goes after its days, as before', async () => {
    await stopped(await start(0));
    await running?.end();
    for (const days of [5, 10]) {
      const server = await start(days * DAY_MS);
      await server.end();
    }
    expect(evidence()).toBe(0);
  });
});
