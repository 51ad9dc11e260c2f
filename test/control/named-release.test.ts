/** A release of one named hold, over HTTP: a stop that somebody makes in between stays. */
import { describe, expect, test } from 'vitest';
import { nightActs } from '../../src/cli/run/night-gate.ts';
import { ApiClient } from '../../src/control/api/client.ts';
import { callOnce, asking, loop, runningControl, TOKEN } from './running-control.ts';

interface Held {
  readonly active: 0 | 1;
  readonly holds: readonly { readonly hold: string; readonly since: number }[];
}

const AGENT = '/api/agents/bo';

/** An agent that the kill switch stopped. */
async function killed() {
  const running = await runningControl();
  const { gate, ask } = running;
  await gate.operate({
    agent: 'bo',
    action: 'configure',
    by: 'ada',
    envelope: { killSwitch: { enabled: true } },
  });
  await loop(gate, 'bo');
  const post = (act: string, body: object = {}) =>
    ask(`${AGENT}/${act}`, { method: 'POST', body: { by: 'ada', ...body } });
  const held = async () => (await ask(AGENT)).body as Held;
  const kinds = async () => (await held()).holds.map(({ hold }) => hold).toSorted();
  const [hold] = (await held()).holds;
  expect(hold?.hold).toBe('kill_switch');
  const only = { hold: 'kill_switch', since: hold?.since ?? 0 };
  return { ...running, post, held, kinds, only };
}

describe('activate with the hold that it is about', () => {
  test('lifts it where it is the only one, and the agent works again', async () => {
    const { gate, post, held, only } = await killed();
    const answer = await post('activate', { only });
    expect(answer.status, answer.text).toBe(200);
    expect(await held()).toMatchObject({ active: 1, holds: [] });
    expect((await callOnce(gate, asking('bo'))).allowed).toBe(true);
  });

  test('lifts nothing after a person stopped it, too', async () => {
    const { post, kinds, only } = await killed();
    await post('deactivate');
    const answer = await post('activate', { only });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ type: 'urn:tripwire:problem:hold-changed' });
    expect(await kinds()).toEqual(['kill_switch', 'manual']);
    const both = await post('activate');
    expect(both.status).toBe(200);
    expect(await kinds()).toEqual([]);
  });

  test('lifts nothing where it names another time, or a hold that is not there', async () => {
    const { post, kinds, only } = await killed();
    const others = [
      { ...only, since: only.since - 1 },
      { ...only, hold: 'manual' },
    ];
    for (const other of others) {
      expect((await post('activate', { only: other })).status).toBe(409);
    }
    expect(await kinds()).toEqual(['kill_switch']);
  });

  test('a stop at the same moment stands, whichever of the two comes first', async () => {
    const { post, held, only } = await killed();
    const [stopped] = await Promise.all([post('deactivate'), post('activate', { only })]);
    expect(stopped.status).toBe(200);
    expect(await held()).toMatchObject({ active: 0, deactivated_by: 'manual' });
  });

  test('the same law for a pause: resume names it', async () => {
    const { post, held, kinds } = await killed();
    await post('activate');
    await post('pause');
    const [paused] = (await held()).holds;
    const only = { hold: 'paused', since: paused?.since };
    expect((await post('resume', { only: { ...only, since: 1 } })).status).toBe(409);
    expect((await post('resume', { only })).status).toBe(200);
    expect(await kinds()).toEqual([]);
  });
});

describe("a night's advice", () => {
  const advised = { kind: 'advised', by: 'night', why: 'a new approach' } as const;

  test('lifts the kill switch', async () => {
    const { control, kinds } = await killed();
    const admin = new ApiClient({ url: control.url, token: TOKEN });
    await nightActs(admin, { agent: 'bo', night: 'night', heldBefore: new Set() })(advised);
    expect(await kinds()).toEqual([]);
  });

  test('lifts nothing when a person stops the agent between its look and its act', async () => {
    const { control, kinds, post } = await killed();
    const withStop: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method === 'GET') await post('deactivate');
      return answer;
    };
    const admin = new ApiClient({ url: control.url, token: TOKEN, fetch: withStop });
    await nightActs(admin, { agent: 'bo', night: 'night', heldBefore: new Set() })(advised);
    expect(await kinds()).toEqual(['kill_switch', 'manual']);
  });
});
