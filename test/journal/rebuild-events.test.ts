/** Derived events can be thrown away: the journal gives them back, also after a restart and a cut. */
import { expect, test } from 'vitest';
import {
  CODING_V1,
  FROZEN_V0_2,
  sealConstitution,
  type Constitution,
} from '../../src/core/index.ts';
import { digestEvent } from '../../src/detect/index.ts';
import type { Gate } from '../../src/gate/index.ts';
import { verifyChain } from '../../src/journal/chain.ts';
import { rebuildEvents } from '../../src/journal/rebuild-events.ts';
import { cutOld } from '../../src/journal/retention.ts';
import { createMemoryStore, type Store } from '../../src/store/index.ts';
import { testGate } from '../kit/test-gate.ts';

const DAY_MS = 86_400_000;
const looked = digestEvent({ kind: 'tool', tool: 'look', args: { at: 'a' }, result: 'a=1' });

/** A gate whose day is what the test says. */
function openGate(store: Store, day: number, constitution: Constitution = FROZEN_V0_2) {
  let elapsedMs = 0;
  const tick = () => {
    elapsedMs += 500;
    return elapsedMs;
  };
  const time = { wallMs: () => day * DAY_MS, monotonicMs: tick };
  return testGate({
    store,
    constitution,
    envelopeOf: () => ({ killSwitch: { enabled: true } }),
    time,
  });
}

/** Loops until it is stopped, and is released by a person. */
async function loopAndResume(gate: Gate, agent: string): Promise<void> {
  for (let index = 0; index < 12; index += 1) {
    const admission = await gate.admit({
      agent,
      purpose: 'step',
      estimateTokens: 10,
      waitMs: 0,
      observed: { digests: [looked] },
    });
    if (!admission.allowed) break;
    const response = { toolCalls: 1, outputLength: 4 };
    await admission.call.finish({
      status: 'SUCCESS',
      latencyMs: 5,
      tokens: 20,
      cachedTokens: 0,
      response,
    });
  }
  await gate.operate({ agent, action: 'activate', by: 'ada', why: 'mended' });
  gate.close();
}

async function eventsOf(store: Store, agent: string) {
  const events = await store.events({ agent, limit: 1_000 });
  // Numbers are never given twice, so they are not the same after a rebuild.
  return events.map((event) => ({ ...event, id: 0 }));
}

async function chainHolds(store: Store, agent: string): Promise<boolean> {
  const anchor = (await store.anchors()).find((one) => one.agent === agent);
  const start = anchor ?? { seq: 0, hash: '0'.repeat(64) };
  return (await verifyChain(await store.read(agent, 1, 1_000), start)).ok;
}

test('the events of a journal with a restart and two constitutions come back as they were', async () => {
  const store = createMemoryStore();
  await loopAndResume(await openGate(store, 1), 'crawler');
  await loopAndResume(await openGate(store, 2, CODING_V1), 'crawler');
  const before = await eventsOf(store, 'crawler');
  expect(before.filter(({ eventType }) => eventType === 'kill_switch')).toHaveLength(2);
  await store.replaceEvents('crawler', []);
  const rebuilt = await rebuildEvents(store, 'crawler');
  expect(rebuilt).toMatchObject({ events: before.length, kept: 0 });
  expect(await eventsOf(store, 'crawler')).toEqual(before);
});

test('a constitution that did not ship is read from the journal itself', async () => {
  const store = createMemoryStore();
  const own = sealConstitution({ ...FROZEN_V0_2.values, name: 'own', maxTokensPerMinute: 60_000 });
  await loopAndResume(await openGate(store, 1, own), 'crawler');
  const before = await eventsOf(store, 'crawler');
  await store.replaceEvents('crawler', []);
  await rebuildEvents(store, 'crawler');
  expect(await eventsOf(store, 'crawler')).toEqual(before);
});

test('old rows go up to the newest snapshot; chain, state and events of the rest stand', async () => {
  const store = createMemoryStore();
  await loopAndResume(await openGate(store, 1), 'crawler');
  await loopAndResume(await openGate(store, 40), 'crawler');
  const rest = (await eventsOf(store, 'crawler')).filter(({ timestamp }) => timestamp > 2 * DAY_MS);
  const snapshot = await store.snapshot('crawler');
  const cut = await cutOld(store, { days: 30, maxBytes: 1e9 }, 40 * DAY_MS);
  expect(cut).toEqual({ agents: 1, rows: (snapshot?.seq ?? 0) - 1 });
  expect(await chainHolds(store, 'crawler')).toBe(true);
  expect(await rebuildEvents(store, 'crawler')).toMatchObject({ kept: 0 });
  expect(await eventsOf(store, 'crawler')).toEqual(rest);
  const again = await openGate(store, 41);
  expect(await again.agent('crawler')).toMatchObject({ active: 1, problem: null });
  expect(again.isKnown('crawler')).toBe(true);
});

test('young rows stay, also when asked again', async () => {
  const store = createMemoryStore();
  await loopAndResume(await openGate(store, 1), 'crawler');
  await loopAndResume(await openGate(store, 2), 'crawler');
  const before = await store.read('crawler', 1, 1_000);
  expect(await cutOld(store, { days: 30, maxBytes: 1e9 }, 2 * DAY_MS)).toEqual({
    agents: 0,
    rows: 0,
  });
  expect(await store.read('crawler', 1, 1_000)).toEqual(before);
});

test('a store that is too large loses young rows too, and a second cut finds nothing more', async () => {
  const store = createMemoryStore();
  await loopAndResume(await openGate(store, 1), 'crawler');
  await loopAndResume(await openGate(store, 2), 'crawler');
  const cut = await cutOld(store, { days: 30, maxBytes: 1 }, 2 * DAY_MS);
  expect(cut.rows).toBeGreaterThan(10);
  expect(await chainHolds(store, 'crawler')).toBe(true);
  expect(await cutOld(store, { days: 30, maxBytes: 1 }, 2 * DAY_MS)).toEqual({
    agents: 0,
    rows: 0,
  });
});
