/** The audit of a real server: it measures, answers, survives a kill, and what it leaves verifies. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  bytesOf,
  leafHash,
  MerkleTree,
  openCheckpoint,
  readVerifier,
} from '../../src/audit/verify.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import {
  askAs,
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

interface Page {
  readonly audited: boolean;
  readonly total: number;
  readonly windows: readonly unknown[];
  readonly detail?: string;
}

interface Log {
  readonly audited: boolean;
  readonly key: string | null;
  readonly checkpoint: string | null;
}

interface Entries {
  readonly size: number;
  readonly entries: readonly string[];
}

let home: Home;
beforeAll(async () => {
  home = await newHome();
});
afterAll(() => home.provider.close());

/** Traced from the first tick that sees it in the journal. */
async function traced(server: RunningTripwire, agent: string): Promise<Page> {
  return vi.waitFor(
    async () => {
      const page = await server.api<Page>(`/api/agents/${agent}/windows`);
      expect(page.audited).toBe(true);
      return page;
    },
    { timeout: 30_000, interval: 200 },
  );
}

describe('with audit: on for one agent', () => {
  test('its windows are there to be asked for, and only its', async () => {
    home.configure('agents:\n  one:\n    audit: on\n');
    const server = await startTripwire(home);
    await askAs(server.url, 'one');
    await askAs(server.url, 'two');
    expect((await traced(server, 'one')).windows).toBeInstanceOf(Array);
    expect(await server.api<Page>('/api/agents/two/windows')).toEqual({
      agent: 'two',
      audited: false,
      total: 0,
      windows: [],
    });
    const wrong = await server.api<Page>('/api/agents/one/windows?limit=0');
    expect(wrong.detail).toContain('limit must be a whole number from 1 to 3600');
    const stranger = await server.api<Page>('/api/agents/one/windows?page=2');
    expect(stranger.detail).toContain('"page" is not known');
    await server.end('SIGKILL');
  });

  test('its log can be read as it is hashed, and gives the root that is signed', async () => {
    const server = await startTripwire(home);
    await traced(server, 'one');
    const { audited, key, checkpoint } = await server.api<Log>('/api/audit/log');
    expect(audited).toBe(true);
    const { size, root } = openCheckpoint(checkpoint ?? '', readVerifier(key ?? ''));
    const tree = new MerkleTree();
    while (tree.size < size) {
      const { entries } = await server.api<Entries>(
        `/api/audit/log/entries?from=${tree.size}&limit=1`,
      );
      for (const entry of entries) tree.push(leafHash(bytesOf(entry)));
    }
    expect(tree.root()).toEqual(root);
    const beyond = await server.api<Entries>('/api/audit/log/entries?from=1000000');
    expect(beyond).toMatchObject({ from: 1_000_000, entries: [] });
    const wrong = await server.api<Page>('/api/audit/log/entries?limit=2001');
    expect(wrong.detail).toContain('limit must be a whole number from 1 to 2000');
    await server.end('SIGKILL');
  });

  test('after a kill it goes on, and the whole verifies', async () => {
    const server = await startTripwire(home);
    await askAs(server.url, 'one');
    await traced(server, 'one');
    expect(await server.end()).toBe(0);
    const { code, stdout } = await runTripwire(['audit', 'verify', '--data', home.data]);
    expect(stdout).toMatch(/^(?:intact: \d+ windows|the log is intact, but holds no window yet)/m);
    // The newest rows may be in no window yet, and then nothing proves the end.
    expect([0, 3]).toContain(code);
  });
});

test('without it nothing is measured, and verify says how to begin', async () => {
  const other = await newHome();
  const server = await startTripwire(other);
  await askAs(server.url, 'one');
  expect(await server.api<Page>('/api/agents/one/windows')).toMatchObject({ audited: false });
  const none = { audited: false, key: null, checkpoint: null, size: 0 };
  expect(await server.api<Log>('/api/audit/log')).toEqual(none);
  const nothing = { from: 0, size: 0, entries: [] };
  expect(await server.api<Entries>('/api/audit/log/entries')).toEqual(nothing);
  await server.end();
  expect(existsSync(join(other.data, 'audit'))).toBe(false);
  const { code, stderr } = await runTripwire(['audit', 'verify', '--data', other.data]);
  expect(code).toBe(2);
  expect(stderr).toContain('holds no audit: set audit: on for an agent');
  await other.provider.close();
});
