/** The journal gives the same decisions again, and a snapshot is nothing but its records. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import {
  CODING_V1,
  constitutionFrom,
  FROZEN_V0_2,
  type Constitution,
} from '../../src/core/index.ts';
import { digestEvent } from '../../src/detect/index.ts';
import { rowHash } from '../../src/journal/chain.ts';
import { replayJournal } from '../../src/journal/replay.ts';
import { createMemoryStore, type JournalRow, type Store } from '../../src/store/index.ts';
import { testGate } from '../kit/test-gate.ts';

/** A gate that worked, through a restart under another constitution, and met a loop. */
async function worked(calls: number): Promise<Store> {
  const store = createMemoryStore();
  const open = (constitution: Constitution) =>
    testGate({
      store,
      constitution,
      envelopeOf: () => ({ killSwitch: { enabled: true } }),
      capture: 'on-stop',
    });
  const own = constitutionFrom({ name: 'own', maxTokensPerMinute: 40_000 });
  for (const constitution of [CODING_V1, own, FROZEN_V0_2]) {
    const gate = await open(constitution);
    for (let turn = 0; turn < calls; turn += 1) {
      const result = turn < calls - 6 ? `page ${turn} says ${turn * 31}` : 'the same';
      const args = { page: turn < calls - 6 ? turn : 0 };
      const admission = await gate.admit({
        agent: 'crawler',
        // Names that look like numbers are where engines order keys on their own.
        session: String(turn % 3),
        purpose: 'step',
        estimateTokens: 10,
        waitMs: 0,
        observed: { digests: [digestEvent({ kind: 'tool', tool: 'read', args, result })] },
      });
      if (!admission.allowed) continue;
      const response = { toolCalls: 1, outputLength: 5 };
      const end = {
        status: 'SUCCESS',
        latencyMs: 3,
        tokens: 20,
        cachedTokens: 0,
        response,
      } as const;
      await admission.call.finish(end);
    }
    gate.witness('crawler', {
      kind: 'prompt',
      text: 'Read the pages.',
      session: null,
      thread: null,
    });
    await gate.operate({ agent: 'crawler', action: 'deactivate', by: 'ada', why: 'lunch' });
    await gate.operate({ agent: 'crawler', action: 'activate', by: 'ada', why: 'once more' });
    gate.close();
  }
  return store;
}

describe('replaying a journal', () => {
  verifies(
    'T11',
    'gives every decision again, over restarts and another constitution',
    async () => {
      const store = await worked(40);
      const [head] = await store.heads();
      expect(await replayJournal(store, 'crawler')).toMatchObject({
        parity: true,
        rows: head?.seq,
      });
    },
  );

  verifies('T11', 'finds that every snapshot is the fold of its records', async () => {
    const store = await worked(400);
    const segments = (await store.read('crawler', 1, 10_000)).filter(
      ({ kind }) => kind === 'segment',
    );
    expect(segments.length).toBeGreaterThan(2);
    expect(await replayJournal(store, 'crawler')).toMatchObject({ parity: true });
  });

  test('goes on from the newest snapshot when the rows before are cut', async () => {
    const store = await worked(400);
    const snapshot = await store.snapshot('crawler');
    await store.cut('crawler', (snapshot?.seq ?? 0) - 1);
    const replay = await replayJournal(store, 'crawler');
    expect(replay).toMatchObject({ parity: true });
    if (replay.parity) expect(replay.records).toBeGreaterThan(10);
  });

  verifies(
    'T11',
    'names the row whose decision was altered, even with the chain made anew',
    async () => {
      const honest = await worked(20);
      const rows = await honest.read('crawler', 1, 1_000);
      const alterations: readonly (readonly [seq: number, was: RegExp, is: string])[] = [
        // Kept whole: what a person did.
        [2, /"remainingBudget":/, '"remainingBudget":1'],
        // Kept short: its numbers, and its digest.
        [9, /"short":\[/, '"short":[1'],
        [9, /"decided":"...../, '"decided":"other'],
      ];
      for (const [seq, was, is] of alterations) {
        const forged = createMemoryStore();
        let prev = '0'.repeat(64);
        const again: JournalRow[] = [];
        for (const row of rows) {
          if (row.seq === seq) expect(row.body).toMatch(was);
          const body = row.seq === seq ? row.body.replace(was, is) : row.body;
          const hash = rowHash({ ...row, body, prev });
          again.push({ ...row, body, prev, hash });
          prev = hash;
        }
        await forged.append({ rows: again });
        expect(await replayJournal(forged, 'crawler')).toMatchObject({ parity: false, seq });
      }
    },
  );

  verifies('T11', 'names a row whose time or kind was altered beside its hash', async () => {
    const honest = await worked(8);
    const rows = await honest.read('crawler', 1, 1_000);
    const kinds = new Set(rows.map(({ kind }) => kind));
    expect(kinds).toEqual(new Set(['segment', 'admit', 'event', 'operator', 'evidence']));
    const changes: readonly ((row: JournalRow) => JournalRow)[] = [
      (row) => ({ ...row, at: row.at + 1 }),
      (row) => ({ ...row, at: row.at - 1 }),
      (row) => ({ ...row, kind: row.kind === 'admit' ? 'event' : 'admit' }),
    ];
    for (const [index, row] of rows.entries()) {
      for (const change of changes) {
        const forged = createMemoryStore();
        await forged.append({ rows: rows.with(index, change(row)) });
        const replay = await replayJournal(forged, 'crawler');
        const problem = replay.parity ? 'none' : replay.problem;
        expect(problem, `${row.kind} ${row.seq}`).toContain(`the chain breaks at row ${row.seq}.`);
      }
    }
  });
});
