/** When an agent was seen: what it does itself counts, time and people do not, and a restart forgets nothing. */
import { expect, test } from 'vitest';
import { testGate } from '../../test/kit/test-gate.ts';
import { createMemoryStore, type Store } from '../store/index.ts';

const WALL_MS = 1_700_000_000_000;

/** A gate whose clock is moved by hand. */
async function gateAt(store: Store, atMs: number) {
  let elapsedMs = 0;
  const gate = await testGate({
    store,
    time: { wallMs: () => atMs, monotonicMs: () => elapsedMs },
  });
  const seen = async () => (await gate.agent('crawler')).last_seen;
  return {
    gate,
    seen,
    pass: (ms: number) => {
      elapsedMs += ms;
    },
  };
}

test('only what the agent does itself counts', async () => {
  const store = createMemoryStore();
  const { gate, seen, pass } = await gateAt(store, WALL_MS);
  await gate.register('crawler', 'test');
  expect(await seen()).toBeNull();
  pass(1_000);
  const ask = { agent: 'crawler', purpose: 'step', estimateTokens: 100, waitMs: 0 } as const;
  const admission = await gate.admit(ask);
  expect(await seen()).toBe(WALL_MS + 1_000);
  pass(1_000);
  if (!admission.allowed) throw new Error('a healthy agent was refused');
  await admission.call.finish({
    status: 'SUCCESS',
    latencyMs: 900,
    tokens: 300,
    cachedTokens: 0,
    response: { toolCalls: 0, outputLength: 40 },
  });
  expect(await seen()).toBe(WALL_MS + 2_000);
  pass(60_000);
  await gate.operate({ agent: 'crawler', action: 'pause', by: 'ada', why: 'lunch' });
  await gate.signal({ agent: 'crawler', source: 'loop', change: 'note', details: 'a note' });
  expect(await seen()).toBe(WALL_MS + 2_000);
  gate.close();
  const again = await gateAt(store, WALL_MS + 3_600_000);
  expect(await again.seen()).toBe(WALL_MS + 2_000);
  again.gate.close();
});

test('a question alone counts, also over restarts', async () => {
  const store = createMemoryStore();
  const asked = await gateAt(store, WALL_MS);
  await asked.gate.admit({ agent: 'crawler', purpose: 'step', estimateTokens: 100, waitMs: 0 });
  asked.gate.close();
  const operated = await gateAt(store, WALL_MS + 60_000);
  await operated.gate.operate({ agent: 'crawler', action: 'pause', by: 'ada', why: 'lunch' });
  operated.gate.close();
  const again = await gateAt(store, WALL_MS + 3_600_000);
  expect(await again.seen()).toBe(WALL_MS);
  again.gate.close();
});
