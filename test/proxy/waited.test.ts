/** An answer whose call was kept waiting says so in its headers, in every format; one that was not is the provider's own. */
import { expect, test } from 'vitest';
import { VirtualClock, type FakeScript } from '../../src/testing/index.ts';
import { askChat, askGemini, askMessages, askResponse } from './plain-ask.ts';
import { startedProxy } from './started-proxy.ts';

const LIMITS = { maxTokensPerMinute: 20_000 };
const script: FakeScript = (_turn, index) => ({
  text: `Room ${index} is empty.`,
  usage: { input: 19_000, output: 1_000 },
});

function stoppedClock() {
  const clock = new VirtualClock(1_800_000_000_000);
  return { clock, time: { wallMs: () => clock.now(), monotonicMs: () => clock.now() } };
}

/** Without this a stream of this format tells nothing of its usage. */
const fields = { stream_options: { include_usage: true } };
const ways = [
  ['messages', askMessages],
  ['chat completions', (...[running, ask]) => askChat(running, { ...ask, fields })],
  ['responses', askResponse],
  ['Gemini', askGemini],
] satisfies readonly (readonly [string, typeof askMessages])[];

test.each(
  ways.flatMap(([format, ask]) => [false, true].map((stream) => ({ format, ask, stream }))),
)('$format: the call that waited, and no other (streamed: $stream)', async ({ ask, stream }) => {
  const { clock, time } = stoppedClock();
  const running = await startedProxy(script, {}, { limits: LIMITS, time });
  const first = await ask(running, { stream });
  await first.text();
  expect(first.headers.has('x-tripwire-waited-ms')).toBe(false);
  const asked = ask(running, { stream });
  const waiting = async () => (await running.gate.agent('sam')).waiting;
  await expect.poll(waiting, { interval: 10 }).not.toBeNull();
  clock.pass(61_000);
  const second = await asked;
  expect(second.status).toBe(200);
  await second.text();
  expect(second.headers.get('x-tripwire-waited-ms')).toBe('61000');
  expect(second.headers.get('x-tripwire-waited-for')).toBe('TOKEN_BUDGET_EXCEEDED');
});

test('an error of the provider stays as it is: some clients look for such words in it', async () => {
  const { clock, time } = stoppedClock();
  const failing: FakeScript = (turn, index) =>
    index === 0 ? script(turn, index) : { status: 503, text: 'overloaded' };
  const running = await startedProxy(failing, {}, { limits: LIMITS, time });
  await (await askMessages(running)).text();
  const asked = askMessages(running);
  await expect.poll(async () => (await running.gate.agent('sam')).waiting).not.toBeNull();
  clock.pass(61_000);
  const answer = await asked;
  expect(answer.status).toBe(503);
  expect(answer.headers.has('x-tripwire-waited-for')).toBe(false);
});
