/** Stopping from Slack and Teams: signed by the chat, for the person who typed it; it resumes nobody. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { callOnce, asking, runningControl, type RunningControl } from './running-control.ts';

const SLACK = 'slack-signing-secret-of-this-test';
const TEAMS = Buffer.from('teams-token-of-this-test').toString('base64');
const NOW = 1_790_000_000_000;

interface Typed {
  readonly text: string;
  readonly command?: string;
  readonly at?: number;
  readonly secret?: string;
  readonly name?: string;
}

function slack(at: RunningControl, { text, command = '/tripwire', at: when = NOW, secret }: Typed) {
  const raw = new URLSearchParams({
    command,
    text,
    user_id: 'U123',
    user_name: 'alice',
    team_domain: 'acme',
  }).toString();
  const stamp = String(Math.floor(when / 1_000));
  const sign = createHmac('sha256', secret ?? SLACK)
    .update(`v0:${stamp}:${raw}`)
    .digest('hex');
  return at.ask('/chat/slack', {
    method: 'POST',
    token: null,
    raw,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': stamp,
      'x-slack-signature': `v0=${sign}`,
    },
  });
}

function teams(at: RunningControl, typed: Typed) {
  const { text, at: when = NOW, secret = TEAMS, name = 'Bob Example' } = typed;
  const raw = JSON.stringify({
    type: 'message',
    id: '1',
    timestamp: new Date(when).toISOString(),
    from: { id: '29:1', name },
    text: `<at>Tripwire</at>&nbsp;${text}\n`,
  });
  const key = Buffer.from(secret, 'base64');
  const sign = createHmac('sha256', key).update(raw).digest('base64');
  const headers = { authorization: `HMAC ${sign}` };
  return at.ask('/chat/teams', { method: 'POST', token: null, raw, headers });
}

async function running(chat: object = { slack: SLACK, teams: TEAMS }): Promise<RunningControl> {
  const at = await runningControl({
    chat: () => chat,
    time: { wallMs: () => NOW, monotonicMs: () => NOW },
  });
  for (const agent of ['sam', 'kim']) await callOnce(at.gate, asking(agent));
  return at;
}

const heldOf = async ({ gate }: RunningControl, agent = 'sam') =>
  (await gate.agent(agent)).holds.map(({ hold }) => hold);
const reasons = async ({ ask }: RunningControl) =>
  ((await ask('/api/events')).body as readonly { reason: string }[]).map(({ reason }) => reason);

describe('Slack', () => {
  verifies('X5', 'stop-all stops everybody at once, for the person who typed it', async () => {
    const at = await running();
    const told = await slack(at, { text: 'stop-all it deletes things' });
    expect(told.status).toBe(200);
    expect(told.body).toMatchObject({ response_type: 'in_channel' });
    expect(told.text).toContain('All agents are stopped by alice (Slack)');
    expect(await heldOf(at)).toEqual(['stop_all']);
    expect(await reasons(at)).toContainEqual(expect.stringContaining('alice (Slack)'));
    expect(await reasons(at)).toContainEqual(expect.stringContaining('it deletes things'));
  });

  test('a command of its own name needs nothing typed', async () => {
    const at = await running();
    await slack(at, { command: '/stop-all', text: '' });
    expect(await heldOf(at)).toEqual(['stop_all']);
  });

  test('stop NAME stops that one alone', async () => {
    const at = await running();
    expect((await slack(at, { text: 'stop kim' })).text).toContain('kim is stopped by alice');
    expect(await heldOf(at, 'kim')).toEqual(['manual']);
    expect(await heldOf(at)).toEqual([]);
    expect((await slack(at, { text: 'stop nobody' })).text).toContain('There is no agent nobody');
  });

  verifies('X5', 'anything else stops nobody and releases nobody', async () => {
    const at = await running();
    for (const text of ['', 'help', 'status', 'please stop-all', 'stop', 'stop ../x']) {
      expect((await slack(at, { text })).text).toContain('Write `stop-all`');
    }
    expect(await heldOf(at)).toEqual([]);
    await slack(at, { text: 'stop-all' });
    for (const text of ['resume-all', 'resume sam']) await slack(at, { text });
    expect(await heldOf(at)).toEqual(['stop_all']);
  });

  verifies('X5', 'a signature that is wrong, missing or old does nothing', async () => {
    const at = await running();
    const MINUTES_6 = 360_000;
    const answers = [
      await slack(at, { text: 'stop-all', secret: 'another' }),
      await slack(at, { text: 'stop-all', at: NOW - MINUTES_6 }),
      await slack(at, { text: 'stop-all', at: NOW + MINUTES_6 }),
      await teams(at, { text: 'stop-all', secret: Buffer.from('other').toString('base64') }),
      await teams(at, { text: 'stop-all', at: NOW - MINUTES_6 }),
      await at.ask('/chat/slack', { method: 'POST', token: null, raw: 'text=stop-all' }),
      await at.ask('/chat/teams', { method: 'POST', token: null, raw: '{}' }),
      await at.ask('/chat/slack', { token: null }),
      await at.ask('/chat/else', { method: 'POST', token: null, raw: '{}' }),
    ];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(await heldOf(at)).toEqual([]);
    const other = await running({});
    expect((await slack(other, { text: 'stop-all' })).status).toBe(401);
    expect((await teams(other, { text: 'stop-all' })).status).toBe(401);
  });

  test('one that is sent again after a release stops nobody a second time', async () => {
    const at = await running();
    await slack(at, { text: 'stop-all' });
    expect((await at.ask('/api/resume-all', { method: 'POST', body: {} })).status).toBe(200);
    const again = await slack(at, { text: 'stop-all' });
    expect(again.text).toContain('received before');
    expect(await heldOf(at)).toEqual([]);
  });
});

test('Teams: a mention with stop-all stops everybody, for the person who wrote it', async () => {
  const at = await running();
  const told = await teams(at, { text: 'stop-all' });
  expect(told.body).toMatchObject({ type: 'message' });
  expect(told.text).toContain('Bob Example (Teams)');
  expect(await heldOf(at)).toEqual(['stop_all']);
  expect((await teams(at, { text: 'stop kim now' })).status).toBe(200);
  expect(await heldOf(at, 'kim')).toContain('manual');
});

verifies('X5', 'half a character in a name or a reason keeps nobody from stopping', async () => {
  const at = await running();
  const told = await teams(at, { text: 'stop kim', name: `${'a'.repeat(39)}\u{1d49c}` });
  expect(told.text).toContain('kim is stopped by');
  expect(told.text).not.toContain('not yet recorded');
  expect(await heldOf(at, 'kim')).toEqual(['manual']);
  for (const [agent, why] of [
    ['sam', 'a\ud800'],
    ['sam', 'a\u0000b'],
  ] as const) {
    const said = await teams(at, { text: `stop ${agent} ${why}` });
    expect(said.text).toContain('sam is stopped by');
    expect(said.text).not.toContain('not yet recorded');
  }
  const body = { why: 'a\u0000b' };
  const acted = await at.ask('/api/agents/kim/deactivate', { method: 'POST', body });
  expect(acted.body).toMatchObject({ recorded: true });
  expect(await heldOf(at)).toEqual(['manual']);
  const all = await teams(at, { text: 'stop-all \ud800\u0000' });
  expect(all.text).toContain('All agents are stopped');
  expect(all.text).not.toContain('not yet recorded');
});
