/** Tool calls under a real gate on a real journal: loops are seen, stops are obeyed, denials are recorded. */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { denied, ALLOWED, type GatedAgent, type ToolPolicy } from '../../src/guardrails/index.ts';
import { replayJournal } from '../../src/journal/replay.ts';
import { openSqliteStore } from '../../src/store/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { testGate } from '../kit/test-gate.ts';
import { ToolStage } from '../kit/tool-stage.ts';

async function gated() {
  const folder = temporaryFolder('gated');
  const store = await openSqliteStore({ file: join(folder, 'journal.db') });
  const time = { nowMs: 1_000_000 };
  const gate = await testGate({
    store,
    marksFolder: join(folder, 'marks'),
    envelopeOf: () => ({ killSwitch: { enabled: true } }),
    time: { wallMs: () => time.nowMs, monotonicMs: () => time.nowMs },
  });
  onTestFinished(async () => {
    gate.close();
    await store.close();
  });
  const agent: GatedAgent = { port: gate, agent: 'coder' };
  return { gate, store, time, agent };
}

describe('under a real gate', () => {
  verifies('G1', 'a person’s stop denies the next call; a release lets it run', async () => {
    const { gate, agent } = await gated();
    const stage = new ToolStage();
    expect(await stage.run({ gate: agent })).toMatchObject({ status: 'success', stop: null });
    await gate.operate({ agent: 'coder', action: 'deactivate', by: 'ada', why: 'lunch' });
    const stopped = await stage.run({ gate: agent });
    expect(stopped).toMatchObject({ status: 'denied', by: 'gate', stop: { kind: 'manual' } });
    expect(stage.ran).toHaveLength(1);
    await gate.operate({ agent: 'coder', action: 'activate', by: 'ada', why: 'back' });
    expect(await stage.run({ gate: agent })).toMatchObject({ status: 'success' });
  });

  verifies(
    'G1',
    'a loop of calls that gain nothing ends in a stop, and the journal replays',
    async () => {
      const { store, time, agent } = await gated();
      const stage = new ToolStage();
      let outcome = await stage.run({ gate: agent, params: { fail: true } });
      for (let call = 0; call < 15 && outcome.stop === null; call += 1) {
        time.nowMs += 5_000;
        outcome = await stage.run({ gate: agent, params: { fail: true } });
      }
      expect(outcome).toMatchObject({ status: 'error', stop: { kind: 'kill_switch' } });
      const before = stage.ran.length;
      expect(await stage.run({ gate: agent })).toMatchObject({ status: 'denied', by: 'gate' });
      expect(stage.ran).toHaveLength(before);
      expect(await replayJournal(store, 'coder')).toMatchObject({ parity: true });
    },
  );

  test('an agent that begins to loop is told so in the feedback of a call, once, before it is stopped', async () => {
    const { store, time, agent } = await gated();
    const stage = new ToolStage();
    const feedbacks: (string | null)[] = [];
    for (let call = 0; call < 15; call += 1) {
      time.nowMs += 5_000;
      const { feedback, stop } = await stage.run({ gate: agent, params: { fail: true } });
      if (stop !== null) break;
      feedbacks.push(feedback);
    }
    const told = feedbacks.filter((one) => one?.includes('Do not repeat that step') ?? false);
    expect(told).toHaveLength(1);
    const notes = await store.events({ agent: 'coder', type: 'note', limit: 10 });
    expect(notes.map(({ reason }) => reason)).toEqual(told);
    expect(JSON.parse(notes[0]?.details ?? '')).toMatchObject({ told: 'adapter' });
  });

  verifies('G1', 'asking a policy again and again is a loop too', async () => {
    const { time, agent } = await gated();
    const stage = new ToolStage({ policies: [{ name: 'no', check: () => denied('not allowed') }] });
    let outcome = await stage.run({ gate: agent });
    for (let call = 0; call < 15 && outcome.stop === null; call += 1) {
      time.nowMs += 5_000;
      outcome = await stage.run({ gate: agent });
    }
    expect(outcome).toMatchObject({
      status: 'denied',
      by: 'policy',
      stop: { kind: 'kill_switch' },
    });
    expect(stage.ran).toEqual([]);
  });

  verifies('G1', 'work that gets on is left alone', async () => {
    const { time, agent } = await gated();
    const stage = new ToolStage();
    for (let call = 0; call < 30; call += 1) {
      time.nowMs += 5_000;
      const outcome = await stage.run({ gate: agent, params: { file: `src/file-${call}.ts` } });
      expect(outcome).toMatchObject({ status: 'success', stop: null });
    }
  });

  verifies('G1', 'a stop while a policy waits for a person comes in time', async () => {
    const { gate, agent } = await gated();
    const waits: ToolPolicy = {
      name: 'approval',
      check: async () => {
        await gate.operate({ agent: 'coder', action: 'pause', by: 'ada', why: 'wait' });
        return ALLOWED;
      },
    };
    const stage = new ToolStage({ policies: [waits] });
    expect(await stage.run({ gate: agent })).toMatchObject({
      by: 'gate',
      stop: { kind: 'paused' },
    });
    expect(stage.ran).toEqual([]);
  });
});
