/** Stops as people look at them: why, what led there, what it cost, and what other settings would have done. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type {
  Agent,
  Approval,
  Backtest,
  Incident,
  IncidentSummary,
} from '../../src/control/api/client.ts';
import { digestEvent, type TranscriptEvent } from '../../src/detect/index.ts';
import { GateApproval } from '../../src/guardrails/index.ts';
import { asking, callOnce, loop, runningControl } from './running-control.ts';

const post = (body: object = {}) => ({ method: 'POST', body });

describe('an incident', () => {
  test('tells the signal, the steps with what repeated, the cost and how to go on', async () => {
    const { gate, ask } = await runningControl({
      killSwitch: { enabled: true },
      capture: 'on-stop',
    });
    for (const text of ['look at a', 'look at b', 'look at b']) {
      gate.witness('crawler', { session: null, thread: null, kind: 'prompt', text });
    }
    await loop(gate, 'crawler');
    const [summary] = (await ask('/api/incidents?state=open')).body as IncidentSummary[];
    expect(summary).toMatchObject({ agent: 'crawler', kind: 'kill_switch', open: true });
    const path = `/api/incidents/${encodeURIComponent(summary?.id ?? '')}`;
    const incident = (await ask(path)).body as Incident;
    expect(incident.signal).toMatchObject({ detector: 'progress', did: 'killed', threshold: 10 });
    expect(incident.signal?.progress).toBeGreaterThan(0);
    expect(incident.steps.filter(({ repeated }) => repeated).length).toBeGreaterThan(2);
    expect(incident.steps.find(({ tool }) => tool === 'look')).toBeDefined();
    expect(incident.cost.tokens_since).toBeGreaterThan(0);
    expect(incident.cost.loop_began_at).toBeLessThanOrEqual(incident.at);
    expect(incident.evidence?.steps.map(({ repeated }) => repeated)).toEqual([false, false, true]);
    expect(incident).toMatchObject({
      remedy_action: 'activate',
      replay: 'tripwire replay a-data-folder/journal.db',
    });
    await ask('/api/agents/crawler/activate', post());
    expect((await ask('/api/incidents?state=open')).body).toEqual([]);
    expect((await ask(path)).body).toMatchObject({
      open: false,
      released_at: expect.any(Number) as number,
    });
  });

  test('healthy work has none, and an unknown one is told to be', async () => {
    const { gate, ask } = await runningControl({ killSwitch: { enabled: true } });
    await callOnce(gate, asking('calm'));
    expect((await ask('/api/incidents')).body).toEqual([]);
    expect((await ask('/api/incidents/1%40calm')).status).toBe(404);
    expect((await ask('/api/incidents/nonsense')).status).toBe(404);
  });

  test('that was healthy writes an exception, under which the same would not stop', async () => {
    const { gate, ask } = await runningControl({ killSwitch: { enabled: true } });
    await loop(gate, 'crawler');
    const [summary] = (await ask('/api/incidents')).body as IncidentSummary[];
    const path = `/api/incidents/${encodeURIComponent(summary?.id ?? '')}/healthy`;
    const { body } = await ask(path, post({ why: 'it polls' }));
    expect(body).toMatchObject({
      exception: { tool: 'look', is: 'healthy' },
      incident: { healthy: true },
      backtest: { stops: [] },
    });
    const { kill_switch: killSwitch } = (await ask('/api/agents/crawler')).body as Agent;
    expect(killSwitch.exceptions).toEqual([{ tool: 'look', is: 'healthy' }]);
    const overview = (await ask('/api/overview')).body;
    expect(overview).toMatchObject({ today: { wrongly_paused: 1, stops: 1 } });
  });
});

verifies(
  'K13',
  'the API behind the dashboard: who deactivated it, toggle, window and threshold, and a word when nobody would hear',
  async () => {
    const { gate, ask } = await runningControl({ killSwitch: { enabled: true } });
    await loop(gate, 'crawler');
    await gate.register('other', 'test');
    await ask('/api/agents/other/deactivate', post());
    const agents = (await ask('/api/agents')).body as Agent[];
    expect(agents.map((one) => [one.id, one.active, one.deactivated_by])).toEqual([
      ['crawler', 0, 'kill_switch'],
      ['other', 0, 'manual'],
    ]);
    const change = { enabled: true, window_size: 30, threshold: 12 };
    const patch = () => ask('/api/agents/other/kill-switch', { method: 'PATCH', body: change });
    const alone = await patch();
    expect(alone.body).toMatchObject({ kill_switch: change });
    expect((alone.body as { warning: string }).warning).toMatch(/no alert channel is configured/);
    const target = { kind: 'slack', url: 'https://127.0.0.1/x' };
    await ask('/api/alert-channels', post({ name: 'chat', allow_private: true, target }));
    expect((await patch()).body).toMatchObject({ kill_switch: change, warning: null });
    const off = { method: 'PATCH', body: { enabled: false } };
    expect((await ask('/api/agents/other/kill-switch', off)).body).toMatchObject({
      kill_switch: { enabled: false },
      warning: null,
    });
  },
);

describe('a backtest', () => {
  test('says what other settings would have stopped, and changes nothing', async () => {
    const { gate, ask, store } = await runningControl();
    await loop(gate, 'crawler');
    await loop(gate, 'crawler');
    const heads = await store.heads();
    const judged = async (body: object) =>
      (await ask('/api/agents/crawler/backtest', post(body))).body as Backtest;
    const strict = await judged({ enabled: true });
    expect(strict.stops).toHaveLength(1);
    expect(strict.saved_tokens).toBeGreaterThan(0);
    expect(strict.summary).toMatch(
      /would have stopped the agent once in the last 24 h; [\d,]+ tokens came after\. Compared with what happened: 1 stop more, 0 fewer\.$/,
    );
    const lax = await judged({ exceptions: [{ tool: 'look', is: 'healthy' }] });
    expect(lax.stops).toEqual([]);
    expect(lax.summary).toBe(
      'With these settings, Tripwire would have stopped nothing in the last 24 h.',
    );
    expect(await store.heads()).toEqual(heads);
  });

  test('healthy work would not have been stopped', async () => {
    const { gate, ask } = await runningControl();
    for (let turn = 0; turn < 5; turn += 1) await callOnce(gate, asking('calm'));
    const { body } = await ask('/api/agents/calm/backtest', post());
    expect(body).toMatchObject({ stops: [], complete: true });
  });
});

test('asking whether a tool may run does not end a repetition', async () => {
  const { gate, ask } = await runningControl({ killSwitch: { enabled: true } });
  const call: TranscriptEvent = { kind: 'tool', tool: 'look', args: { at: 'a' }, result: 'a=1' };
  const observed = { digests: [digestEvent(call)] };
  for (let turn = 0; turn < 6; turn += 1) {
    const asked = await gate.admit(asking('crawler', { observed }));
    if (!asked.allowed) break;
    await asked.call.mayRun(1);
    const response = { toolCalls: 1, outputLength: 40 };
    const end = { status: 'SUCCESS', latencyMs: 9, tokens: 300, cachedTokens: 0 } as const;
    await asked.call.finish({ ...end, response });
  }
  const [summary] = (await ask('/api/incidents')).body as IncidentSummary[];
  const path = `/api/incidents/${encodeURIComponent(summary?.id ?? '')}`;
  const { cost } = (await ask(path)).body as Incident;
  expect(cost.calls_since).toBeGreaterThan(2);
  expect(cost.tokens_since).toBeGreaterThan(600);
});

test('a reason is told whole in lists, however long it is', async () => {
  const { gate, ask } = await runningControl();
  const why =
    'it writes into the table of customers while the night shift still works with it, every minute';
  await callOnce(gate, asking('coder'));
  await gate.operate({ agent: 'coder', action: 'deactivate', by: 'ada', why });
  const [incident] = (await ask('/api/incidents')).body as IncidentSummary[];
  expect(incident?.reason).toBe(`manual: ${why}`);
  const approval = { source: 'policy', change: 'raise', hold: 'approval', target: 'x' } as const;
  await gate.signal({ agent: 'coder', ...approval, details: why });
  expect(((await ask('/api/approvals')).body as Approval[])[0]?.why).toBe(why);
  await gate.operate({ agent: 'coder', action: 'activate', by: 'ada', why: 'mended' });
  expect((await ask('/api/events?type=release')).text).toContain('manual: it writes');
});

describe('approvals', () => {
  const action = {
    target: 'deploy:1',
    tool: 'deploy',
    params: {},
    sessionId: 's1',
    callId: 'c',
    why: 'deploy to production?',
    lapseMs: 60_000,
  };

  test.each([
    ['grant', 'granted'],
    ['refuse', 'refused'],
  ] as const)('%s reaches the policy that waits', async (verb, outcome) => {
    const { gate, ask, store } = await runningControl();
    await callOnce(gate, asking('coder', { session: 's1' }));
    const port = new GateApproval({ gate, agent: 'coder', lookEveryMs: 10 });
    const answer = port.ask(action, new AbortController().signal);
    await expect.poll(async () => (await ask('/api/approvals')).body).toHaveLength(1);
    const [waiting] = (await ask('/api/approvals')).body as Approval[];
    expect(waiting).toMatchObject({ agent: 'coder', session: 's1', why: 'deploy to production?' });
    const decided = await ask(`/api/approvals/${waiting?.id}/${verb}`, post({ why: 'I looked' }));
    expect(decided.body).toMatchObject({ decided: outcome });
    expect(await answer).toBe(outcome);
    const acts = await store.events({ agent: 'coder', type: 'operator', limit: 10 });
    expect(acts.at(-1)?.reason).toBe(`${verb} by api: I looked`);
    expect((await ask(`/api/approvals/${waiting?.id}/${verb}`, post())).status).toBe(404);
  });

  test('one that nobody answers lapses to a refusal', async () => {
    const { gate, ask } = await runningControl();
    const port = new GateApproval({ gate, agent: 'coder', lookEveryMs: 10 });
    const given = new AbortController();
    const answer = port.ask(action, given.signal);
    await expect.poll(async () => (await ask('/api/approvals')).body).toHaveLength(1);
    given.abort();
    expect(await answer).toBe('lapsed');
    expect((await ask('/api/approvals')).body).toEqual([]);
  });
});
