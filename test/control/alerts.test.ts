/** Alerts: told once per change, signed, retried, never into a private network unasked, and never in a stop's way. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Alert, AlertDelivery } from '../../src/control/api/client.ts';
import { createMemoryStore } from '../../src/store/index.ts';
import { startReceiver, type Received, type Receiver } from './receiver.ts';
import { asking, callOnce, loop, runningControl, type RunningControl } from './running-control.ts';

vi.setConfig({ testTimeout: 60_000 });

/** A clock that a test turns by hand. */
function handTime() {
  let nowMs = 1_700_000_000_000;
  return {
    time: { wallMs: () => nowMs, monotonicMs: () => nowMs },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

async function addWebhook(running: RunningControl, receiver: Receiver, name = 'hook') {
  const target = { kind: 'webhook', url: `${receiver.url}/in` };
  const body = { name, allow_private: true, target };
  const made = await running.ask('/api/alert-channels', { method: 'POST', body });
  expect(made.status).toBe(201);
  return made.body as { id: string; secret: string };
}

const dataOf = ({ body }: Received) =>
  JSON.parse(body) as {
    type: string;
    data: {
      title: string;
      lines: string[];
      link: string;
      alerts: Alert[];
      actions: { url: string }[];
    };
  };

const deliveries = async (running: RunningControl, state: string) =>
  (await running.ask(`/api/alert-deliveries?state=${state}`)).body as AlertDelivery[];

const failing = { status: 'FAILED', latencyMs: 1, tokens: 1, cachedTokens: 0 } as const;

describe('what is told', () => {
  test('a kill: signed, with agent, sentence, numbers, cost, link and how to resume; then that it is over', async () => {
    const running = await runningControl({ killSwitch: { enabled: true } });
    const receiver = await startReceiver();
    const { secret } = await addWebhook(running, receiver);
    await loop(running.gate, 'crawler');
    const [first] = await receiver.until(1);
    expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toBeTruthy();
    const { type, data } = dataOf(first as Received);
    expect(type).toBe('alert.firing');
    expect(data.title).toBe(
      '[Tripwire] FIRING: crawler: Called `look` 5 times and got the same result each time.',
    );
    expect(data.lines[0]).toBe('Agent: crawler');
    expect(data.lines[1]).toMatch(/^Why: kill_switch: .*\d/);
    expect(data.lines[2]).toMatch(
      /^Cost: [\d,]+ tokens in \d requests since the loop began, no price is known$/,
    );
    expect(data.lines[3]).toBe('To resume: resume it: tripwire resume crawler');
    expect(data.link).toMatch(new RegExp(`^${running.control.url}/incidents/\\d+%40crawler$`));
    expect(data.actions).toEqual([]);
    // The same stop again is no news.
    await callOnce(running.gate, asking('crawler'));
    await running.ask('/api/agents/crawler/activate', { method: 'POST', body: { why: 'mended' } });
    const [, second] = await receiver.until(2);
    expect(dataOf(second as Received)).toMatchObject({ type: 'alert.resolved' });
    expect(receiver.received).toHaveLength(2);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
  });

  verifies('T8', 'a soft suspend notifies a person', async () => {
    const running = await runningControl();
    const receiver = await startReceiver();
    await addWebhook(running, receiver);
    const { gate } = running;
    for (let turn = 0; turn < 12; turn += 1) {
      const admission = await gate.admit(asking('ill'));
      if (!admission.allowed) break;
      await admission.call.finish(failing);
    }
    const { holds } = await gate.agent('ill');
    expect(holds.map(({ hold }) => hold)).toContain('soft_suspend');
    const [told] = await receiver.until(1);
    expect(dataOf(told as Received).data.title).toEqual(
      expect.stringMatching(
        /^\[Tripwire\] FIRING: ill: Suspended after \d+ failed calls in a row \(health \S+, limit 0\.6\)/,
      ),
    );
    expect(dataOf(told as Received).data.lines).toContainEqual(
      expect.stringMatching(/^Cost: \d+ tokens in \d+ requests before it$/),
    );
  });

  test('healthy work tells nobody', async () => {
    const running = await runningControl({ killSwitch: { enabled: true } });
    const receiver = await startReceiver();
    await addWebhook(running, receiver);
    for (let turn = 0; turn < 5; turn += 1) await callOnce(running.gate, asking('calm'));
    await running.ask('/api/stop-all', { method: 'POST' });
    const [told] = await receiver.until(1);
    expect(dataOf(told as Received).data.title).toContain('All agents stopped by ');
    expect((await running.ask('/api/alerts')).body).toHaveLength(1);
  });

  test('an acknowledgement is told once, and a rule that is off tells nothing', async () => {
    const running = await runningControl();
    const receiver = await startReceiver();
    await addWebhook(running, receiver);
    await running.gate.register('a', 'test');
    await running.ask('/api/stop-all', { method: 'POST' });
    const [told] = await receiver.until(1);
    const id = dataOf(told as Received).data.alerts[0]?.id ?? '';
    const seen = () => running.ask(`/api/alerts/${id}/acknowledge`, { method: 'POST' });
    expect((await seen()).body).toMatchObject({ state: 'acknowledged', acknowledged_by: 'api' });
    await receiver.until(2);
    expect((await seen()).status).toBe(200);
    await running.ask('/api/resume-all', { method: 'POST' });
    await receiver.until(3);
    expect(receiver.received.map((one) => dataOf(one).type)).toEqual([
      'alert.firing',
      'alert.acknowledged',
      'alert.resolved',
    ]);
    const off = { method: 'PATCH', body: { enabled: false } };
    await running.ask('/api/alert-rules/stop_all', off);
    await running.ask('/api/stop-all', { method: 'POST' });
    await running.ask('/api/alert-channels', {});
    expect((await running.ask('/api/alerts?state=open')).body).toEqual([]);
  });

  test('a storm is told as a digest', async () => {
    const running = await runningControl();
    const receiver = await startReceiver();
    receiver.answers = 500;
    await addWebhook(running, receiver);
    const raise = { source: 'policy', hold: 'approval', change: 'raise', details: 'ok?' } as const;
    for (let count = 0; count < 30; count += 1) {
      const agent = `agent-${count}`;
      await running.gate.signal({ agent, session: 's', ...raise, target: `t:${count}` });
    }
    await vi.waitUntil(async () => (await deliveries(running, 'pending')).length === 30);
    receiver.answers = 200;
    const all = () => receiver.received.map(dataOf);
    await vi.waitUntil(() => all().some(({ type }) => type === 'alert.digest'), 30_000);
    await vi.waitUntil(async () => (await deliveries(running, 'delivered')).length === 30, 30_000);
    const digest = all().find(({ type }) => type === 'alert.digest');
    expect(digest?.data.title).toMatch(/^\[Tripwire\] \d+ alerts in a short time/);
    expect(receiver.received.length).toBeLessThan(20);
  }, 60_000);
});

describe('what goes wrong', () => {
  test('a receiver that fails gets it again after a while, under the same id; then it is given up and can be retried', async () => {
    const { time, pass } = handTime();
    const running = await runningControl({ time });
    const receiver = await startReceiver();
    receiver.answers = 503;
    await addWebhook(running, receiver);
    await running.ask('/api/stop-all', { method: 'POST' });
    const waits = [5, 30, 120, 600, 1_800, 3_600, 10_800];
    for (const [index, seconds] of waits.entries()) {
      await receiver.until(index + 1);
      await vi.waitUntil(
        async () => (await deliveries(running, 'pending'))[0]?.attempts === index + 1,
        { timeout: 60_000 },
      );
      pass(seconds * 1_000);
    }
    await receiver.until(waits.length + 1);
    await vi.waitUntil(async () => (await deliveries(running, 'dead')).length === 1, {
      timeout: 60_000,
    });
    const [dead] = await deliveries(running, 'dead');
    expect(dead).toMatchObject({ attempts: 8, problem: 'the receiver answered 503: ok' });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    receiver.answers = 200;
    await running.ask(`/api/alert-deliveries/${dead?.id}/retry`, { method: 'POST' });
    await vi.waitUntil(async () => (await deliveries(running, 'delivered')).length === 1, {
      timeout: 60_000,
    });
    expect(await deliveries(running, 'dead')).toEqual([]);
  }, 60_000);

  test('a webhook that hangs delays neither a stop nor another channel', async () => {
    const running = await runningControl({ killSwitch: { enabled: true } });
    const [hanging, quick] = [await startReceiver(), await startReceiver()];
    hanging.answers = null;
    await addWebhook(running, hanging, 'hangs');
    await addWebhook(running, quick, 'works');
    await loop(running.gate, 'first');
    await hanging.until(1);
    // While one hangs: another agent is stopped, the stop is in force, and the other channel tells of both.
    await loop(running.gate, 'second');
    expect((await callOnce(running.gate, asking('second'))).allowed).toBe(false);
    const stopped = await running.ask('/api/agents/first/pause', { method: 'POST' });
    expect(stopped.body).toMatchObject({ recorded: true });
    await quick.until(2);
    expect(hanging.received).toHaveLength(1);
    expect(await deliveries(running, 'delivered')).toHaveLength(2);
  });

  test('alerts that are owed survive the server, and are delivered once', async () => {
    const store = createMemoryStore();
    const receiver = await startReceiver();
    receiver.answers = 500;
    const before = await runningControl({ store });
    await addWebhook(before, receiver);
    await before.ask('/api/stop-all', { method: 'POST' });
    await receiver.until(1);
    await before.control.close();
    receiver.answers = 200;
    const { time, pass } = handTime();
    pass(10 * 365 * 86_400_000);
    const after = await runningControl({ store, time });
    await receiver.until(2);
    await vi.waitUntil(async () => (await deliveries(after, 'delivered')).length === 1);
    expect(await deliveries(after, 'pending')).toEqual([]);
    expect(receiver.received).toHaveLength(2);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[1]);
  });

  test.each([
    'http://127.0.0.1:9/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'file:///etc/passwd',
    'http://example.com/x',
  ])('a channel to %s is refused unless the private network is allowed', async (url) => {
    const { ask } = await runningControl();
    for (const kind of ['webhook', 'slack', 'discord', 'teams']) {
      const body = { name: 'x', target: { kind, url } };
      const { status } = await ask('/api/alert-channels', { method: 'POST', body });
      expect([400, 422], kind).toContain(status);
    }
    expect((await ask('/api/alert-channels')).body).toEqual([]);
  });

  test('a channel to a public address is taken', async () => {
    const { ask } = await runningControl();
    for (const url of ['https://8.8.8.8/x', 'https://[2606:4700:4700::1111]/x']) {
      const body = { name: 'x', target: { kind: 'slack', url } };
      expect((await ask('/api/alert-channels', { method: 'POST', body })).status).toBe(201);
    }
  });

  test('a redirect is not followed, and what a channel keeps secret is not shown', async () => {
    const running = await runningControl();
    const receiver = await startReceiver();
    receiver.answers = 302;
    const { id, secret } = await addWebhook(running, receiver);
    const tried = await running.ask(`/api/alert-channels/${id}/test`, { method: 'POST' });
    expect(tried.body).toMatchObject({ ok: false, problem: 'the receiver answered 302: ok' });
    expect(receiver.received).toHaveLength(1);
    const { text } = await running.ask('/api/alert-channels');
    expect(text).not.toContain(secret);
    expect(text).not.toContain('/in');
  });

  test('a receiver that takes it and never ends its answer has it once', async () => {
    const running = await runningControl();
    const receiver = await startReceiver();
    receiver.ends = false;
    const { id } = await addWebhook(running, receiver);
    const tried = await running.ask(`/api/alert-channels/${id}/test`, { method: 'POST' });
    expect(tried.body).toMatchObject({ ok: true, problem: null });
    expect(receiver.received).toHaveLength(1);
  });
});

describe('links that act', () => {
  test('are off by default; turned on, one works once, however often its button is pressed at the same time', async () => {
    const running = await runningControl({ killSwitch: { enabled: true } });
    const { ask, gate } = running;
    const receiver = await startReceiver();
    await addWebhook(running, receiver);
    await ask('/api/settings', { method: 'PATCH', body: { alert_links: true } });
    await loop(gate, 'crawler');
    const [told] = await receiver.until(1);
    const { pathname } = new URL(dataOf(told as Received).data.actions[0]?.url ?? '');
    const link = (method: string) => ask(pathname, { method, token: null });
    const shown = await link('GET');
    expect(shown).toMatchObject({ status: 200 });
    expect(shown.text).toContain('Resume crawler?');
    expect((await gate.agent('crawler')).active).toBe(0);
    const [head, sign] = pathname.split('.');
    const forged = `${head}.${sign?.startsWith('A') === true ? 'B' : 'A'}${sign?.slice(1)}`;
    expect((await ask(forged, { method: 'POST', token: null })).status).toBe(404);
    await ask('/api/settings', { method: 'PATCH', body: { alert_links: false } });
    expect((await link('POST')).status).toBe(404);
    await ask('/api/settings', { method: 'PATCH', body: { alert_links: true } });
    const pressed = await Promise.all(Array.from({ length: 5 }, () => link('POST')));
    expect(pressed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 404, 404, 404, 404,
    ]);
    expect((await gate.agent('crawler')).active).toBe(1);
    expect((await link('POST')).status).toBe(404);
    const [, released] = await running.store.events({
      agent: 'crawler',
      type: 'operator',
      limit: 5,
    });
    expect(JSON.parse(released?.details ?? '')).toMatchObject({
      action: 'activate',
      by: 'alert link',
    });
  });

  /** A kill, told with links to two channels; returns the paths of all links that came. */
  async function killedAndTold() {
    const running = await runningControl({ killSwitch: { enabled: true } });
    const receivers = [await startReceiver(), await startReceiver()];
    for (const receiver of receivers) await addWebhook(running, receiver);
    await running.ask('/api/settings', { method: 'PATCH', body: { alert_links: true } });
    await loop(running.gate, 'crawler');
    const told = await Promise.all(receivers.map(async (one) => (await one.until(1))[0]));
    const paths = told.map(
      (one) => new URL(dataOf(one as Received).data.actions[0]?.url ?? '').pathname,
    );
    const press = (path: string) => running.ask(path, { method: 'POST', token: null });
    return { ...running, paths, press };
  }

  test('an old one lifts no later stop', async () => {
    const { ask, gate, paths, press } = await killedAndTold();
    const [old = ''] = paths;
    await ask('/api/agents/crawler/activate', { method: 'POST', body: { why: 'looked at it' } });
    expect((await gate.agent('crawler')).active).toBe(1);
    const why = 'leaks customer data';
    await ask('/api/agents/crawler/deactivate', { method: 'POST', body: { why } });
    expect((await ask(old, { method: 'GET', token: null })).status).toBe(404);
    expect((await press(old)).status).toBe(404);
    expect(await gate.agent('crawler')).toMatchObject({ active: 0, deactivated_by: 'manual' });
  });

  test('nor the stop that a person put on top of the one it is about', async () => {
    const { ask, gate, paths, press } = await killedAndTold();
    await ask('/api/agents/crawler/deactivate', { method: 'POST', body: { why: 'let me look' } });
    expect((await press(paths[0] ?? '')).status).toBe(404);
    expect((await gate.agent('crawler')).active).toBe(0);
  });

  test('nor a later kill, although it is of the same kind', async () => {
    const { ask, gate, paths, press } = await killedAndTold();
    await ask('/api/agents/crawler/activate', { method: 'POST', body: { why: 'looked at it' } });
    await loop(gate, 'crawler');
    expect((await gate.agent('crawler')).active).toBe(0);
    expect((await press(paths[0] ?? '')).status).toBe(404);
    expect((await gate.agent('crawler')).active).toBe(0);
  });

  test('of two channels, one acts and the other is used up with it', async () => {
    const { gate, paths, press } = await killedAndTold();
    const [one = '', other = ''] = paths;
    expect((await press(one)).status).toBe(200);
    expect((await gate.agent('crawler')).active).toBe(1);
    expect((await press(other)).status).toBe(404);
    expect(one).toBe(other);
  });
});
