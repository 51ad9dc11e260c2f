/** Responses and Gemini through a real proxy: equal to direct, refused in their own words, cut in their own way. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runProxy } from '../../test/kit/running-proxy.ts';
import { startFakeProvider, type FakeScript } from '../testing/index.ts';

vi.setConfig({ testTimeout: 30_000 });
const patient = { timeout: 10_000, interval: 5 };
const stop = { agent: 'sam', action: 'deactivate', by: 'ann', why: 'seen enough' } as const;

interface Way {
  readonly name: string;
  readonly provider: 'openai' | 'gemini';
  readonly path: string;
  readonly body: object;
  readonly refused: number;
}

const input = { model: 'gpt-x', input: 'Where is the cat?' };
const contents = { contents: [{ role: 'user', parts: [{ text: 'Where is the cat?' }] }] };
const gemini = { provider: 'gemini', body: contents, refused: 403 } as const;
const model = '/v1beta/models/gemini-x';
const ways: readonly Way[] = [
  { name: 'responses', provider: 'openai', path: '/v1/responses', body: input, refused: 400 },
  {
    name: 'responses, streamed',
    provider: 'openai',
    path: '/v1/responses',
    body: { ...input, stream: true },
    refused: 400,
  },
  { name: 'gemini', path: `${model}:generateContent`, ...gemini },
  { name: 'gemini, streamed', path: `${model}:streamGenerateContent?alt=sse`, ...gemini },
  { name: 'gemini, streamed as a list', path: `${model}:streamGenerateContent`, ...gemini },
];

async function started(script: FakeScript) {
  const provider = await startFakeProvider({ script });
  const one = (format: 'openai' | 'gemini') => ({ url: provider.url, format, headers: [] });
  const upstreams = { openai: one('openai'), gemini: one('gemini') };
  const running = await runProxy({
    script,
    upstreams,
    killSwitch: { enabled: true },
  });
  onTestFinished(async () => {
    await running.close();
    await provider.close();
  });
  return { gate: running.gate, provider, agentUrl: `${running.proxy.url}/agents/sam/` };
}

function ask(base: string, { path, body }: Way): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

describe.each(ways.map((way) => ({ way, name: way.name })))('$name', ({ way }) => {
  const call = { name: 'look', args: { at: 'the attic' } };
  const said = { reasoning: 'Hm.', text: 'I look, 世界.', toolCalls: [call, call] };

  test('comes as it would come directly', async () => {
    const [one, other] = [await started(() => said), await started(() => said)];
    const direct = await ask(one.provider.url, way);
    const through = await ask(`${other.agentUrl}${way.provider}`, way);
    expect(through.status).toBe(200);
    expect(through.headers.get('content-type')).toBe(direct.headers.get('content-type'));
    expect(await through.text()).toBe(await direct.text());
    // Only what can be read as it comes is asked for without packing.
    const [sent] = other.provider.requests;
    const isEvents = through.headers.get('content-type')?.startsWith('text/event-stream');
    expect(sent?.headers['accept-encoding'] === 'identity').toBe(isEvents);
    await vi.waitFor(() => expect(other.gate.openCalls).toBe(0), patient);
  });

  test('is counted and judged: the same again and again is stopped, once and for all', async () => {
    const { gate, provider, agentUrl } = await started(() => ({ text: 'Nothing to do.' }));
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const answer = await ask(`${agentUrl}${way.provider}`, way);
      statuses.push(answer.status);
      const text = await answer.text();
      await vi.waitFor(() => expect(gate.openCalls).toBe(0), patient);
      if (answer.status !== 200)
        expect(text).toMatch(/A person has to resume it: tripwire resume sam/);
    }
    expect(new Set(statuses)).toEqual(new Set([200, way.refused]));
    expect(provider.requests).toHaveLength(statuses.filter((status) => status === 200).length);
  });

  test('is refused after a stop, and nothing reaches the provider', async () => {
    const { gate, provider, agentUrl } = await started(() => said);
    await gate.operate(stop);
    const answer = await ask(`${agentUrl}${way.provider}`, way);
    expect(answer.status).toBe(way.refused);
    expect(await answer.text()).toMatch(/A person has to resume it: tripwire resume sam/);
    expect(provider.requests).toHaveLength(0);
  });
});

describe('a stream that is cut', () => {
  const text = 'The cat is not in the attic, not in the cellar, and not in the garden either.';

  async function cut(name: string): Promise<{ text: string; error: unknown }> {
    const way = ways.find((one) => one.name === name);
    if (way === undefined) throw new Error(`no way ${name}`);
    const { gate, provider, agentUrl } = await started(() => ({
      text,
      pace: { hangAfterChunks: 6 },
    }));
    const answer = await ask(`${agentUrl}${way.provider}`, way);
    const got = { text: '', error: null as unknown };
    const reading = (async () => {
      const words = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
      for await (const piece of words as AsyncIterable<string>) got.text += piece;
    })().catch((error: unknown) => {
      got.error = error;
    });
    await vi.waitFor(() => expect(got.text).toContain('The cat'), patient);
    expect(await gate.operate(stop)).toMatchObject({ recorded: true, cut: 1 });
    await reading;
    await provider.requests[0]?.over;
    expect(provider.requests.map(({ aborted }) => aborted)).toEqual([true]);
    return got;
  }

  test('of responses ends in a failed response', async () => {
    const got = await cut('responses, streamed');
    expect(got.error).toBeNull();
    const last = got.text.trimEnd().split('\n\n').at(-1) ?? '';
    expect(last).toMatch(/^event: response\.failed\ndata: .*"code":"invalid_prompt".*resume sam/);
  });

  test('of Gemini breaks, and says nothing more', async () => {
    const got = await cut('gemini, streamed');
    expect(got.error).toBeInstanceOf(Error);
    expect(got.text).not.toContain('error');
  });
});
