/** The API of the control plane: what people see and do over HTTP, with the fixed names. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Answer } from '../../src/control/api/client.ts';
import type { EventView } from '../../src/control/index.ts';
import { createMemoryStore } from '../../src/store/index.ts';
import { faultyStore } from '../../src/testing/index.ts';
import { asking, callOnce, loop, runningControl } from './running-control.ts';

describe('agents', () => {
  test('are listed and shown with the fixed fields', async () => {
    const { gate, ask } = await runningControl();
    await callOnce(gate, asking('crawler'));
    const { status, body } = await ask('/api/agents');
    expect(status).toBe(200);
    expect(body).toMatchObject([
      {
        id: 'crawler',
        name: 'crawler',
        active: 1,
        deactivated_by: null,
        mode: 'WORKING',
        intensity: 'LOW',
        health: 1,
        holds: [],
        kill_switch: { enabled: false, window_size: 20, threshold: 10, detector: 'progress' },
        open_calls: 0,
      },
    ]);
    expect((await ask('/api/agents/crawler')).body).toMatchObject({ id: 'crawler' });
  });

  test('are found under an encoded name, and unknown ones are not', async () => {
    const { gate, ask } = await runningControl();
    await callOnce(gate, asking('team:crawler@1'));
    expect((await ask('/api/agents/team%3Acrawler%401')).status).toBe(200);
    const unknown = await ask('/api/agents/crawlr');
    expect(unknown.status).toBe(404);
    expect(unknown.headers['content-type']).toBe('application/problem+json');
    expect(unknown.body).toEqual({
      type: 'urn:tripwire:problem:unknown-agent',
      title: 'There is no such agent',
      status: 404,
      detail: 'There is no agent "crawlr". There are team:crawler@1.',
    });
    expect((await ask('/api/agents/*')).status).toBe(404);
    expect((await ask('/api/agents/%zz')).status).toBe(400);
    expect((await gate.agents()).map(({ id }) => id)).toEqual(['team:crawler@1']);
  });

  test('can be registered, once', async () => {
    const { ask } = await runningControl();
    const first = await ask('/api/agents', { method: 'POST', body: { name: 'new-one' } });
    expect(first).toMatchObject({ status: 201, body: { id: 'new-one', active: 1 } });
    const again = await ask('/api/agents', { method: 'POST', body: { name: 'new-one' } });
    expect(again.status).toBe(200);
    const bad = await ask('/api/agents', { method: 'POST', body: { name: '*' } });
    expect(bad.status).toBe(400);
    expect((await ask('/api/agents')).body).toHaveLength(1);
  });

  test('get keys that are shown once and kept as a hash', async () => {
    const { store, ask } = await runningControl();
    await ask('/api/agents', { method: 'POST', body: { name: 'a' } });
    const made = await ask('/api/agents/a/keys', { method: 'POST', body: { label: 'laptop' } });
    expect(made).toMatchObject({ status: 201, body: { agent: 'a', label: 'laptop' } });
    const { key } = made.body as Answer<'POST /api/agents/:id/keys'>;
    expect(key).toMatch(/^tw_[A-Za-z0-9]{40}$/);
    const keyHash = createHash('sha256').update(key).digest('hex');
    expect(await store.keys()).toMatchObject([{ keyHash, agent: 'a', label: 'laptop' }]);
    expect((await ask('/api/agents/b/keys', { method: 'POST' })).status).toBe(404);
  });
});

describe('the kill switch', () => {
  verifies('K7', 'is off until it is set, in part or as a whole', async () => {
    const { gate, ask } = await runningControl();
    await loop(gate, 'crawler');
    expect((await ask('/api/agents/crawler')).body).toMatchObject({ active: 1 });
    const change = { enabled: true, window_size: 30, why: 'it looped', by: 'ada' };
    const changed = await ask('/api/agents/crawler/kill-switch', { method: 'PATCH', body: change });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: 'crawler', kill_switch: { enabled: true, window_size: 30, threshold: 10 } },
    });
    const exceptions = [{ tool: 'look', is: 'poll' }];
    const more = { threshold: 12.5, detector: 'literal', shadow: true, refusal: 'message' };
    const rest = await ask('/api/agents/crawler/kill-switch', {
      method: 'PATCH',
      body: { ...more, exceptions },
    });
    expect(rest.body).toMatchObject({
      kill_switch: { enabled: true, window_size: 30, ...more, exceptions },
    });
    const events = await ask('/api/agents/crawler/events?type=operator');
    expect((events.body as readonly EventView[]).map(({ reason }) => reason)).toContain(
      'configure by ada: it looped',
    );
  });

  test.each([
    [{ window_size: 4 }, 'window_size must be a whole number from 5 to 100, not 4'],
    [{ window_size: 101 }, 'window_size must be a whole number from 5 to 100, not 101'],
    [{ window_size: 20.5 }, 'window_size must be a whole number from 5 to 100, not 20.5'],
    [{ threshold: 0.5 }, 'threshold must be a number from 1 to 50, not 0.5'],
    [{ threshold: 50.1 }, 'threshold must be a number from 1 to 50, not 50.1'],
    [{ threshold: 1.000_01 }, 'threshold must have at most four decimal digits, not 1.00001'],
    [{ enabled: 'yes' }, 'enabled must be true or false, not "yes"'],
    [{ detector: 'magic' }, 'detector must be progress or literal, not "magic"'],
    [{ exceptions: [{ tool: 'x', is: 'fine' }] }, 'exceptions.0.is must be poll or healthy'],
    [{ windowSize: 20 }, '"windowSize" is not known (known are enabled, window_size, threshold'],
    [{}, 'The body changes nothing'],
    [[], 'the body must be a JSON object'],
  ])('refuses %j and changes nothing', async (change, words) => {
    const { gate, ask } = await runningControl();
    await gate.register('crawler', 'test');
    const before = (await ask('/api/agents/crawler')).text;
    const path = '/api/agents/crawler/kill-switch';
    const { status, text } = await ask(path, { method: 'PATCH', body: change });
    expect(status).toBe(400);
    expect((JSON.parse(text) as { readonly detail: string }).detail).toContain(words);
    expect((await ask('/api/agents/crawler')).text).toBe(before);
  });

  verifies(['K8', 'K10', 'K12'], 'shows a kill, its event and its release', async () => {
    const { gate, ask } = await runningControl({ killSwitch: { enabled: true } });
    await loop(gate, 'crawler');
    expect((await ask('/api/agents/crawler')).body).toMatchObject({
      active: 0,
      deactivated_by: 'kill_switch',
    });
    const events = await ask('/api/agents/crawler/events?type=kill_switch');
    expect(events.body).toMatchObject([
      { agent: 'crawler', event_type: 'kill_switch', session: null, details: { threshold: 10 } },
    ]);
    const released = await ask('/api/agents/crawler/activate', { method: 'POST' });
    expect(released.body).toMatchObject({ active: 1, deactivated_by: null, recorded: true });
  });
});

describe('a person acts', () => {
  test('each act takes effect and says who and why', async () => {
    const { gate, ask } = await runningControl();
    await callOnce(gate, asking('crawler'));
    const post = (act: string, body: unknown) =>
      ask(`/api/agents/crawler/${act}`, { method: 'POST', body });
    const stopped = await post('deactivate', { by: 'ada', why: 'it went mad' });
    expect(stopped.body).toMatchObject({
      active: 0,
      deactivated_by: 'manual',
      recorded: true,
      calls_ended: 0,
      warning: null,
      holds: [{ hold: 'manual', by: 'ada', why: 'it went mad' }],
    });
    expect((await callOnce(gate, asking('crawler'))).allowed).toBe(false);
    expect((await post('activate', {})).body).toMatchObject({ active: 1, holds: [] });
    expect((await post('pause', {})).body).toMatchObject({
      active: 1,
      holds: [{ hold: 'paused' }],
    });
    expect((await post('resume', {})).body).toMatchObject({ holds: [] });
    expect((await post('restart', {})).body).toMatchObject({ health: 0.8 });
    expect((await callOnce(gate, asking('crawler'))).allowed).toBe(true);
    const acts = await ask('/api/agents/crawler/events?type=operator&limit=4');
    expect((acts.body as readonly EventView[]).map(({ reason }) => reason)).toEqual([
      'activate by api: activated by hand',
      'pause by api: paused by hand',
      'resume by api: resumed by hand',
      'restart by api: restarted by hand',
    ]);
  });

  test('a stop ends the calls under way', async () => {
    const { gate, ask } = await runningControl();
    const admission = await gate.admit(asking('crawler'));
    const stopped = await ask('/api/agents/crawler/deactivate', { method: 'POST' });
    expect(stopped.body).toMatchObject({ calls_ended: 1 });
    expect(admission.allowed && admission.call.signal.aborted).toBe(true);
  });

  test('a session is stopped alone; one that is not known is told', async () => {
    const { gate, ask } = await runningControl();
    await callOnce(gate, asking('claude', { session: 's1' }));
    await callOnce(gate, asking('claude', { session: 's2' }));
    const post = (act: string, session: string) =>
      ask(`/api/agents/claude/${act}`, { method: 'POST', body: { session } });
    expect((await post('deactivate', 's1')).body).toMatchObject({ active: 1, warning: null });
    expect((await callOnce(gate, asking('claude', { session: 's1' }))).allowed).toBe(false);
    expect((await callOnce(gate, asking('claude', { session: 's2' }))).allowed).toBe(true);
    expect((await post('activate', 's3')).status).toBe(404);
    expect((await post('deactivate', 's4')).body).toMatchObject({
      warning: expect.stringContaining('has no session s4') as string,
    });
    expect((await callOnce(gate, asking('claude', { session: 's4' }))).allowed).toBe(false);
  });

  test.each([
    [{ by: 'a"b' }, 'field by '],
    [{ by: '' }, 'field by '],
    [{ why: '' }, 'field why '],
    [{ why: 'x'.repeat(2_001) }, 'field why '],
    [{ session: 'a\nb' }, 'field session '],
    [{ session: 7 }, 'session must be a text, not 7'],
    [
      { reason: 'x' },
      '"reason" is not known (known are by, why, session, wind_down, subagent, family, turn)',
    ],
    [JSON.parse('{"__proto__": {"why": "x"}}'), '"__proto__" is not known'],
  ])('refuses %j, and nobody is stopped', async (body, words) => {
    const { gate, ask } = await runningControl();
    await callOnce(gate, asking('crawler'));
    const refused = await ask('/api/agents/crawler/deactivate', { method: 'POST', body });
    expect(refused.status).toBe(400);
    expect((refused.body as { readonly detail: string }).detail).toContain(words);
    expect((await callOnce(gate, asking('crawler'))).allowed).toBe(true);
  });

  test('all agents are stopped and resumed, also those that come later', async () => {
    const { gate, ask } = await runningControl();
    await callOnce(gate, asking('a'));
    const stopped = await ask('/api/stop-all', { method: 'POST', body: { why: 'fire drill' } });
    expect(stopped).toMatchObject({ status: 200, body: { recorded: true, calls_ended: 0 } });
    expect((await callOnce(gate, asking('a'))).allowed).toBe(false);
    expect((await callOnce(gate, asking('later'))).allowed).toBe(false);
    expect((await ask('/api/status')).body).toMatchObject({ stopped: 2 });
    expect((await ask('/api/resume-all', { method: 'POST' })).status).toBe(200);
    expect((await callOnce(gate, asking('a'))).allowed).toBe(true);
  });
});

describe('with a disk that fails', () => {
  test('a stop is in force and says that it is not recorded; a release is refused', async () => {
    const faulty = faultyStore(createMemoryStore());
    const { gate, ask } = await runningControl({ store: faulty.store });
    const admission = await gate.admit(asking('crawler'));
    faulty.fault = 'refuses';
    const stopped = await ask('/api/agents/crawler/deactivate', { method: 'POST' });
    expect(stopped).toMatchObject({ status: 200, body: { recorded: false, calls_ended: 1 } });
    expect(admission.allowed && admission.call.signal.aborted).toBe(true);
    const released = await ask('/api/agents/crawler/activate', { method: 'POST' });
    expect(released).toMatchObject({ status: 503, body: { title: 'Tripwire cannot do this now' } });
    expect(await gate.standing('crawler')).not.toBeNull();
    const all = await ask('/api/stop-all', { method: 'POST' });
    expect(all).toMatchObject({ status: 200, body: { recorded: false } });
  });

  test('an agent whose state cannot even be read is stopped all the same', async () => {
    const faulty = faultyStore(createMemoryStore());
    await (await runningControl({ store: faulty.store })).gate.register('crawler', 'test');
    const { gate, ask } = await runningControl({ store: faulty.store });
    faulty.fault = 'refuses';
    const stopped = await ask('/api/agents/crawler/deactivate', { method: 'POST' });
    expect(stopped).toMatchObject({ status: 200, body: { id: 'crawler', recorded: false } });
    expect(await gate.standing('crawler')).toMatchObject({ kind: 'manual' });
  });
});

describe('events and status', () => {
  test('come in the order they happened: the newest, or those after one', async () => {
    const { gate, ask } = await runningControl();
    for (const name of ['a', 'b', 'c', 'd']) await gate.register(name, 'test');
    const ids = async (query: string) =>
      ((await ask(`/api/events${query}`)).body as readonly EventView[]).map(({ id }) => id);
    expect(await ids('')).toEqual([1, 2, 3, 4]);
    expect(await ids('?limit=2')).toEqual([3, 4]);
    expect(await ids('?after=1&limit=2')).toEqual([2, 3]);
    expect(await ids('?after=4')).toEqual([]);
    expect((await ask('/api/agents/b/events')).body).toMatchObject([{ id: 2, agent: 'b' }]);
  });

  test.each([
    ['?limit=0', 'limit must be a whole number from 1 to 10000'],
    ['?limit=10001', 'limit must be a whole number from 1 to 10000'],
    ['?after=-1', 'after must be the id of an event'],
    ['?type=explosion', 'type must be one of kill_switch, '],
    [
      '?sort=up',
      '"sort" is not known (known are type, session, since, until, after, before, limit, agent)',
    ],
  ])('refuses %s', async (query, words) => {
    const { ask } = await runningControl();
    const { status, body } = await ask(`/api/events${query}`);
    expect(status).toBe(400);
    expect((body as { readonly detail: string }).detail).toContain(words);
  });

  test('the status counts agents, stops and calls', async () => {
    const { gate, ask } = await runningControl();
    await gate.admit(asking('a'));
    await callOnce(gate, asking('b'));
    await ask('/api/agents/b/deactivate', { method: 'POST' });
    expect((await ask('/api/status')).body).toMatchObject({
      version: '0.1.0',
      agents: 2,
      stopped: 1,
      open_calls: 1,
      constitution: { name: 'frozen-v0.2' },
      data: { folder: 'a-data-folder' },
      problems: [],
    });
  });
});
