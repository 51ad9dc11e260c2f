/** Approval by a person through a real gate on a real journal. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { GateApproval, RequireApproval, type ApprovalGate } from '../../src/guardrails/index.ts';
import { replayJournal } from '../../src/journal/replay.ts';
import { openSqliteStore } from '../../src/store/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { testGate } from '../kit/test-gate.ts';
import { ToolStage } from '../kit/tool-stage.ts';

const AGENT = 'coder';

async function staged(lapseMs = 60_000) {
  const folder = temporaryFolder('approval');
  const store = await openSqliteStore({ file: join(folder, 'journal.db') });
  const gate = await testGate({ store, marksFolder: join(folder, 'marks') });
  onTestFinished(async () => {
    gate.close();
    await store.close();
  });
  const port = new GateApproval({ gate, agent: AGENT, lookEveryMs: 2 });
  const policy = new RequireApproval({ tools: ['act'], port, lapseMs, why: 'it cannot be undone' });
  const stage = new ToolStage({ policies: [policy] });
  const approvals = async () =>
    (await gate.holds(AGENT, stage.session.id)).filter(({ hold }) => hold === 'approval');
  const run = (callId: string) => stage.run({ callId, gate: { port: gate, agent: AGENT } });
  const answer = (action: 'grant' | 'refuse', target: string) =>
    gate.operate({ agent: AGENT, action, target, by: 'ada', why: 'looked at it' });
  return { gate, store, stage, approvals, run, answer };
}

/** The targets that wait, once there are so many. */
async function waiting(
  approvals: () => Promise<readonly { readonly target?: string }[]>,
  count: number,
): Promise<readonly string[]> {
  return expect
    .poll(async () => (await approvals()).map(({ target }) => target ?? ''), { interval: 2 })
    .toHaveLength(count)
    .then(async () => (await approvals()).map(({ target }) => target ?? ''));
}

describe('a person answers', () => {
  test('with yes: the call runs, and only this one', async () => {
    const { stage, approvals, run, answer } = await staged();
    const first = run('call-1');
    const [target = ''] = await waiting(approvals, 1);
    expect(stage.ran).toEqual([]);
    await answer('grant', target);
    expect(await first).toMatchObject({ status: 'success' });
    expect(stage.ran).toEqual(['act']);
    const second = run('call-2');
    const [other = ''] = await waiting(approvals, 1);
    expect(other).not.toBe(target);
    await answer('refuse', other);
    expect(await second).toMatchObject({ status: 'denied', by: 'policy' });
    expect(stage.ran).toEqual(['act']);
  });

  test('with no: the call does not run and no hold is left', async () => {
    const { stage, approvals, run, answer } = await staged();
    const call = run('call-1');
    const [target = ''] = await waiting(approvals, 1);
    await answer('refuse', target);
    expect(await call).toMatchObject({ status: 'denied', policy: 'require_approval' });
    expect(stage.ran).toEqual([]);
    expect(await approvals()).toEqual([]);
  });

  test('to another action: this one goes on waiting', async () => {
    const { stage, approvals, run, answer } = await staged();
    const [one, two] = [run('call-1'), run('call-2')];
    const targets = await waiting(approvals, 2);
    await answer('grant', targets[1] ?? '');
    await waiting(approvals, 1);
    expect((await approvals())[0]?.target).toBe(targets[0]);
    await answer('refuse', targets[0] ?? '');
    const ended = await Promise.all([one, two]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['denied', 'success']);
    expect(stage.ran).toEqual(['act']);
  });
});

describe('nobody answers', () => {
  test('the call is denied, the hold is cleared, the journal shows both and replays', async () => {
    const { gate, store, stage, approvals, run } = await staged(20);
    const outcome = await run('call-1');
    expect(outcome.status === 'denied' ? outcome.reason : '').toMatch(
      /nobody said yes within 20 ms/,
    );
    expect(stage.ran).toEqual([]);
    await expect.poll(approvals, { interval: 2 }).toEqual([]);
    gate.close();
    expect(await replayJournal(store, AGENT)).toMatchObject({ parity: true });
  });
});

describe('more wait than the gate remembers', () => {
  test('none of them runs until a person decides on all', async () => {
    const { stage, approvals, run, answer } = await staged();
    const calls = ['call-1', 'call-2', 'call-3'].map(run);
    await expect
      .poll(async () => (await approvals()).some(({ target }) => target === '*'), { interval: 2 })
      .toBe(true);
    expect(stage.ran).toEqual([]);
    for (const { target = '' } of await approvals()) await answer('refuse', target);
    const ended = await Promise.all(calls);
    expect(ended.map(({ status }) => status)).toEqual(['denied', 'denied', 'denied']);
    expect(stage.ran).toEqual([]);
  });
});

describe('a no stays a no', () => {
  test('a refused call is not granted by what a person says to the questions after it', async () => {
    const { gate, stage, approvals, run, answer } = await staged();
    // One that looks seldom, as it is by default: the third question comes before it has seen its answer.
    const slow = new GateApproval({ gate, agent: AGENT, lookEveryMs: 1_500 });
    const asked = (target: string) =>
      slow.ask(
        { target, sessionId: stage.session.id, why: 'it cannot be undone' } as never,
        AbortSignal.timeout(20_000),
      );
    const first = run('call-1');
    const [open = ''] = await waiting(approvals, 1);
    const second = asked('refused-one');
    await waiting(approvals, 2);
    // It looks once when its question is durable, and then not for a while.
    await setTimeout(300);
    await answer('refuse', 'refused-one');
    const third = asked('third');
    await expect
      .poll(async () => (await approvals()).some(({ target }) => target === '*'), { interval: 2 })
      .toBe(true);
    expect(await approvals()).toContainEqual(
      expect.objectContaining({ target: 'refused-one', refused: true }),
    );
    await answer('grant', '*');
    expect(await second).toBe('refused');
    // Granting all of them grants none: whoever gave way asks again, and may meet the others once more.
    await expect
      .poll(
        async () => {
          const targets = (await approvals()).map(({ target = '' }) => target);
          if (targets.includes('*')) await answer('grant', '*');
          return targets.includes(open) && targets.includes('third');
        },
        { interval: 20, timeout: 60_000 },
      )
      .toBe(true);
    expect(stage.ran).toEqual([]);
    await answer('grant', 'third');
    expect(await third).toBe('granted');
    await answer('refuse', open);
    expect(await first).toMatchObject({ status: 'denied' });
    expect(stage.ran).toEqual([]);
  });

  test('two that were refused stay, with one more question beside them', async () => {
    const { gate, stage, approvals, answer } = await staged();
    const raise = (target: string) =>
      gate.signal({
        agent: AGENT,
        session: stage.session.id,
        source: 'policy',
        hold: 'approval',
        change: 'raise',
        details: 'why',
        target,
      });
    for (const target of ['one', 'two']) {
      await raise(target);
      await answer('refuse', target);
    }
    await raise('three');
    expect((await approvals()).map(({ target, refused }) => [target, refused])).toEqual([
      ['one', true],
      ['two', true],
      ['*', undefined],
    ]);
  });

  test('a refusal of all ends every question that gave way, and leaves the session free', async () => {
    const { stage, approvals, run, answer } = await staged();
    const calls = ['call-1', 'call-2', 'call-3', 'call-4'].map(run);
    await expect
      .poll(async () => (await approvals()).some(({ target }) => target === '*'), { interval: 2 })
      .toBe(true);
    await answer('refuse', '*');
    const [left = ''] = await waiting(approvals, 1);
    await answer('refuse', left);
    const ended = await Promise.all(calls);
    expect(ended.map(({ status }) => status)).toEqual(Array(4).fill('denied'));
    expect(await approvals()).toEqual([]);
    expect(stage.ran).toEqual([]);
  });

  test('a hold that went away without an answer is no grant', async () => {
    const gone: ApprovalGate = {
      signal: () => Promise.resolve(),
      holds: () => Promise.resolve([]),
      onEvent: () => () => undefined,
    };
    const port = new GateApproval({ gate: gone, agent: AGENT, lookEveryMs: 1 });
    const policy = new RequireApproval({ tools: ['*'], port, lapseMs: 100 });
    const stage = new ToolStage({ policies: [policy] });
    expect(await stage.run()).toMatchObject({ status: 'denied', by: 'policy' });
    expect(stage.ran).toEqual([]);
  });
});

test('the same call sent twice needs two answers', async () => {
  const { stage, approvals, run, answer } = await staged();
  const [one, two] = [run('call-1'), run('call-1')];
  const targets = await waiting(approvals, 2);
  await answer('refuse', targets[0] ?? '');
  await waiting(approvals, 1);
  expect(stage.ran).toEqual([]);
  await answer('refuse', targets[1] ?? '');
  const ended = await Promise.all([one, two]);
  expect(ended.map(({ status }) => status)).toEqual(['denied', 'denied']);
  expect(stage.ran).toEqual([]);
});

test('a gate that cannot raise the hold lets nothing through', async () => {
  const gate: ApprovalGate = {
    signal: () => Promise.reject(new Error('the journal cannot be written')),
    holds: () => Promise.resolve([]),
    onEvent: () => () => undefined,
  };
  const port = new GateApproval({ gate, agent: AGENT, lookEveryMs: 1 });
  const policy = new RequireApproval({ tools: ['*'], port, lapseMs: 1_000 });
  const stage = new ToolStage({ policies: [policy] });
  expect(await stage.run()).toMatchObject({ status: 'denied', by: 'policy' });
  expect(stage.ran).toEqual([]);
});
