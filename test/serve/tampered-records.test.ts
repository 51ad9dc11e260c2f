/** Somebody rewrites what stands beside the journal in the database: nothing of it is shown as true. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Listed {
  readonly id: string;
  readonly reason: string;
}
interface Shown extends Listed {
  readonly steps: readonly { readonly what: string }[];
  readonly evidence: { readonly steps: readonly object[]; readonly problem: string | null } | null;
}
interface Event {
  readonly event_type: string;
  readonly reason: string;
  readonly details: { readonly mismatch?: boolean };
}

let home: Home;
let server: RunningTripwire;

beforeAll(async () => {
  home = await newHome();
  home.configure('kill_switch: { enabled: true }\n');
  server = await startTripwire(home);
  for (const agent of ['texts', 'swapped', 'events', 'freed', 'rows', 'healthy']) {
    await askAs(server.url, agent, 'no-key', `I am ${agent} and I work`);
    await server.api(`/api/agents/${agent}/deactivate`, { why: `stopped by ann, ${agent}` });
  }
  await vi.waitFor(
    async () => expect((await incident('healthy')).evidence?.problem).toBe(null),
    20_000,
  );
  await server.end();
  const before = await doctor();
  expect(before.code).toBe(0);
  const database = new DatabaseSync(join(home.data, 'journal.db'));
  database.exec(
    `UPDATE evidence SET body = replace(body, 'I work', 'I leak') WHERE agent = 'texts'`,
  );
  const forged = JSON.stringify({ steps: [] });
  const forgedHash = createHash('sha256').update(forged).digest('hex');
  database
    .prepare(`UPDATE evidence SET body = ?, hash = ? WHERE agent = 'swapped'`)
    .run(forged, forgedHash);
  database.exec(
    `INSERT INTO events (agent, session, seq, event_type, timestamp, reason, details)
       SELECT agent, session, seq, 'release', timestamp, reason, details FROM events
         WHERE agent = 'freed' AND event_type = 'hold'`,
  );
  database.exec(
    `UPDATE journal SET body = replace(body, 'stopped by ann', 'stopped by eve')
       WHERE agent = 'rows' AND kind = 'operator'`,
  );
  database.exec(
    `UPDATE events SET reason = replace(reason, 'stopped by ann', 'stopped by eve') WHERE agent = 'events'`,
  );
  database.close();
  server = await startTripwire(home);
});
afterAll(async () => {
  await server.end();
  await home.provider.close();
});

async function incident(agent: string): Promise<Shown> {
  const [found] = await server.api<readonly Listed[]>(`/api/incidents?agent=${agent}`);
  return server.api<Shown>(`/api/incidents/${encodeURIComponent(found?.id ?? '')}`);
}

function doctor() {
  return runTripwire(['doctor', '--json'], '', { HOME: home.home });
}

test('the text of evidence', async () => {
  const { evidence } = await incident('texts');
  expect(evidence?.problem).toContain('does not match its hash');
  expect(evidence?.steps).toEqual([]);
});

test('a text that somebody put in its place with a hash of its own', async () => {
  const { evidence } = await incident('swapped');
  expect(evidence?.problem).toContain('The journal does not name this text');
  expect(evidence?.steps).toEqual([]);
});

test('a release that somebody added ends no incident', async () => {
  const shown = await incident('freed');
  expect(shown).toMatchObject({ open: true, released_at: null });
  const open = await server.api<readonly Listed[]>('/api/incidents?agent=freed&state=open');
  expect(open).toHaveLength(1);
});

test('a row of the journal among the steps', async () => {
  const shown = await incident('rows');
  const last = shown.steps.at(-1);
  expect(last?.what).toBe('This step was changed after it was recorded');
  expect(JSON.stringify(shown)).not.toContain('stopped by eve');
});

test('while it runs', async () => {
  await incident('healthy');
  const change = (from: string, to: string) => {
    const database = new DatabaseSync(join(home.data, 'journal.db'));
    database
      .prepare(`UPDATE events SET reason = replace(reason, ?, ?) WHERE agent = 'healthy'`)
      .run(from, to);
    database.close();
  };
  change('stopped by ann', 'stopped by eve');
  expect((await incident('healthy')).reason).toContain('This event was changed');
  change('stopped by eve', 'stopped by ann');
});

test('the reason of an incident', async () => {
  const shown = await incident('events');
  expect(shown.reason).toContain('This event was changed after it was recorded');
  const [listed] = await server.api<readonly Listed[]>('/api/incidents?agent=events');
  expect(listed?.reason).toContain('This event was changed');
  expect(JSON.stringify(shown)).not.toContain('stopped by eve');
});

test('events over the API and on the command line', async () => {
  const events = await server.api<readonly Event[]>('/api/agents/events/events');
  const wrong = events.filter(({ details }) => details.mismatch === true);
  expect(wrong.map(({ event_type }) => event_type).toSorted()).toEqual(['hold', 'operator']);
  const { stdout } = await runTripwire(['events', 'events'], '', { HOME: home.home });
  expect(stdout).toContain('This event was changed');
  expect(stdout).not.toContain('stopped by eve');
});

describe('what nobody touched', () => {
  test('is shown as it is', async () => {
    const shown = await incident('healthy');
    expect(shown.reason).toContain('stopped by ann');
    expect(JSON.stringify(shown.evidence)).toContain('I am healthy and I work');
    const events = await server.api<readonly Event[]>('/api/agents/healthy/events');
    expect(events.some(({ details }) => details.mismatch === true)).toBe(false);
  });
});

test('doctor compares events with the fold, and texts with their hashes', async () => {
  const { code, stdout } = await doctor();
  expect(code).toBe(1);
  const { checks } = JSON.parse(stdout) as {
    readonly checks: readonly {
      readonly name: string;
      readonly ok: boolean;
      readonly detail: string;
    }[];
  };
  const wrong = (name: string) =>
    checks.filter((one) => one.name === name && !one.ok).map(({ detail }) => detail);
  expect(wrong('events')).toEqual([
    expect.stringContaining("2 events of events don't match the journal"),
    expect.stringContaining("1 event of freed doesn't match the journal"),
    expect.stringContaining('the chain breaks at row'),
  ]);
  expect(wrong('evidence')).toEqual([
    expect.stringContaining('swapped, row'),
    expect.stringContaining('texts, row'),
  ]);
});
