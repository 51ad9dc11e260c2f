/** What a stop has come to: requested, in force, cut, ended, or perhaps alive; nothing is called ended that nobody saw end. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { clockAhead } from '../kit/clock-ahead.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Stop {
  readonly session: string | null;
  readonly state: string;
  readonly requested_at: number;
  readonly in_force_at: number;
  readonly cut_at: number | null;
  readonly ended_at: number | null;
  readonly processes: number;
  readonly doors: readonly {
    readonly door: string;
    readonly cut: number;
    readonly refused: number;
  }[];
}

async function ask(url: string, says: string): Promise<string> {
  const answer = await fetch(`${url}/agents/sam/openai/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: says }], stream: true }),
  });
  return `${answer.status} ${await answer.text()}`;
}

const stopsOf = ({ api }: { api: WholeServer['api'] }) =>
  api<readonly Stop[]>('/api/stops?agent=sam');
const act = { by: 'bob', why: 'enough' };

verifies(
  'X18',
  'an agent that nobody told may be alive; one that was cut has not ended yet',
  async () => {
    const script: FakeScript = ({ lastUserText }) =>
      lastUserText.includes('for ever')
        ? { text: 'never ends', pace: { hangAfterChunks: 1 } }
        : { text: 'done' };
    const at = await wholeServer({ script });
    expect(await ask(at.server.url, 'hello')).toMatch(/^200/);
    expect(await stopsOf(at)).toEqual([]);
    await at.api('/api/agents/sam/deactivate', act);
    const [idle] = await stopsOf(at);
    expect(idle).toMatchObject({
      state: 'may_be_alive',
      session: null,
      cut_at: null,
      ended_at: null,
    });
    expect(idle?.in_force_at).toBe(idle?.requested_at);

    await at.api('/api/agents/sam/activate', act);
    expect(await stopsOf(at)).toEqual([]);
    const running = ask(at.server.url, 'write for ever');
    await vi.waitFor(() => expect(at.provider.requests).toHaveLength(2), { timeout: 30_000 });
    await at.api('/api/agents/sam/deactivate', act);
    expect(await running).toContain('agent_stopped');
    const cut = await vi.waitFor(
      async () => {
        const [stop] = await stopsOf(at);
        expect(stop?.cut_at).not.toBeNull();
        return stop;
      },
      { timeout: 30_000 },
    );
    expect(cut).toMatchObject({ state: 'cut', ended_at: null });
    expect(cut?.doors[0]).toMatchObject({ door: 'model', cut: 1, refused: 0 });

    expect(await ask(at.server.url, 'once more')).toContain('agent_stopped');
    await vi.waitFor(
      async () => expect((await stopsOf(at))[0]?.doors[0]).toMatchObject({ cut: 1, refused: 1 }),
      { timeout: 30_000 },
    );
  },
);

verifies('X18', 'while work may be saved a stop is requested, and in force only then', async () => {
  const at = await wholeServer();
  await ask(at.server.url, 'hello');
  await at.api('/api/agents/sam/deactivate', { ...act, wind_down: { calls: 5, seconds: 600 } });
  const [stop] = await stopsOf(at);
  expect(stop).toMatchObject({ state: 'requested', ended_at: null });
  expect((stop?.in_force_at ?? 0) - (stop?.requested_at ?? 0)).toBe(600_000);
});

verifies(
  'X18',
  'what nobody saw end is told by the alert and the journal; silence after a refusal ends it',
  async () => {
    const pass = clockAhead();
    const at = await wholeServer();
    expect(await ask(at.server.url, 'hello')).toMatch(/^200/);
    await at.api('/api/agents/sam/deactivate', act);
    const reasons = async () =>
      (await at.api<readonly { reason: string }[]>('/api/agents/sam/events')).map(
        ({ reason }) => reason,
      );
    const told = (words: string) =>
      vi.waitFor(async () => expect((await reasons()).join('\n')).toContain(words), {
        timeout: 60_000,
        interval: 200,
      });
    const alerts = async () =>
      (
        await at.api<readonly { rule: string; state: string; numbers: string }[]>('/api/alerts')
      ).filter(({ rule }) => rule === 'stop_unconfirmed');
    expect((await reasons()).join()).not.toContain('may be alive');
    pass(181_000);
    await told('the stop of the agent: nobody has seen it end, it may be alive');
    await vi.waitFor(async () => {
      expect(await alerts()).toMatchObject([{ state: 'firing' }]);
    });
    expect((await alerts())[0]?.numbers).toContain('the agent: may be alive (model: 0 calls cut');
    expect(await ask(at.server.url, 'once more')).toContain('agent_stopped');
    pass(301_000);
    await told('the stop of the agent is confirmed: it was told and stayed silent');
    expect(await stopsOf(at)).toMatchObject([{ state: 'ended' }]);
    await vi.waitFor(async () => expect(await alerts()).toMatchObject([{ state: 'resolved' }]), {
      timeout: 30_000,
    });
  },
);

verifies('X18', 'stop --wait succeeds only when the process was seen to end', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  const done = join(home.home, 'done');
  const loop = `until [ -e ${done} ]; do sleep 0.1; done`;
  const run = runTripwire(['run', '--agent', 'sam', '--', 'sh', '-c', loop], '', home.env);
  await vi.waitFor(
    async () => {
      const known = await server.api<readonly { id: string }[]>('/api/agents');
      expect(known.map(({ id }) => id)).toContain('sam');
      const events = await server.api<readonly { reason: string }[]>('/api/agents/sam/events');
      expect(events.some(({ reason }) => reason.includes('started'))).toBe(true);
    },
    { timeout: 60_000, interval: 200 },
  );
  const early = await runTripwire(['stop', 'sam', '--wait', '1'], '', home.env);
  expect(early, early.stderr).toMatchObject({ code: 1 });
  expect(early.stdout).toContain('may be alive: its process is still running');
  expect(early.stdout).toMatch(/ended: +not seen/);
  writeFileSync(done, '');
  expect((await run).code).toBe(0);
  const late = await runTripwire(['stop', 'sam', '--wait', '60'], '', home.env);
  expect(late, late.stdout).toMatchObject({ code: 0 });
  expect(late.stdout).toContain('its process is gone');
  await vi.waitFor(
    async () => {
      const events = await server.api<readonly { reason: string }[]>('/api/agents/sam/events');
      expect(events.map(({ reason }) => reason)).toContain(
        'the stop of the agent is confirmed: its process is gone',
      );
    },
    { timeout: 60_000, interval: 200 },
  );
});

verifies('X18', 'stop-all --wait says of each agent how far it has come', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  const nobody = await runTripwire(['stop-all', '--wait', '1'], '', home.env);
  expect(nobody, nobody.stdout).toMatchObject({ code: 0 });
  await server.api('/api/resume-all', { by: 'bob', why: 'begin' });
  const done = join(home.home, 'done');
  const loop = `until [ -e ${done} ]; do sleep 0.1; done`;
  const run = runTripwire(['run', '--agent', 'sam', '--', 'sh', '-c', loop], '', home.env);
  await vi.waitFor(
    async () => {
      const events = await server.api<readonly { reason: string }[]>('/api/events?agent=sam');
      expect(events?.some(({ reason }) => reason.includes('started'))).toBe(true);
    },
    { timeout: 60_000, interval: 200 },
  );
  const early = await runTripwire(['stop-all', '--wait', '1'], '', home.env);
  expect(early, early.stdout).toMatchObject({ code: 1 });
  expect(early.stdout).toContain('sam: may be alive: its process is still running');
  writeFileSync(done, '');
  expect((await run).code).toBe(0);
  const late = await runTripwire(['stop-all', '--wait', '60'], '', home.env);
  expect(late, late.stdout).toMatchObject({ code: 0 });
  expect(late.stdout).toMatch(/sam: ended\.[^]*its process is gone/);
  // One more, that was told a moment ago: it is not confirmed yet.
  const url = `${server.url}/agents/kim/openai/v1/chat/completions`;
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hello' }] });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };
  expect(await (await fetch(url, { method: 'POST', headers, body })).text()).toContain('stop');
  const both = await runTripwire(['stop-all', '--wait', '1', '--json'], '', home.env);
  expect(both, both.stdout).toMatchObject({ code: 1 });
  const { stops } = JSON.parse(both.stdout) as { stops: { agent: string; state: string }[] };
  const stateOf = (name: string) => stops.find(({ agent }) => agent === name)?.state;
  expect(stops).toHaveLength(2);
  expect(stateOf('sam')).toBe('ended');
  expect(stateOf('kim')).toMatch(/^(?:cut|may_be_alive)$/);
});
