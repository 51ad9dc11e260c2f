/** Tool calls that hooks saw: counted once, judged by the kill switch, and no false alarm of their own. */
import { describe, expect, test } from 'vitest';
import { testGate } from '../../test/kit/test-gate.ts';
import type { KillSwitch } from '../core/index.ts';
import { readRow, replayJournal } from '../journal/index.ts';
import { createMemoryStore, type Store } from '../store/index.ts';
import type { ToolSeen } from './index.ts';

async function started(killSwitch: Partial<KillSwitch> = {}) {
  const store = createMemoryStore();
  const time = { nowMs: 1_000_000 };
  const gate = await testGate({
    store,
    envelopeOf: () => ({ killSwitch }),
    time: { wallMs: () => time.nowMs, monotonicMs: () => time.nowMs },
  });
  let calls = 0;
  const seen = (more: Partial<ToolSeen> = {}): ToolSeen => {
    calls += 1;
    const call = { callId: `c${calls}`, tool: 'Bash', args: { command: 'make' }, result: 'failed' };
    return { agent: 'coder', session: 's1', isError: true, ...call, ...more };
  };
  return { gate, store, time, seen };
}

async function recordsOf(store: Store): Promise<readonly Record<string, unknown>[]> {
  const rows = await store.read('coder', 1, 1_000);
  const entries = rows.map(readRow);
  return entries.flatMap((entry) => ('record' in entry ? [{ ...entry.record }] : []));
}

test('a sighting is an event with one digest, and its text stays out of the journal', async () => {
  const { gate, store, seen } = await started();
  expect(await gate.tool(seen({ result: 'a text of its own', thread: 'sub' }))).toBeNull();
  const [, record] = await recordsOf(store);
  expect(record).toMatchObject({
    type: 'event',
    session: 's1',
    thread: 'sub',
    event: { tokenCount: 0, toolCalls: 1 },
    observed: { digests: [{ kind: 'tool', step: { tool: 'Bash' } }] },
  });
  expect(JSON.stringify(record)).not.toContain('a text of its own');
  expect(await replayJournal(store, 'coder')).toMatchObject({ parity: true });
});

describe('the first sighting counts', () => {
  test('a call that was reported is not recorded again; one without an id is', async () => {
    const { gate, store, seen } = await started();
    for (const callId of ['c', 'c', null, null]) await gate.tool(seen({ callId }));
    expect(await recordsOf(store)).toHaveLength(1 + 3);
  });

  test('the calls of a session whose model calls pass here come with the proxy', async () => {
    const { gate, store, seen } = await started();
    const ask = { agent: 'coder', session: 's1', purpose: 'step', estimateTokens: 1 } as const;
    await gate.admit({ ...ask, waitMs: 0 });
    const before = await recordsOf(store);
    await gate.tool(seen());
    expect(await recordsOf(store)).toEqual(before);
    await gate.tool(seen({ session: 's2' }));
    expect(await recordsOf(store)).toHaveLength(before.length + 1);
  });
});

describe('the kill switch', () => {
  test('stops a session that does the same for nothing, and only that one', async () => {
    const { gate, time, seen } = await started({ enabled: true });
    let refusal = null;
    for (let call = 0; call < 12 && refusal === null; call += 1) {
      time.nowMs += 5_000;
      refusal = await gate.tool(seen());
    }
    expect(refusal).toMatchObject({ kind: 'kill_switch', session: 's1' });
    expect(await gate.standing('coder', 's1')).toMatchObject({ kind: 'kill_switch' });
    expect(await gate.standing('coder', 's2')).toBeNull();
  });

  test('leaves work alone that gets on', async () => {
    const { gate, time, seen } = await started({ enabled: true });
    for (let call = 0; call < 40; call += 1) {
      time.nowMs += 5_000;
      const args = { file_path: `src/file-${call}.ts` };
      const result = `export const value${call} = ${call * 7};`;
      expect(await gate.tool(seen({ tool: 'Read', args, result, isError: false }))).toBeNull();
    }
  });
});

test('an agent that begins to call tools side by side does not run away', async () => {
  const { gate, store, time, seen } = await started();
  const read = (name: string) =>
    gate.tool(seen({ tool: 'Read', args: { name }, result: `text of ${name}`, isError: false }));
  for (let turn = 0; turn < 30; turn += 1) {
    time.nowMs += 8_000;
    await read(`slow ${turn}`);
  }
  for (let turn = 0; turn < 10; turn += 1) {
    time.nowMs += 8_000;
    for (let call = 0; call < 5; call += 1) {
      time.nowMs += 20;
      await read(`fast ${turn} ${call}`);
    }
  }
  const [view] = await gate.agents();
  expect(view).toMatchObject({ sessions: [{ id: 's1', health: 1, mode: 'WORKING', holds: [] }] });
  const kinds = (await recordsOf(store)).map(({ type }) => type);
  expect(kinds.filter((type) => type === 'event')).toHaveLength(40);
  expect(kinds.filter((type) => type === 'admit')).toHaveLength(40);
});
