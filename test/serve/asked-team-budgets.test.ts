/**
 * A team's budget that asks: at its limit all of its agents wait, one button extends it once for all of them, and nobody's
 * answer is no.
 */
import { describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { startReceiver } from '../control/receiver.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';
import { configuredServer } from './configured-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const answers: FakeScript = (_turn, index) => ({ text: `Room ${index} is empty.` });

const team = `
teams:
  research:
    agents: [scout-*]
    budgets: { calls_per_day: 2, extend_percent: 100 }
`;

interface View {
  readonly budgets: readonly {
    readonly limit: number;
    readonly extended?: true;
    readonly asks?: { readonly agent: string; readonly since: number };
  }[];
}

let asked = 0;

/** Asks something new each time, so that nothing but a budget has a reason to refuse. */
async function askAt(url: string, agent: string, headers: Record<string, string> = {}) {
  asked += 1;
  const answer = await fetch(`${url}/agents/${agent}/anthropic/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k', ...headers },
    body: JSON.stringify({
      model: 'm',
      max_tokens: 100,
      messages: [{ role: 'user', content: `What is in room ${asked}?` }],
    }),
  });
  return `${answer.status} ${await answer.text()}`;
}

const ask = ({ server }: WholeServer, agent: string, headers?: Record<string, string>) =>
  askAt(server.url, agent, headers);

describe('at the limit of a team', () => {
  verifies('X6', 'all of its agents wait, and resuming any of them extends it once', async () => {
    const at = await wholeServer({ script: answers, yaml: team });
    for (const agent of ['scout-1', 'scout-2']) expect(await ask(at, agent)).toMatch(/^200/);
    const refused = await ask(at, 'scout-3');
    expect(refused).toMatch(/^4\d\d .*team_budget_spent/);
    expect(refused).toContain('adds 100 % for the whole team, once');
    expect(await ask(at, 'scout-1')).toMatch(/^4\d\d /);
    const [waiting] = (await at.api<View>('/api/agents/scout-1')).budgets;
    expect(waiting).toMatchObject({ limit: 2, asks: { agent: 'scout-3' } });
    const resumed = await at.api<{ notes: string }>('/api/agents/scout-2/resume', { why: 'ok' });
    expect(resumed.notes).toContain('extended the budget of team research of 2 calls by 100 %');
    const [extended] = (await at.api<View>('/api/agents/scout-1')).budgets;
    expect(extended).toMatchObject({ limit: 4, extended: true });
    for (const agent of ['scout-1', 'scout-3']) expect(await ask(at, agent)).toMatch(/^200/);
    expect(await ask(at, 'scout-2')).toMatch(/^4\d\d .*extended once/);
    await at.api('/api/agents/scout-2/resume', { why: 'again' });
    expect(await ask(at, 'scout-2')).toMatch(/^4\d\d .*extended once/);
    expect(at.provider.requests).toHaveLength(4);
  });

  verifies('X6', 'one alert tells of it, and its button works once for all of them', async () => {
    const at = await wholeServer({ script: answers, yaml: team });
    await at.api('/api/settings', { alert_links: true }, 'PATCH');
    const receiver = await startReceiver();
    const target = { kind: 'webhook', url: receiver.url };
    await at.api('/api/alert-channels', { name: 'one', allow_private: true, target });
    await at.api('/api/alert-rules/budget', { enabled: false }, 'PATCH');
    for (const agent of ['scout-1', 'scout-2', 'scout-3', 'scout-1']) await ask(at, agent);
    const [first] = await receiver.until(1);
    const told = JSON.parse(first?.body ?? '') as {
      data: { actions: { label: string; url: string }[]; what?: string };
    };
    expect(first?.body).toContain('Team research waits at its budget');
    const { actions } = told.data;
    expect(actions.map(({ label }) => label)).toEqual(['Extend once']);
    const url = actions[0]?.url ?? '';
    expect(await (await fetch(url)).text()).toContain('button');
    expect(await ask(at, 'scout-2')).toMatch(/^4\d\d /);
    const pressed = await fetch(url, { method: 'POST', headers: { origin: at.server.adminUrl } });
    expect(pressed.status).toBe(200);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    for (const agent of ['scout-1', 'scout-2']) expect(await ask(at, agent)).toMatch(/^200/);
    expect(await ask(at, 'scout-3')).toMatch(/^4\d\d .*extended once/);
    const told2 = await receiver.until(2);
    expect(told2[1]?.body).toContain('It was extended');
    const notes = await at.api<readonly { reason: string }[]>('/api/events?type=note');
    expect(notes.map(({ reason }) => reason).join('\n')).toContain(
      'alert link extended the budget of team research',
    );
  });

  verifies('X6', 'each user waits alone, and is extended alone', async () => {
    const yaml =
      'teams: { people: { each: user, budgets: { calls_per_day: 1, extend_percent: 100 } } }\n';
    const at = await wholeServer({ script: answers, yaml });
    const [ann, bob] = ['ann', 'bob'].map((user) => ({ 'x-tripwire-user': user }));
    for (const user of [ann, bob]) expect(await ask(at, 'sam', user)).toMatch(/^200/);
    // Another agent asks first for ann, of whose share it spent nothing.
    expect(await ask(at, 'tim', ann)).toMatch(/^4\d\d /);
    await at.api('/api/agents/tim/resume', { why: 'ann needs it' });
    expect(await ask(at, 'sam', ann)).toMatch(/^200/);
    expect(await ask(at, 'sam', bob)).toMatch(/^4\d\d .*adds 100 %/);
  });
});

const server = configuredServer();

describe('a restart', () => {
  verifies('X6', 'leaves what waits waiting, and what is extended extended', async () => {
    await server.start(team);
    const at = (agent: string) => askAt(server.running.url, agent);
    for (const agent of ['scout-1', 'scout-2']) expect(await at(agent)).toMatch(/^200/);
    expect(await at('scout-3')).toMatch(/^4\d\d .*adds 100 %/);
    await server.end();
    await server.start(team);
    expect(await at('scout-1')).toMatch(/^4\d\d .*adds 100 %/);
    const [waits] = (await server.running.api<View>('/api/agents/scout-3'))?.budgets ?? [];
    expect(waits).toMatchObject({ asks: { agent: 'scout-3' } });
    await server.running.api('/api/agents/scout-3/resume', { why: 'go on' });
    await server.end();
    await server.start(team);
    expect(await at('scout-1')).toMatch(/^200/);
    await server.end();
    // Whoever changes the budget has answered: nothing is extended beside it.
    await server.start(team.replace('calls_per_day: 2', 'calls_per_day: 3'));
    expect(await at('scout-2')).toMatch(/^4\d\d .*3 calls is what the team/);
  });
});

describe('healthy work', () => {
  verifies('X6', 'below the limit nobody is asked; in shadow nothing waits', async () => {
    const more = team.replace('calls_per_day: 2', 'calls_per_day: 9');
    const at = await wholeServer({ script: answers, yaml: more });
    for (const _ of [1, 2, 3]) expect(await ask(at, 'scout-1')).toMatch(/^200/);
    expect((await at.api<View>('/api/agents/scout-1')).budgets[0]).not.toHaveProperty('asks');
    const shadow = team.replace('100 }', '100, shadow: true }');
    const silent = await wholeServer({ script: answers, yaml: shadow });
    for (const _ of [1, 2, 3, 4]) expect(await ask(silent, 'scout-1')).toMatch(/^200/);
    expect((await silent.api<View>('/api/agents/scout-1')).budgets[0]).not.toHaveProperty('asks');
  });
});
