/** Several processes write to one database: whoever loses a race is told so, and nothing forks, is lost or is missed. */
import { expect, test } from 'vitest';
import { openPostgresStore, StoreError, type Store } from '../../src/store/index.ts';
import { eventOf, lastOf, nextRows } from '../store/conformance-rows.ts';
import { newDatabase } from './shared-postgres.ts';

const WRITERS = 4;
const ROWS = 40;
const AGENTS = ['a', 'b', 'c', 'Ä', 'Z'];

/** Adds one row to an agent, on whatever head it finds; how often that was refused. */
async function addRow(store: Store, agent: string): Promise<number> {
  for (let refused = 0; ; refused += 1) {
    const head = (await store.heads()).find((one) => one.agent === agent);
    const rows = nextRows(agent, 1, head);
    const { seq } = lastOf(rows);
    try {
      await store.append({ rows, events: [eventOf(agent, seq)] });
      return refused;
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'STORE_CHAIN') throw error;
    }
  }
}

/** Follows the events by the number of the last one it saw, until it saw so many. */
async function follow(store: Store, until: number): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let afterId = 0; seen.length < until;) {
    for (const { id, agent, seq } of await store.events({ afterId, limit: 100 })) {
      expect(id).toBeGreaterThan(afterId);
      afterId = id;
      seen.push(`${agent}${seq}`);
    }
  }
  return seen;
}

test('of rival writers one wins each place, the others are refused, and who follows the events misses none', async () => {
  const url = await newDatabase();
  const stores = await Promise.all(
    Array.from({ length: WRITERS }, () => openPostgresStore({ url })),
  );
  const [first] = stores as [Store];
  const all = WRITERS * ROWS;
  const following = follow(first, all);
  const writing = stores.map(async (store, writer) => {
    let refused = 0;
    for (let row = 0; row < ROWS; row += 1) {
      refused += await addRow(store, AGENTS[(row + writer) % AGENTS.length] ?? 'a');
    }
    return refused;
  });
  const refused = (await Promise.all(writing)).reduce((sum, one) => sum + one, 0);
  const seen = await following;
  expect(new Set(seen).size).toBe(all);
  // They did meet: otherwise this says nothing.
  expect(refused).toBeGreaterThan(0);
  const rows = await Promise.all(AGENTS.map((agent) => first.read(agent, 1, 1_000)));
  expect(rows.flat()).toHaveLength(all);
  for (const chain of rows) {
    expect(chain.map(({ seq }) => seq)).toEqual(chain.map((_, index) => index + 1));
    expect(chain.slice(1).map(({ prev }) => prev)).toEqual(
      chain.slice(0, -1).map(({ hash }) => hash),
    );
  }
  expect((await first.heads()).map(({ agent }) => agent)).toEqual(['Z', 'a', 'b', 'c', 'Ä']);
  await Promise.all(stores.map((store) => store.close()));
});

test('a new agent is begun by one of many', async () => {
  const url = await newDatabase();
  const stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url })));
  for (const agent of ['n1', 'n2', 'n3', 'n4', 'n5']) {
    const begun = await Promise.allSettled(
      stores.map((store) => store.append({ rows: nextRows(agent, 2) })),
    );
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(begun.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'STORE_CHAIN' } },
      { reason: { code: 'STORE_CHAIN' } },
    ]);
    expect(await stores[0]?.read(agent, 1, 10)).toEqual(nextRows(agent, 2));
  }
  await Promise.all(stores.map((store) => store.close()));
});
