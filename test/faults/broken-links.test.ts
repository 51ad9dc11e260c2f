import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
/**
 * The network fails at one exact byte, on either side, in the answer of every format: the client sees that its answer is not
 * whole, the call is settled, nothing stays reserved, and the next one is served.
 *
 * `npm test` breaks at each frame's end, one byte before it and one after; `TRIPWIRE_RUNS=20` at every byte.
 */
import { endOf } from '../../src/core/index.ts';
import { readRow } from '../../src/journal/index.ts';
import { startFaultProxy, type FaultProxy } from '../../src/testing/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { runProxy } from '../kit/running-proxy.ts';
import { IS_FULL } from '../kit/runs.ts';
import { askChat, askGemini, askMessages, askResponse } from '../proxy/plain-ask.ts';

const PATIENT = { timeout: 60_000, interval: 2 };
const SCRIPT = () => ({
  text: 'The cat is in the attic.',
  toolCalls: [{ name: 'look', args: { at: 'the attic' } }],
  pace: { chunkChars: 12 },
  // Each call on a connection of its own: a fault is for connections that come.
  headers: { connection: 'close' },
});
const FORMATS = {
  anthropic: askMessages,
  'openai-chat': askChat,
  'openai-responses': askResponse,
  gemini: askGemini,
} as const;
type Format = keyof typeof FORMATS;

let running: RunningProxy;
/** Between the client and Tripwire. */
let near: FaultProxy;
/** Between Tripwire and the provider. */
let far: FaultProxy;
let asked = 0;

beforeAll(async () => {
  const provider = await runProxy({ script: SCRIPT });
  far = await startFaultProxy({ port: Number(new URL(provider.provider.url).port) });
  const one = (format: 'anthropic' | 'openai' | 'gemini') => ({
    url: far.url,
    format,
    headers: [],
  });
  running = await runProxy({
    script: SCRIPT,
    limits: { budgets: { tokensPerDay: 1_000_000_000 } },
    upstreams: { anthropic: one('anthropic'), openai: one('openai'), gemini: one('gemini') },
  });
  near = await startFaultProxy({ port: running.proxy.port });
  return async () => {
    await provider.close();
  };
});

afterAll(async () => {
  await near.close();
  await far.close();
  await running.close();
});

/** The data plane behind the proxy that stands near the client. */
function nearby(): RunningProxy {
  const baseUrl: RunningProxy['baseUrl'] = (agent, name) =>
    running.baseUrl(agent, name).replace(running.proxy.url, near.url);
  return { ...running, baseUrl };
}

/** Asks as an agent of its own; null when the client could not read to the end. */
async function ask(
  format: Format,
): Promise<{ agent: string; text: string | null; status: number }> {
  asked += 1;
  const agent = `${format}-${asked}`;
  let status = 0;
  const question = { agent, stream: true, headers: { connection: 'close' } };
  try {
    const answer = await FORMATS[format](nearby(), question);
    ({ status } = answer);
    return { agent, status, text: await answer.text() };
  } catch {
    return { agent, status, text: null };
  }
}

/** The call is settled, once, and its agent is at rest. */
async function expectSettled(agent: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(running.gate.openCalls).toBe(0);
    const rows = await running.store.read(agent, 1, 100);
    const records = rows.map(readRow).flatMap((entry) => ('record' in entry ? [entry.record] : []));
    const ended = records.filter((record) => endOf(record) !== null);
    const passed = records.filter((record) => record.type === 'admit' && record.reserve !== false);
    expect(ended).toHaveLength(passed.length);
  }, PATIENT);
}

/** Where to break an answer of so many bytes. */
function places(text: string, bytes: number): readonly number[] {
  if (IS_FULL) return Array.from({ length: bytes }, (_, index) => index);
  const body = Buffer.byteLength(text);
  const ends = [...text.matchAll(/\n\n/g)].map(({ index }) => bytes - body + index + 2);
  const around = [1, ...ends].flatMap((end) => [end - 1, end, end + 1]);
  return [...new Set(around)].filter((place) => place >= 0 && place < bytes);
}

describe.each(Object.keys(FORMATS) as Format[])('%s', (format) => {
  test('an answer that is whole is read to its end', async () => {
    const { text, status, agent } = await ask(format);
    expect(status).toBe(200);
    expect(text).toContain('attic');
    await expectSettled(agent);
  });

  test.each(['near', 'far'] as const)('is broken at every place, on the %s side', async (side) => {
    const link = side === 'near' ? near : far;
    const before = link.bytesToClient;
    const whole = await ask(format);
    await expectSettled(whole.agent);
    const bytes = link.bytesToClient - before;
    for (const cutAfterBytes of places(whole.text ?? '', bytes)) {
      link.fault = { toClient: { cutAfterBytes, how: 'reset' } };
      const { agent, text, status } = await ask(format);
      link.fault = null;
      // A provider that broke off before its answer began is told as what it is.
      const isTold = status === 502 && text !== null;
      const isWhole = text === whole.text;
      expect({ cutAfterBytes, text: isTold || isWhole ? null : text }).toEqual({
        cutAfterBytes,
        text: null,
      });
      await expectSettled(agent);
    }
    const after = await ask(format);
    expect(after.text?.length).toBe(whole.text?.length);
    await expectSettled(after.agent);
  });
});

test('a link that is slow, late or comes in single bytes loses nothing', async () => {
  for (const toClient of [
    { delayMs: 30 },
    { trickle: { bytes: 97, everyMs: 1 } },
    { trickle: { bytes: 400, everyMs: 5 } },
  ]) {
    far.fault = { toClient };
    const { text, agent } = await ask('anthropic');
    far.fault = null;
    expect(text).toContain('attic');
    await expectSettled(agent);
  }
});

test('a provider that falls silent does not keep a stopped call open', async () => {
  far.fault = { toClient: { cutAfterBytes: 700, how: 'silence' } };
  const asking = ask('anthropic');
  await vi.waitFor(() => expect(running.gate.openCalls).toBe(1), PATIENT);
  far.fault = null;
  const agent = `anthropic-${asked}`;
  const acted = await running.gate.operate({ agent, action: 'deactivate', by: 'ann' });
  expect(acted).toMatchObject({ recorded: true, cut: 1 });
  const { text } = await asking;
  expect(text).toContain('tripwire resume');
  await expectSettled(agent);
});

test('a client that falls silent half-way is let go when the connection ends', async () => {
  near.fault = { toClient: { cutAfterBytes: 300, how: 'end' } };
  const { agent, text } = await ask('openai-chat');
  near.fault = null;
  expect(text).toBeNull();
  await expectSettled(agent);
});
