/** What every store must do with the journal: chains, batches, snapshots, cuts. */
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { CHAIN_START } from '../../src/store/chain-check.ts';
import { StoreError } from '../../src/store/store-error.ts';
import type { Batch, Store } from '../../src/store/store.ts';
import { eventOf, lastOf, nextRows, snapshotOf } from './conformance-rows.ts';

/** Cases on an empty store, by name. */
export const journalCases: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  'an empty store has nothing': async (store) => {
    deepEqual(await store.heads(), []);
    deepEqual(await store.anchors(), []);
    deepEqual(await store.read('a', 1, 10), []);
    equal(await store.snapshot('a'), null);
  },

  'rows come back as they were written, in order and in parts': async (store) => {
    const rows = nextRows('späher 🛰', 5);
    await store.append({ rows: rows.slice(0, 2) });
    await store.append({ rows: rows.slice(2) });
    deepEqual(await store.read('späher 🛰', 1, 10), rows);
    deepEqual(await store.read('späher 🛰', 2, 2), rows.slice(1, 3));
    deepEqual(await store.read('späher 🛰', 6, 10), []);
    const { agent, seq, hash, at } = lastOf(rows);
    deepEqual(await store.heads(), [{ agent, seq, hash, at }]);
  },

  'a batch may continue several chains': async (store) => {
    const [a, b] = [nextRows('a', 3), nextRows('b', 2)];
    await store.append({ rows: [...b, ...a] });
    const heads = await store.heads();
    deepEqual(
      heads.map(({ agent, seq }) => [agent, seq]),
      [
        ['a', 3],
        ['b', 2],
      ],
    );
  },

  'a batch that breaks a chain is refused whole': async (store) => {
    const rows = nextRows('a', 4);
    await store.append({ rows: rows.slice(0, 2) });
    const other = nextRows('b', 1);
    const events = [eventOf('b', 1)];
    const fork = nextRows('a', 1, { seq: 2, hash: 'f'.repeat(64) });
    const broken: Readonly<Record<string, Batch>> = {
      gap: { rows: [...other, ...rows.slice(3)], events },
      again: { rows: [...other, ...rows.slice(1, 2)], events },
      fork: { rows: [...other, ...fork], events },
      'late start': { rows: [...other, ...nextRows('c', 1, lastOf(rows))], events },
      'foreign start': { rows: [...other, ...nextRows('c', 1, { seq: 0, hash: 'e'.repeat(64) })] },
      'event of a row to come': { rows: other, events: [eventOf('b', 2)] },
      'snapshot of a row to come': { rows: other, events, snapshots: [snapshotOf('b', 2)] },
      'hash that stands still': {
        rows: [...other, ...rows.slice(2, 3).map((row) => ({ ...row, hash: row.prev }))],
      },
    };
    for (const [name, batch] of Object.entries(broken)) {
      await refusedChain(store.append(batch), name);
    }
    deepEqual(
      (await store.heads()).map(({ agent, seq }) => [agent, seq]),
      [['a', 2]],
    );
    deepEqual(await store.events({ limit: 10 }), []);
    // Healthy work goes on.
    await store.append({ rows: [...other, ...rows.slice(2)], events });
    deepEqual(await store.read('a', 1, 10), rows);
  },

  'a batch that cannot be kept faithfully is refused by the name of its field': async (store) => {
    const [row] = nextRows('a', 1);
    const wrong: readonly [string, object][] = [
      ['agent', { agent: '' }],
      ['agent', { agent: 'a\0b' }],
      ['seq', { seq: 0 }],
      ['at', { at: 1.5 }],
      ['kind', { kind: '' }],
      ['body', { body: '"\ud800"' }],
      ['prev', { prev: 'F'.repeat(64) }],
      ['hash', { hash: 'abc' }],
    ];
    for (const [field, change] of wrong) {
      const batch = { rows: [{ ...row, ...change }] } as Batch;
      const error = await refusedChain(store.append(batch), field);
      match(error.message, new RegExp(`row 1: ${field} must be`));
    }
    await refusedChain(
      store.append({ rows: nextRows('a', 1), events: [{ ...eventOf('a', 1), seq: -1 }] }),
      'event',
    );
    deepEqual(await store.heads(), []);
  },

  'fifty appends at once all arrive, each chain in order': async (store) => {
    const agents = ['a', 'b', 'c', 'd', 'e'];
    const chains = new Map(agents.map((agent) => [agent, nextRows(agent, 10)]));
    const appends = Array.from({ length: 10 }, (_, index) =>
      agents.map((agent) =>
        store.append({ rows: (chains.get(agent) ?? []).slice(index, index + 1) }),
      ),
    );
    await Promise.all(appends.flat());
    for (const agent of agents) deepEqual(await store.read(agent, 1, 100), chains.get(agent));
  },

  'of fifty that want the same place one gets it, and the others change nothing': async (store) => {
    const rivals = Array.from({ length: 50 }, (_, index) => {
      const [row] = nextRows('a', 1);
      return {
        rows: [{ ...row, hash: String(index).padStart(64, '0').replace(/^0/, 'a') }],
      } as Batch;
    });
    const neighbour = nextRows('b', 1);
    const outcomes = await Promise.allSettled([
      ...rivals.map((batch) => store.append(batch)),
      store.append({ rows: neighbour }),
    ]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    equal(refused.length, 49);
    equal((await store.read('a', 1, 100)).length, 1);
    deepEqual(await store.read('b', 1, 100), neighbour);
  },

  'the newest snapshot is kept, also when an older one comes late': async (store) => {
    const rows = nextRows('a', 3);
    await store.append({ rows: rows.slice(0, 2), snapshots: [snapshotOf('a', 2)] });
    await store.append({ rows: [], snapshots: [snapshotOf('a', 1)] });
    deepEqual(await store.snapshot('a'), snapshotOf('a', 2));
    await store.append({ rows: rows.slice(2), snapshots: [snapshotOf('a', 3)] });
    deepEqual(await store.snapshot('a'), snapshotOf('a', 3));
    equal(await store.snapshot('b'), null);
  },

  'a cut leaves an anchor, and the chain goes on': async (store) => {
    const rows = nextRows('a', 10);
    const events = rows.map(({ seq }) => eventOf('a', seq));
    await store.append({ rows, events, snapshots: [snapshotOf('a', 8)] });
    await store.append({ rows: nextRows('b', 3), events: [eventOf('b', 1)] });
    const cut = rows.slice(0, 6);
    const { hash, at } = lastOf(cut);
    const anchor = { agent: 'a', seq: 6, hash, at };
    deepEqual(await store.cut('a', 6), anchor);
    deepEqual(await store.anchors(), [anchor]);
    deepEqual(await store.read('a', 1, 100), rows.slice(6));
    deepEqual(
      (await store.events({ agent: 'a', limit: 100 })).map(({ seq }) => seq),
      [7, 8, 9, 10],
    );
    equal((await store.events({ agent: 'b', limit: 100 })).length, 1);
    // What is cut stays cut.
    deepEqual(await store.cut('a', 3), anchor);
    equal((await store.cut('a', 8)).seq, 8);
    await refusedChain(store.append({ rows: nextRows('a', 1) }), 'a new start');
    await store.append({ rows: nextRows('a', 1, lastOf(rows)) });
    equal((await store.heads())[0]?.seq, 11);
  },

  'a cut that would take the head or go beyond the snapshot is refused': async (store) => {
    const rows = nextRows('a', 4);
    await store.append({ rows });
    await refusedChain(store.cut('a', 1), 'no snapshot');
    await store.append({ rows: [], snapshots: [snapshotOf('a', 2)] });
    await refusedChain(store.cut('a', 3), 'beyond the snapshot');
    await store.append({ rows: [], snapshots: [snapshotOf('a', 4)] });
    await refusedChain(store.cut('a', 4), 'the head');
    for (const seq of [0, -1, 1.5]) await refusedChain(store.cut('a', seq), `row ${seq}`);
    await refusedChain(store.cut('nobody', 1), 'no such agent');
    deepEqual(await store.read('a', 1, 100), rows);
    deepEqual(await store.anchors(), []);
    equal((await store.cut('a', 3)).seq, 3);
  },

  'a journal that was cut elsewhere is taken over, with the numbers of its events': async (
    store,
  ) => {
    const rows = nextRows('a', 6);
    const last = lastOf(rows.slice(0, 4));
    const anchor = { agent: 'a', seq: 4, hash: last.hash, at: last.at };
    const event = { ...eventOf('a', 5), id: 41 };
    await store.adopt({ anchors: [anchor], events: [event] });
    await store.adopt({ anchors: [anchor], events: [event] });
    await refusedChain(store.append({ rows: nextRows('a', 1) }), 'a new start');
    await store.append({ rows: rows.slice(4), events: [eventOf('a', 6)] });
    await store.adopt({ anchors: [anchor], events: [event] });
    deepEqual(await store.read('a', 1, 100), rows.slice(4));
    deepEqual(await store.anchors(), [anchor]);
    equal((await store.heads())[0]?.seq, 6);
    const ids = (await store.events({ limit: 10 })).map(({ id, seq }) => [id, seq]);
    deepEqual(ids[0], [41, 5]);
    equal(ids.length, 2);
    equal(Number(ids[1]?.[0]) > 41, true);
    await refusedChain(store.adopt({ anchors: [{ ...anchor, seq: 5 }] }), 'another anchor');
    await store.append({ rows: nextRows('b', 2) });
    await refusedChain(store.adopt({ anchors: [{ ...anchor, agent: 'b' }] }), 'a chain with rows');
    await rejects(store.adopt({ events: [{ ...event, id: 0 }] }), TypeError);
  },

  'more than one answer may hold is refused': async (store) => {
    for (const limit of [0, -1, 1.5, 10_001, Number.NaN]) {
      await rejects(store.read('a', 1, limit), RangeError);
      await rejects(store.events({ limit }), RangeError);
      await rejects(store.evidence('a', limit), RangeError);
    }
    deepEqual(await store.read('a', 1, 10_000), []);
  },

  'a closed store refuses everything': async (store) => {
    await store.append({ rows: nextRows('a', 1, CHAIN_START) });
    await store.close();
    for (const call of [store.heads(), store.append({ rows: [] }), store.keys()]) {
      await rejects(call, { code: 'STORE_UNAVAILABLE' });
    }
    await store.close();
  },
};

async function refusedChain(promise: Promise<unknown>, name: string): Promise<StoreError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'STORE_CHAIN') return error;
    throw error;
  }
  throw new Error(`${name}: it was not refused`);
}
