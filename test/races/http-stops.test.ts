/** A stop at any moment of uploads, waits and streams: from its acknowledgement on not one byte goes upstream. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { runProxy, type RunningProxy } from '../kit/running-proxy.ts';
import { runs } from '../kit/runs.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { watchSockets } from './upstream-sockets.ts';

const TRIALS = 40;
const CLIENTS = 4;
/** When the stop comes: after so many requests reached the provider, and a little. */
const REQUESTS_MAX = 12;
const LITTLE_MS_MAX = 8;
/** More than a connection takes at once, so that the rest of the body waits in this process. */
const LARGE_BODY_BYTES = 4_000_000;

const asked = { turns: 0 };
let sessions = 0;

/** Some answers come at once, some after a while, some piece by piece. */
const script: FakeScript = ({ stream }, index) => {
  asked.turns += 1;
  return {
    text: `answer ${index} `.repeat(stream ? 8 : 1),
    pace: { pauseBeforeMs: index % 3, chunkDelayMs: 1, chunkChars: 8 },
  };
};

/** Asks again and again until it is refused or cut; each request is a session of its own. */
async function askUntilStopped(url: string, random: SeededRandom): Promise<number> {
  for (let answered = 0; ; answered += 1) {
    sessions += 1;
    const content = 'x'.repeat(random.chance(0.2) ? LARGE_BODY_BYTES : 20);
    const body = { model: 'm', stream: random.chance(0.5), messages: [{ role: 'user', content }] };
    try {
      const response = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { 'user-agent': 'opencode/1.0', 'x-session-id': `${sessions}` },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      if (response.status !== 200 || text.includes('is stopped')) return answered;
    } catch {
      return answered;
    }
  }
}

/** What a trial saw, so that trials in which nothing happened are noticed. */
interface Seen {
  readonly answered: number;
  readonly cut: number;
  readonly cutWhileLeaving: boolean;
}

async function stopAtAnyMoment(running: RunningProxy, random: SeededRandom): Promise<Seen> {
  const { gate, provider } = running;
  const sockets = watchSockets(Number(new URL(provider.url).port));
  const url = running.baseUrl('a', 'openai');
  const clients = Array.from({ length: CLIENTS }, () => askUntilStopped(url, random));
  const enough = asked.turns + random.between(0, REQUESTS_MAX);
  while (asked.turns < enough) await sleep(1);
  await sleep(random.between(0, LITTLE_MS_MAX));
  const cutWhileLeaving = sockets.written().leaving > 0;
  const act = { agent: 'a', by: 'ada', why: 'enough' } as const;
  const { cut } = await gate.operate({ ...act, action: 'deactivate' });
  const acknowledged = sockets.written();
  const answered = (await Promise.all(clients)).reduce((sum, one) => sum + one, 0);
  // Everybody was told by now; whoever asks again is refused.
  const again = await fetch(`${url}/models`);
  expect(again.status).toBe(400);
  expect(sockets.written()).toEqual({ bytes: acknowledged.bytes, leaving: 0 });
  expect(acknowledged.leaving).toBe(0);
  sockets.close();
  await gate.operate({ ...act, action: 'activate' });
  const after = await fetch(`${url}/models`);
  expect(after.status).toBe(200);
  return { answered, cut, cutWhileLeaving };
}

verifies(
  ['X5', 'T8'],
  'a stop during uploads and streams ends them: nothing is written upstream after it is acknowledged',
  async () => {
    const { numRuns } = runs(TRIALS);
    const seen: Seen[] = [];
    const running = await runProxy({ script });
    for (let trial = 0; trial < numRuns; trial += 1) {
      seen.push(await stopAtAnyMoment(running, new SeededRandom(`http-stops/${trial}`)));
    }
    await running.close();
    expect(seen.reduce((sum, { answered }) => sum + answered, 0)).toBeGreaterThan(TRIALS);
    expect(seen.filter(({ cut }) => cut > 0).length).toBeGreaterThan(TRIALS / 4);
    expect(seen.some(({ cutWhileLeaving }) => cutWhileLeaving)).toBe(true);
  },
  120_000,
);
