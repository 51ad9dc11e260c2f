/** How an agent that names no session is shown while it works, loops, runs away and waits: a plain SDK names none. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { FROZEN_V0_2 } from '../../src/core/index.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { runningControl } from '../control/running-control.ts';
import { runProxy } from '../kit/running-proxy.ts';
import { askChat } from './plain-ask.ts';

interface Answered {
  readonly choices: readonly { readonly message: object }[];
}
interface Shown {
  readonly mode: string;
}

/** A proxy and a control plane over one gate, at a time that the test sets. */
async function machine(script: FakeScript, next = (nr: number) => `Now those from ${nr} on.`) {
  let nowMs = Date.UTC(2026, 0, 1);
  const time = { wallMs: () => nowMs, monotonicMs: () => nowMs };
  const running = await runProxy({ script, time, constitution: FROZEN_V0_2 });
  onTestFinished(() => running.close());
  const { ask } = await runningControl({ gate: running.gate, store: running.store });
  const said: object[] = [{ role: 'user', content: 'Put the numbers in order.' }];
  return {
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** One more turn of the same conversation. */
    turn: async (signal?: AbortSignal) => {
      const answer = await askChat(running, { messages: [...said], ...(signal && { signal }) });
      const { choices } = (await answer.json()) as Answered;
      said.push(...choices.map(({ message }) => message));
      said.push({ role: 'user', content: next(said.length) });
    },
    shown: async () => (await ask('/api/agents/sam')).body as Shown,
    listed: async () => (((await ask('/api/agents')).body as readonly Shown[])[0] as Shown).mode,
  };
}

verifies(['T3'], 'an agent at work is shown as working, and as idle when it rests', async () => {
  const { pass, turn, shown, listed } = await machine((_turn, index) => ({
    text: `answer ${index}`,
  }));
  for (let count = 0; count < 3; count += 1) {
    await turn();
    pass(2_000);
  }
  expect((await shown()).mode).toBe('WORKING');
  expect(await listed()).toBe('WORKING');
  pass(60_000);
  expect((await shown()).mode).toBe('IDLE');
});

verifies(
  ['T3'],
  'one that says the same again and again is shown as looping, also while it waits',
  async () => {
    const { pass, turn, shown, listed } = await machine(
      () => ({ text: 'The very same answer.' }),
      () => 'Again.',
    );
    for (let count = 0; count < 6; count += 1) {
      pass(5_000);
      await turn();
    }
    const gone = new AbortController();
    const waiting = turn(gone.signal).catch(() => 'hung up');
    await expect.poll(async () => (await shown()).mode).toBe('LOOPING');
    expect(await listed()).toBe('LOOPING');
    gone.abort();
    expect(await waiting).toBe('hung up');
  },
);

verifies(['T3'], 'one whose beats come faster and faster is shown as running away', async () => {
  const { pass, turn, shown } = await machine((_turn, index) => ({ text: `answer ${index}` }));
  const gone = new AbortController();
  const seen = (async () => {
    while (!gone.signal.aborted && (await shown()).mode !== 'RUNAWAY') await sleep(5);
  })();
  let last: Promise<unknown> = Promise.resolve();
  for (let count = 0; count < 60 && (await shown()).mode !== 'RUNAWAY'; count += 1) {
    pass(count < 15 ? 2_000 : 100);
    // The one in which it is seen may be made to wait.
    last = turn(gone.signal).catch(() => 'hung up');
    await Promise.race([last, seen]);
  }
  expect((await shown()).mode).toBe('RUNAWAY');
  gone.abort();
  await Promise.all([last, seen]);
});
