/** A stop reaches what is under way: no SDK reports success, the provider is let go, no held tool runs. */
import { describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript, FakeToolCall } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { attempt, refusalStatus, statusOf, type Attempt } from './attempt.ts';
import { heldStore } from './held-store.ts';
import type { Sdk } from './sdk-run.ts';
import { sdks } from './sdks.ts';
import { seenFetch } from './seen-fetch.ts';
import { startedProxy } from './started-proxy.ts';

const stop = { agent: 'sam', action: 'deactivate', by: 'ann', why: 'seen enough' } as const;
const call = (at: string): FakeToolCall => ({ name: 'look', args: { at } });
/** Where a stream hangs in the second of two calls: all of the first is out by then. A call of Gemini is one chunk. */
const secondCall = {
  anthropic: { hangAfterChunks: 10, reached: 'the cella' },
  'openai-chat': { hangAfterChunks: 6, reached: 'the cella' },
  'openai-responses': { hangAfterChunks: 10, reached: 'the cella' },
  gemini: { hangAfterChunks: 1, reached: 'the attic' },
};
/** What completes a call, in any of the formats. */
const completing =
  /content_block_stop|finish_reason":"tool_calls|arguments\.done|output_item\.done|functionCall/;
const patient = { timeout: 60_000, interval: 5 };

/** The SDK failed, and at most one request more was made, and refused. */
function expectFailed(sdk: Sdk, { outcome, error, answers }: Attempt): void {
  expect(outcome).toBeNull();
  expect(error).toBeInstanceOf(Error);
  const more = answers.slice(1).map(({ status }) => status);
  expect([[], [refusalStatus(sdk)]]).toContainEqual(more);
}

/** It failed, and the provider was let go. */
async function expectStopped(running: RunningProxy, sdk: Sdk, done: Attempt): Promise<void> {
  expectFailed(sdk, done);
  await running.provider.requests[0]?.over;
  expect(running.provider.requests.map(({ aborted }) => aborted)).toEqual([true]);
  await vi.waitFor(() => expect(running.gate.openCalls).toBe(0), patient);
}

describe.each(sdks.map((sdk) => ({ sdk, name: sdk.name })))('$name', ({ sdk }) => {
  verifies('X5', 'is stopped in the middle of a text', async () => {
    const text = 'The cat is not in the attic, not in the cellar, and not in the garden either.';
    const running = await startedProxy(() => ({ text, pace: { hangAfterChunks: 5 } }));
    const seen = seenFetch();
    const doing = attempt(running, sdk, { stream: true, seen });
    await vi.waitFor(() => expect(seen.answers[0]?.soFar()).toContain('The cat'), patient);
    expect(await running.gate.operate(stop)).toMatchObject({ recorded: true, cut: 1 });
    const done = await doing;
    await expectStopped(running, sdk, done);
    if (sdk.tellsWhyCut)
      expect(String(done.error)).toMatch(/A person has to resume it: tripwire resume sam/);
  });

  verifies('X5', 'is stopped before the answer begins', async () => {
    const never = new Promise<never>(() => undefined);
    for (const stream of [false, true]) {
      const running = await startedProxy(() => never);
      const doing = attempt(running, sdk, { stream });
      await vi.waitFor(() => expect(running.gate.openCalls).toBe(1), patient);
      await vi.waitFor(() => expect(running.provider.requests).toHaveLength(1), patient);
      await running.gate.operate(stop);
      const done = await doing;
      await expectStopped(running, sdk, done);
      expect(done.answers.map(({ status }) => status)).toEqual([refusalStatus(sdk)]);
      expect(statusOf(done.error)).toBe(refusalStatus(sdk));
    }
  });

  verifies('X5', 'is stopped in the middle of an answer that is not streamed', async () => {
    const pace = { chunkChars: 40, hangAfterChunks: 4 };
    const running = await startedProxy(() => ({ toolCalls: [call('the attic')], pace }));
    const doing = attempt(running, sdk, { stream: false });
    await vi.waitFor(() => expect(running.provider.requests[0]?.bytesSent).toBe(160), patient);
    await running.gate.operate(stop);
    const done = await doing;
    await expectStopped(running, sdk, done);
    expect(done.answers.map(({ status }) => status)).toEqual([refusalStatus(sdk)]);
    expect(done.ran).toEqual([]);
  });

  verifies(
    'X5',
    'is stopped between two tool calls of one answer: the second never runs',
    async () => {
      const toolCalls = [call('the attic'), call('the cellar, behind the barrels')];
      const { hangAfterChunks, reached } = secondCall[sdk.format];
      const script: FakeScript = () => ({ toolCalls, pace: { hangAfterChunks } });
      const running = await startedProxy(script);
      const seen = seenFetch();
      const doing = attempt(running, sdk, { stream: true, seen });
      await vi.waitFor(() => expect(seen.answers[0]?.soFar()).toContain(reached), patient);
      await running.gate.operate(stop);
      const done = await doing;
      await expectStopped(running, sdk, done);
      expect(done.ran).toEqual(sdk.runsEarly ? ['the attic'] : []);
    },
  );

  verifies('X5', 'a call that is complete but not yet recorded does not reach it', async () => {
    for (const stream of [false, true]) {
      const held = heldStore();
      const script: FakeScript = () => {
        held.hold();
        return { toolCalls: [call('the attic')] };
      };
      const running = await startedProxy(script, {}, { store: held.store });
      const doing = attempt(running, sdk, { stream });
      // What completes the call waits for the journal. The stop comes first, then the disk.
      await vi.waitFor(() => expect(held.waiting).toBeGreaterThan(0), patient);
      const stopping = running.gate.operate(stop);
      held.release();
      await stopping;
      const done = await doing;
      expectFailed(sdk, done);
      expect(done.ran).toEqual([]);
      for (const { body } of done.answers) {
        const bytes = (await body).toString();
        expect(bytes).not.toMatch(completing);
      }
    }
  });
});
