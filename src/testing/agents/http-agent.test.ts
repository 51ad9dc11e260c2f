/** The agents of the demonstration against the provider of the demonstration, judged by the detector. */
import { afterEach, describe, expect, test } from 'vitest';
import { detectThread, rebuildTranscript } from '../../detect/index.ts';
import { demoScript } from '../fake-provider/demo-script.ts';
import { startFakeProvider, type FakeProvider } from '../fake-provider/provider.ts';
import type { FakeScript } from '../fake-provider/turn.ts';
import type { AgentKind } from './http-agent-task.ts';
import type { AgentFormat } from './http-agent-wire.ts';
import { gapBeforeMs, httpAgent, type AgentStep, type HttpAgentOptions } from './http-agent.ts';

let provider: FakeProvider;

afterEach(() => provider.close());

async function play(
  format: AgentFormat,
  kind: AgentKind,
  more: Partial<HttpAgentOptions> = {},
  script: FakeScript = demoScript,
) {
  provider = await startFakeProvider({ script });
  const baseUrl = format === 'anthropic' ? provider.url : `${provider.url}/v1`;
  const steps: AgentStep[] = [];
  const onStep = (step: AgentStep) => steps.push(step);
  const end = await httpAgent({ baseUrl, format, kind, stepDelayMs: 0, onStep, ...more });
  return { end, steps };
}

/** What the detector says of the longest conversation that the provider saw. */
function judged() {
  const last = provider.requests.at(-1);
  return detectThread({ id: 'thread', events: rebuildTranscript(last?.body, last?.path) });
}

describe.each(['anthropic', 'openai-chat'] as const)('in the format %s', (format) => {
  test('a healthy agent does something else each step, finishes, and is not stuck', async () => {
    const { end, steps } = await play(format, 'healthy', { steps: 40 });
    expect(end).toMatchObject({ reason: 'finished', steps: 41, status: 200 });
    const calls = steps.flatMap(({ toolCalls }) => toolCalls);
    expect(calls).toHaveLength(40);
    expect(new Set(calls.map(({ name, args }) => JSON.stringify([name, args]))).size).toBe(40);
    expect(judged()).toMatchObject({ firedAt: null, warnedAt: null });
  });

  test('a looping agent repeats itself until it gives up, and is found stuck', async () => {
    const { end, steps } = await play(format, 'looping', { requestsMax: 25 });
    expect(end).toMatchObject({ reason: 'gave_up', steps: 25 });
    const said = steps.map(({ text, toolCalls }) => [text, toolCalls[0]?.name, toolCalls[0]?.args]);
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(judged().firedAt).not.toBeNull();
  });

  test('a runaway agent makes ever new calls and never ends by itself', async () => {
    const { end, steps } = await play(format, 'runaway', { requestsMax: 30 });
    expect(end.reason).toBe('gave_up');
    const args = steps.map(({ toolCalls }) => JSON.stringify(toolCalls[0]?.args));
    expect(new Set(args).size).toBe(30);
  });

  test('a refusal ends it at once, with the words of whoever refused', async () => {
    const error = { message: 'stopped: loop found; run: tripwire resume demo' };
    const script: FakeScript = (turn, index) =>
      index < 3 ? demoScript(turn) : { status: 402, error };
    const { end, steps } = await play(format, 'looping', {}, script);
    expect(end).toEqual({
      kind: 'looping',
      reason: 'refused',
      steps: 3,
      status: 402,
      message: error.message,
      code: expect.any(String) as string,
    });
    expect(steps).toHaveLength(3);
    expect(provider.requests).toHaveLength(4);
  });

  test('an answer that breaks off ends it, without another try', async () => {
    const script = () => ({ text: 'hello', pace: { endAbruptlyAfterChunks: 0 } });
    const { end } = await play(format, 'healthy', {}, script);
    expect(end).toMatchObject({ reason: 'unreachable', steps: 0, status: null });
    expect(end.message).not.toBe('');
    expect(provider.requests).toHaveLength(1);
  });

  test('its key, its headers and its model travel with it', async () => {
    const headers = { 'x-tripwire-agent': 'one' };
    await play(format, 'healthy', { steps: 0, apiKey: 'k-1', headers, model: 'model-y' });
    const [request] = provider.requests;
    expect(JSON.stringify(request?.headers)).toContain('k-1');
    expect(request?.headers).toMatchObject(headers);
    expect(request?.body).toMatchObject({ model: 'model-y' });
  });
});

test('it can be told to end, while it waits and while it asks', async () => {
  const waiting = new AbortController();
  const { end } = await play('anthropic', 'looping', {
    stepDelayMs: 3_600_000,
    signal: waiting.signal,
    onStep: () => waiting.abort(),
  });
  expect(end).toMatchObject({ reason: 'cancelled', steps: 1 });
  await provider.close();
  const asking = new AbortController();
  const script: FakeScript = () => {
    asking.abort();
    return { text: '', pace: { hangAfterChunks: 0 } };
  };
  const second = await play('anthropic', 'looping', { signal: asking.signal }, script);
  expect(second.end).toMatchObject({ reason: 'cancelled', steps: 0 });
});

test('one provider serves all three kinds at once', async () => {
  provider = await startFakeProvider({ script: demoScript });
  const agent = (kind: AgentKind) =>
    httpAgent({
      baseUrl: provider.url,
      format: 'anthropic',
      kind,
      stepDelayMs: 0,
      requestsMax: 20,
    });
  const ends = await Promise.all((['healthy', 'looping', 'runaway'] as const).map(agent));
  expect(ends.map(({ reason }) => reason)).toEqual(['finished', 'gave_up', 'gave_up']);
});

test('to strangers the script of the demonstration says what it is', async () => {
  provider = await startFakeProvider({ script: demoScript });
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] });
  const response = await fetch(`${provider.url}/v1/messages`, { method: 'POST', body });
  expect(await response.text()).toContain('fake provider of Tripwire');
});

test('only the runaway agent gets ever faster', () => {
  const gaps = (kind: AgentKind) =>
    Array.from({ length: 40 }, (_, done) => gapBeforeMs(kind, done + 1, 1_000));
  const runaway = gaps('runaway');
  expect(runaway.every((gap, index) => index === 0 || gap < (runaway[index - 1] ?? 0))).toBe(true);
  const sum = (some: readonly number[]) => some.reduce((total, gap) => total + gap, 0);
  for (const kind of ['healthy', 'looping'] as const) {
    const all = gaps(kind);
    expect(sum(all.slice(20))).toBe(sum(all.slice(0, 20)));
  }
});
