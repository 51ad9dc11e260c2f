/** A limit that a person set for an agent binds all its sessions together; the constitution binds each of them. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
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
