import { expect, test, vi } from 'vitest';
import { testGate } from '../../../test/kit/test-gate.ts';
import { cutOld } from '../../journal/index.ts';
import { createMemoryStore, type Store } from '../../store/index.ts';

const MANY = 40;
const ACT = { by: 'bob', why: 'enough' } as const;

/** A journal of many agents that worked; two are stopped, one of them in one session, and one was stopped once. */
async function journalOfMany(): Promise<Store> {
  const store = createMemoryStore();
  const gate = await testGate({ store });
  for (let index = 0; index < MANY; index += 1) {
    await gate.signal({
      agent: `a-${index}`,
      session: 's',
      source: 'policy',
      change: 'note',
      details: 'seen',
    });
  }
  await gate.operate({ ...ACT, agent: 'a-3', action: 'deactivate' });
  await gate.operate({ ...ACT, agent: 'a-7', session: 's', action: 'deactivate' });
  await gate.operate({ ...ACT, agent: 'a-9', action: 'deactivate' });
  await gate.operate({ ...ACT, agent: 'a-9', action: 'activate' });
  gate.close();
  return store;
}

const heldNames = async (gate: Awaited<ReturnType<typeof testGate>>) =>
  (await gate.mayBeHeld())
    .filter(({ standing }) => [standing, ...(standing?.sessions ?? [])].some(holdsAny))
    .map(({ id }) => id);

function holdsAny(one: { readonly holds: readonly unknown[] } | null): boolean {
  return (one?.holds.length ?? 0) > 0;
}

test('who is held is known after a start without reading the journals of the others', async () => {
  const store = await journalOfMany();
  const read = vi.spyOn(store, 'read');
  const gate = await testGate({ store });
  expect(await heldNames(gate)).toEqual(['a-3', 'a-7']);
  const readAgents = new Set(read.mock.calls.map(([agent]) => agent));
  expect([...readAgents].toSorted()).toEqual(['*', 'a-3', 'a-7', 'a-9']);
  await gate.operate({ ...ACT, agent: 'a-3', action: 'activate' });
  await gate.operate({ ...ACT, agent: 'a-5', action: 'deactivate' });
  expect(await heldNames(gate)).toEqual(['a-5', 'a-7']);
  gate.close();
});

test('one whose rows were cut, and the event of its hold with them, is found all the same', async () => {
  const store = await journalOfMany();
  const later = await testGate({ store });
  // The first record of a process opens a segment with a snapshot; what is older may be cut.
  for (const agent of ['a-3', 'a-4']) {
    await later.signal({ agent, source: 'policy', change: 'note', details: 'seen again' });
  }
  later.close();
  await cutOld(store, { days: 1, maxBytes: 1 }, later.clock.now() + 1);
  expect((await store.anchors()).map(({ agent }) => agent)).toEqual(['a-3', 'a-4']);
  expect(await store.events({ agent: 'a-3', type: 'hold', limit: 10 })).toEqual([]);
  const gate = await testGate({ store });
  expect(await heldNames(gate)).toEqual(['a-3', 'a-7']);
  gate.close();
});

test('whoever is held elsewhere meanwhile is found, too', async () => {
  const store = await journalOfMany();
  const gate = await testGate({ store });
  await gate.mayBeHeld();
  const other = await testGate({ store });
  await other.operate({ ...ACT, agent: 'a-20', action: 'deactivate' });
  expect(await heldNames(gate)).toEqual(['a-20', 'a-3', 'a-7']);
  gate.close();
  other.close();
});
