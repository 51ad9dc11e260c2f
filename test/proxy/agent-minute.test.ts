/** A limit that a person set for an agent binds all its sessions together; the constitution binds each of them. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Gate } from '../../src/gate/index.ts';
import { createMemoryStore } from '../../src/store/index.ts';
import { VirtualClock, type FakeScript } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { testGate } from '../kit/test-gate.ts';
import { recordsOf } from './journal-rows.ts';
import { askMessages } from './plain-ask.ts';
import { startedProxy } from './started-proxy.ts';

const answers: FakeScript = (_turn, index) => ({
  text: `Room ${index} is empty.`,
  usage: { input: 9_000, output: 1_000 },
});

/** Each call in a session of its own, named as two clients name theirs. */
async function inNewSession(running: RunningProxy, index: number, gone?: AbortSignal) {
  const headers = { 'user-agent': 'opencode/1.0', 'x-session-id': `session-${index}` };
  const messages = [{ role: 'user', content: `What is in room ${index}?` }];
  const answer = await askMessages(running, {
    headers,
    messages,
    ...(gone === undefined ? {} : { signal: gone }),
  });
  await answer.text();
  await vi.waitFor(() => expect(running.gate.openCalls).toBe(0));
  return answer.status;
}

async function waits(running: RunningProxy, index: number): Promise<boolean> {
  const before = running.provider.requests.length;
  const gone = new AbortController();
  const asked = inNewSession(running, index, gone.signal).catch(() => 0);
  const passed = await Promise.race([
    asked.then(() => true),
    new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), 300);
    }),
  ]);
  gone.abort();
  await asked;
  return !passed && running.provider.requests.length === before;
}

describe('an agent with a limit of its own', () => {
  verifies('X6', 'does not escape it by a new session for each call', async () => {
    const running = await startedProxy(answers, {}, { limits: { maxTokensPerMinute: 20_000 } });
    expect(await inNewSession(running, 1)).toBe(200);
    expect(await inNewSession(running, 2)).toBe(200);
    expect(await waits(running, 3)).toBe(true);
    expect(await waits(running, 4)).toBe(true);
    const notes = (await recordsOf(running)).flatMap(({ record }) =>
      record.type === 'signal' ? [record.details] : [],
    );
    expect(notes[0]).toMatch(/^TOKEN_BUDGET_EXCEEDED: .*over all sessions.*limit is 20000/);
  });

  test('passes again when the minute is over', async () => {
    const clock = new VirtualClock(1_800_000_000_000);
    const running = await startedProxy(
      answers,
      {},
      {
        limits: { maxTokensPerMinute: 20_000 },
        time: { wallMs: () => clock.now(), monotonicMs: () => clock.now() },
      },
    );
    for (const index of [1, 2]) expect(await inNewSession(running, index)).toBe(200);
    const third = inNewSession(running, 3);
    clock.pass(61_000);
    expect(await third).toBe(200);
  });
});

test('a limit of tool calls is refused under its own code, not as a budget of tokens', async () => {
  const gate = await testGate({ envelopeOf: () => ({ maxToolCallsPerMinute: 1 }) });
  onTestFinished(() => gate.close());
  const refusals: (string | undefined)[] = [];
  for (const session of ['one', 'two']) {
    const ask = { agent: 'sam', session, purpose: 'step', estimateTokens: 10, waitMs: 0 } as const;
    const admission = await gate.admit(ask);
    if (!admission.allowed) throw new Error(admission.refusal.reason);
    refusals.push((await admission.call.mayRun(1))?.kind);
    const response = { toolCalls: 1, outputLength: 9 };
    const end = { status: 'SUCCESS', latencyMs: 5, tokens: 10, cachedTokens: 0, response } as const;
    await admission.call.finish(end);
  }
  expect(refusals).toEqual([undefined, 'RATE_LIMIT_EXCEEDED']);
});

test('without one its sessions do not share', async () => {
  const running = await startedProxy(answers);
  for (let index = 0; index < 12; index += 1) expect(await inNewSession(running, index)).toBe(200);
});

/** A call of a session of its own that has passed and is under way. */
async function passedCall(gate: Gate, session: string) {
  const ask = { agent: 'sam', session, purpose: 'step', estimateTokens: 10, waitMs: 0 } as const;
  const admission = await gate.admit(ask);
  if (!admission.allowed) throw new Error(admission.refusal.reason);
  return admission.call;
}

describe('calls that are under way at once', () => {
  verifies('X6', 'do not both take the last tool call of a minute', async () => {
    const gate = await testGate({ envelopeOf: () => ({ maxToolCallsPerMinute: 3 }) });
    onTestFinished(() => gate.close());
    const calls = await Promise.all(
      Array.from({ length: 8 }, (_, index) => passedCall(gate, `session-${index}`)),
    );
    const refusals = await Promise.all(calls.map((call) => call.mayRun(1)));
    expect(refusals.filter((one) => one === null)).toHaveLength(3);
    expect(refusals.filter((one) => one?.kind === 'RATE_LIMIT_EXCEEDED')).toHaveLength(5);
  });

  verifies('X6', 'do not both take the last tokens of a minute', async () => {
    const gate = await testGate({ envelopeOf: () => ({ maxTokensPerMinute: 25 }) });
    onTestFinished(() => gate.close());
    const passed = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => passedCall(gate, `session-${index}`)),
    );
    expect(passed.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  test('an answer that calls one tool after the other counts each of them once', async () => {
    const gate = await testGate({ envelopeOf: () => ({ maxToolCallsPerMinute: 4 }) });
    onTestFinished(() => gate.close());
    const first = await passedCall(gate, 'one');
    for (const soFar of [1, 2, 3]) expect(await first.mayRun(soFar)).toBeNull();
    const response = { toolCalls: 3, outputLength: 9 };
    const end = { status: 'SUCCESS', latencyMs: 5, tokens: 10, cachedTokens: 0, response } as const;
    await first.finish(end);
    const second = await passedCall(gate, 'two');
    expect(await second.mayRun(1)).toBeNull();
    expect((await second.mayRun(2))?.kind).toBe('RATE_LIMIT_EXCEEDED');
  });

  test('tools of an answer that was cut stay counted', async () => {
    const gate = await testGate({ envelopeOf: () => ({ maxToolCallsPerMinute: 1 }) });
    onTestFinished(() => gate.close());
    const cut = await passedCall(gate, 'one');
    expect(await cut.mayRun(1)).toBeNull();
    await cut.finish({ status: 'FAILED', latencyMs: 5, tokens: 10, cachedTokens: 0 });
    expect((await (await passedCall(gate, 'two')).mayRun(1))?.kind).toBe('RATE_LIMIT_EXCEEDED');
  });
});

describe('a restart', () => {
  const clock = () => {
    const time = new VirtualClock(1_800_000_000_000);
    return { time, ticks: { wallMs: () => time.now(), monotonicMs: () => time.now() } };
  };

  verifies(
    'X6',
    'forgets nothing of the minute, in calls that ended and in those that did not',
    async () => {
      const { time, ticks } = clock();
      const store = createMemoryStore();
      const envelopeOf = () => ({ maxToolCallsPerMinute: 2 });
      const before = await testGate({ store, envelopeOf, time: ticks });
      const ended = await passedCall(before, 'one');
      expect(await ended.mayRun(1)).toBeNull();
      const response = { toolCalls: 1, outputLength: 9 };
      await ended.finish({
        status: 'SUCCESS',
        latencyMs: 5,
        tokens: 10,
        cachedTokens: 0,
        response,
      });
      expect(await (await passedCall(before, 'two')).mayRun(1)).toBeNull();
      before.close();

      time.pass(20_000);
      const after = await testGate({ store, envelopeOf, time: ticks });
      onTestFinished(() => after.close());
      const third = await passedCall(after, 'three');
      expect((await third.mayRun(1))?.kind).toBe('RATE_LIMIT_EXCEEDED');
      time.pass(41_000);
      expect(await third.mayRun(1)).toBeNull();
    },
  );

  test('reads back as far as the minute goes, over many rows', async () => {
    const { ticks } = clock();
    const store = createMemoryStore();
    const before = await testGate({ store, time: ticks });
    for (let index = 0; index < 400; index += 1) await passedCall(before, `session-${index}`);
    before.close();
    const after = await testGate({ store, time: ticks });
    onTestFinished(() => after.close());
    await after.operate({
      agent: 'sam',
      action: 'configure',
      by: 'ada',
      envelope: { maxTokensPerMinute: 4_005 },
    });
    await expect(passedCall(after, 'late')).rejects.toThrow('4000 tokens in the last 60 s');
  });
});
