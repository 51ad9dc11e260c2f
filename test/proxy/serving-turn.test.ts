/** A process whose turn is over sends nothing more on, also when no timer has told it yet. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { FakeScript } from '../../src/testing/index.ts';
import { runProxy } from '../kit/running-proxy.ts';

const patient = { timeout: 30_000, interval: 5 };

/** A proxy whose turn ends when the test says so, without a word to anybody. */
async function proxyWithTurn(script: FakeScript) {
  const turn = { over: null as string | null };
  const running = await runProxy({
    script,
    turn: { problem: () => turn.over, onOver: () => undefined, leftMs: () => 0 },
  });
  onTestFinished(() => running.close());
  const ask = (body: object) =>
    fetch(`${running.baseUrl('sam', 'anthropic')}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ model: 'fake-model', max_tokens: 100, ...body }),
    });
  return { running, turn, ask };
}

const says = (content: string) => ({ messages: [{ role: 'user', content }] });

test('a large request arrives whole, and is refused when the turn is over', async () => {
  const { running, turn, ask } = await proxyWithTurn(() => ({ text: 'yes' }));
  const long = 'a long question. '.repeat(30_000);
  expect((await ask(says(long))).status).toBe(200);
  expect(running.provider.requests[0]?.body).toMatchObject(says(long));
  turn.over = 'another Tripwire serves it now';
  const refused = await ask(says('once more'));
  expect(refused.status).not.toBe(200);
  expect(await refused.text()).toMatch(/another Tripwire serves it now/);
  expect(running.provider.requests).toHaveLength(1);
  turn.over = null;
  expect((await ask(says('again'))).status).toBe(200);
});

test('of an answer under way no further frame and no tool call is let through', async () => {
  const text =
    'The cat is not in the attic, not in the cellar, and not in the garden either. '.repeat(20);
  const script: FakeScript = () => ({
    text,
    toolCalls: [{ name: 'look', args: { at: 'the attic' } }],
    pace: { chunkDelayMs: 10, chunkChars: 10 },
  });
  const { running, turn, ask } = await proxyWithTurn(script);
  const answer = await ask({ stream: true, ...says('Where is it?') });
  let seen = '';
  let later = '';
  for await (const chunk of answer.body ?? []) {
    const piece = Buffer.from(chunk).toString();
    if (turn.over === null) seen += piece;
    else later += piece;
    if (seen.includes('text_delta')) turn.over = 'the lease ran out';
  }
  expect(turn.over).not.toBeNull();
  // What was already on its way may arrive; the tool call, far behind it, does not.
  expect(seen + later).not.toContain('tool_use');
  expect(later).toContain('the lease ran out');
  await vi.waitFor(() => expect(running.gate.openCalls).toBe(0), patient);
});
