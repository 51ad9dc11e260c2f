/** A journal that version 0.1.0 wrote: it is read, its decisions stand, and what it stopped stays stopped. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { replayJournal } from '../../src/journal/replay.ts';
import { createMemoryStore, type JournalRow, type Snapshot } from '../../src/store/index.ts';
import { testGate } from '../kit/test-gate.ts';

const AGENT = 'looping';

interface Written {
  readonly rows: readonly JournalRow[];
  readonly snapshots: readonly Snapshot[];
}

const file = new URL('../fixtures/journals/version-0.1.0.json', import.meta.url);
const written = JSON.parse(readFileSync(file, 'utf8')) as Written;

async function storeWith(snapshots: readonly Snapshot[]) {
  const store = createMemoryStore();
  await store.append({ rows: written.rows, snapshots });
  return store;
}

test('every decision is the one that was recorded', async () => {
  const replay = await replayJournal(await storeWith([]), AGENT);
  expect(replay).toMatchObject({ parity: true, rows: written.rows.length });
});

test.each([
  ['from the first row', []],
  ['from its snapshot', written.snapshots],
])(
  'an agent that it stopped is refused, and works once a person resumes it: %s',
  async (_, kept) => {
    const gate = await testGate({ store: await storeWith(kept) });
    const ask = { agent: AGENT, purpose: 'step', estimateTokens: 10, waitMs: 0 } as const;
    expect(await gate.admit(ask)).toMatchObject({
      allowed: false,
      refusal: { kind: 'kill_switch' },
    });
    await gate.operate({ agent: AGENT, action: 'activate', by: 'bob', why: 'looked at it' });
    expect(await gate.admit(ask)).toMatchObject({ allowed: true });
    await gate.close();
  },
);
