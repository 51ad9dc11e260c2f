/** An agent that repeats itself is deactivated at the request that shows it, whatever SDK it is built on. */
import Anthropic from '@anthropic-ai/sdk';
import { ApiError } from '@google/genai';
import { APICallError } from 'ai';
import OpenAI from 'openai';
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { attempt, refusalStatus, statusOf } from './attempt.ts';
import type { Sdk } from './sdk-run.ts';
import { everyWay } from './sdks.ts';
import { diskStore, startedProxy } from './started-proxy.ts';

/** Looks at the same place for ever. */
const stuck: FakeScript = () => ({ toolCalls: [{ name: 'look', args: { at: 'the attic' } }] });

/** The class of error that each SDK throws for a refusal. By name: LangChain brings its own copies. */
function expectOwnError({ name, provider }: Sdk, error: unknown): void {
  const expected = name.startsWith('ai ') ? APICallError : ownErrors[provider];
  expect((error as Error).constructor.name).toBe(expected.name);
}

const ownErrors = {
  openai: OpenAI.BadRequestError,
  anthropic: Anthropic.APIError,
  gemini: ApiError,
};

/** How often the stuck agent was let through before it showed that it is stuck. */
const REPEATS = 5;

async function killEvents({ store }: RunningProxy) {
  const events = await store.events({ agent: 'sam', type: 'kill_switch', limit: 100 });
  return events.map(({ details, reason }) => ({
    reason,
    details: JSON.parse(details) as Record<string, unknown>,
  }));
}

describe.each(everyWay)('$title', ({ sdk, stream }) => {
  verifies(
    ['K8', 'K9', 'K10', 'K11', 'K12'],
    'a loop is refused with one request, until a person activates the agent',
    async () => {
      const running = await startedProxy(stuck, { windowSize: 30 }, { store: await diskStore() });
      const { gate, provider } = running;
      const refused = refusalStatus(sdk);
      const first = await attempt(running, sdk, { stream });
      const looped = [...Array<number>(REPEATS).fill(200), refused];
      expect(first.answers.map(({ status }) => status)).toEqual(looped);
      expect(first.outcome).toBeNull();
      expectOwnError(sdk, first.error);
      expect(statusOf(first.error)).toBe(refused);
      const words = /kill_switch.*Called .* times.*A person has to resume it: tripwire resume sam/;
      expect((first.error as Error).message).toMatch(words);

      expect(await gate.agent('sam')).toMatchObject({ active: 0, deactivated_by: 'kill_switch' });
      const [event, ...more] = await killEvents(running);
      expect(more).toEqual([]);
      expect(event?.details).toMatchObject({
        detector: 'progress',
        threshold: 10,
        progress: { level: 'stop', rule: 'no-progress' },
        literal: { exceeds: true },
      });

      // It stays stopped, with one request for each call of the SDK, and nothing goes upstream.
      const before = provider.requests.length;
      const second = await attempt(running, sdk, { stream });
      expect(second.answers.map(({ status }) => status)).toEqual([refused]);
      expect((second.error as Error).message).toMatch(words);
      expect(provider.requests).toHaveLength(before);

      // The window is empty again: it takes as many repeats as the first time.
      await gate.operate({ agent: 'sam', action: 'activate', by: 'ann', why: 'looked into it' });
      expect(await gate.agent('sam')).toMatchObject({
        active: 1,
        deactivated_by: null,
        kill_switch: { enabled: true, window_size: 30, threshold: 10, detector: 'progress' },
      });
      const third = await attempt(running, sdk, { stream });
      expect(third.answers.map(({ status }) => status)).toEqual(looped);
    },
  );

  verifies('K9', 'with refusal: message it gets a message of the model instead', async () => {
    const running = await startedProxy(stuck, { refusal: 'message' });
    const { outcome, error, answers, ran } = await attempt(running, sdk, { stream });
    expect(error).toBeNull();
    expect(outcome?.text).toMatch(/^Agent "sam" is stopped.*Only a person can lift this/);
    // It is part of the conversation, so a model reads it.
    expect(outcome?.text).not.toContain('tripwire resume');
    expect(answers).toHaveLength(REPEATS + 1);
    expect(ran).toHaveLength(REPEATS);
    expect(await running.gate.agent('sam')).toMatchObject({ active: 0 });
    expect(running.provider.requests).toHaveLength(REPEATS);
  });

  verifies(
    'K7',
    'without the kill switch nothing is refused, and the same loop is reported',
    async () => {
      const loop: FakeScript = (turn, index) =>
        index < REPEATS ? stuck(turn, index) : { text: 'I give up.' };
      const running = await startedProxy(loop, { enabled: false });
      const { outcome } = await attempt(running, sdk, { stream });
      expect(outcome?.text).toBe('I give up.');
      expect(await running.gate.agent('sam')).toMatchObject({ active: 1, deactivated_by: null });
      expect(await killEvents(running)).toEqual([]);
      const shadow = await running.store.events({ type: 'kill_switch_shadow', limit: 10 });
      expect(shadow).toHaveLength(1);
    },
  );
});
