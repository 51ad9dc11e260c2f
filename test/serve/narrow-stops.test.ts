/**
 * Stops of one subagent, of its family and of one turn, with the headers by which Claude Code names its subagents; each
 * leaves everything else at work.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 120_000 });

interface Who {
  readonly id?: string;
  readonly parent?: string;
}

type Said = readonly { readonly role: string; readonly content: unknown }[];

interface Stop {
  readonly session: string | null;
  readonly subagent: string | null;
  readonly turn: boolean;
  readonly state: string;
}

const user = (content: unknown) => ({ role: 'user', content });

async function send({ server }: WholeServer, { id, parent }: Who, messages: Said): Promise<string> {
  const answer = await fetch(`${server.url}/agents/sam/anthropic/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'k',
      'user-agent': 'claude-cli/2.1.0 (external, cli)',
      'x-claude-code-session-id': 'session-1',
      ...(id === undefined ? {} : { 'x-claude-code-agent-id': id }),
      ...(parent === undefined ? {} : { 'x-claude-code-parent-agent-id': parent }),
    },
    body: JSON.stringify({ model: 'm', max_tokens: 100, messages, stream: true }),
  });
  return `${answer.status} ${await answer.text()}`;
}

let asked = 0;
const ask = (at: WholeServer, who: Who, says = 'work') => {
  asked += 1;
  return send(at, who, [user(`${says} ${asked} of ${who.id ?? 'main'}`)]);
};

const script: FakeScript = ({ lastUserText }, index) =>
  lastUserText.includes('for ever')
    ? { text: 'never ends', pace: { hangAfterChunks: 1 } }
    : {
        toolCalls: [{ name: 'Read', args: { path: `file-${index}` } }],
        usage: { input: 40, output: 10 },
      };

const stop = (at: WholeServer, more: object) =>
  at.api<{ calls_ended: number; recorded: boolean }>('/api/agents/sam/deactivate', {
    by: 'bob',
    why: 'enough',
    ...more,
  });
const stopsOf = (at: WholeServer) => at.api<readonly Stop[]>('/api/stops?agent=sam');

const a = { id: 'a' };
const b = { id: 'b' };
const child = { id: 'a-child', parent: 'a' };
const grandchild = { id: 'a-grandchild', parent: 'a-child' };

verifies('X18', 'one subagent is stopped, its call is cut, and the others go on', async () => {
  const at = await wholeServer({ script });
  for (const who of [{}, a, b]) expect(await ask(at, who)).toMatch(/^200/);
  const running = ask(at, a, 'write for ever');
  await vi.waitFor(() => expect(at.provider.requests).toHaveLength(4), { timeout: 30_000 });
  expect(await stop(at, { subagent: 'a' })).toMatchObject({ recorded: true, calls_ended: 1 });
  expect(await running).toContain('agent_stopped');
  const refused = await ask(at, a);
  expect(refused).toMatch(/^402/);
  expect(refused).toContain('tripwire resume sam --session session-1 --subagent a');
  for (const who of [{}, b]) expect(await ask(at, who)).toMatch(/^200/);
  const stops = await stopsOf(at);
  expect(stops).toMatchObject([{ session: 'session-1', subagent: 'a', turn: false, state: 'cut' }]);
  await at.api('/api/agents/sam/activate', { by: 'bob', subagent: 'a' });
  expect(await ask(at, a)).toMatch(/^200/);
  expect(await stopsOf(at)).toEqual([]);
});

verifies(
  'X18',
  'alone it leaves those that it started; with its family they stop, also one that is new',
  async () => {
    const at = await wholeServer({ script });
    for (const who of [{}, a, b, child, grandchild]) expect(await ask(at, who)).toMatch(/^200/);
    await stop(at, { subagent: 'a' });
    expect(await ask(at, child)).toMatch(/^200/);
    const running = ask(at, grandchild, 'write for ever');
    await vi.waitFor(() => expect(at.provider.requests).toHaveLength(7), { timeout: 30_000 });
    expect(await stop(at, { subagent: 'a', family: true })).toMatchObject({ calls_ended: 1 });
    expect(await running).toContain('agent_stopped');
    for (const who of [a, child, grandchild, { id: 'new', parent: 'a-child' }]) {
      expect(await ask(at, who), who.id).toMatch(/^402/);
    }
    for (const who of [{}, b, { id: 'other' }]) expect(await ask(at, who)).toMatch(/^200/);
    const stopped = (await stopsOf(at)).map(({ subagent }) => subagent);
    expect(stopped).toEqual(expect.arrayContaining(['a', 'a-child', 'a-grandchild']));
  },
);

verifies(
  'X18',
  'a stop of this turn ends with the next prompt, and spares the workers',
  async () => {
    const at = await wholeServer({ script });
    const first = [user('do it')];
    expect(await send(at, {}, first)).toMatch(/^200/);
    expect(await ask(at, a)).toMatch(/^200/);
    await stop(at, { session: 'session-1', turn: true });
    expect(await stopsOf(at)).toMatchObject([{ session: 'session-1', subagent: null, turn: true }]);
    const use = { type: 'tool_use', id: 't1', name: 'Read', input: { path: 'file-0' } };
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'text' };
    const reminder = { type: 'text', text: '<system-reminder>mind the budget</system-reminder>' };
    const same = [...first, { role: 'assistant', content: [use] }, user([result, reminder])];
    for (let times = 0; times < 3; times += 1) {
      expect(await send(at, {}, same)).toContain('this turn only');
    }
    expect(await send(at, {}, first)).toMatch(/^402/);
    expect(await ask(at, a)).toMatch(/^200/);
    const next = [...same, user('now something else')];
    expect(await send(at, {}, next)).toMatch(/^200/);
    expect(await stopsOf(at)).toEqual([]);
    const events = await at.api<readonly { reason: string }[]>('/api/agents/sam/events');
    expect(events.some(({ reason }) => reason.includes('the next prompt'))).toBe(true);
  },
);

verifies(
  'X18',
  'with its family a turn takes the workers along, and a whole stop outlasts a turn’s',
  async () => {
    const at = await wholeServer({ script });
    expect(await send(at, {}, [user('do it')])).toMatch(/^200/);
    expect(await ask(at, a)).toMatch(/^200/);
    await stop(at, { session: 'session-1', turn: true, family: true });
    expect(await ask(at, a)).toMatch(/^402/);
    await stop(at, { session: 'session-1' });
    const next = [user('do it'), { role: 'assistant', content: 'I did' }, user('and now?')];
    const refused = await send(at, {}, next);
    expect(refused).toMatch(/^402/);
    expect(refused).not.toContain('this turn only');
    expect(await ask(at, a)).toMatch(/^402/);
  },
);

verifies('X18', 'a stop that would reach nobody is refused and says so', async () => {
  const at = await wholeServer({ script });
  expect(await ask(at, {})).toMatch(/^200/);
  const token = readFileSync(join(at.data, 'admin-token'), 'utf8').trim();
  const bad = async (more: object) => {
    const answer = await fetch(`${at.server.adminUrl}/api/agents/sam/deactivate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ by: 'bob', ...more }),
    });
    return `${answer.status} ${await answer.text()}`;
  };
  expect(await bad({ subagent: 'nobody' })).toMatch(/^404.*no session has a subagent/is);
  expect(await bad({ turn: true })).toMatch(/^400.*session-1/s);
  expect(await bad({ family: true })).toMatch(/^400/);
  expect(await bad({ turn: true, subagent: 'a', session: 'session-1' })).toMatch(/^400/);
  expect(await ask(at, {})).toMatch(/^200/);
});

verifies('X19', 'what subagents cost is told apart, for the agent and its session', async () => {
  const at = await wholeServer({ script });
  for (const who of [{}, a, child]) expect(await ask(at, who)).toMatch(/^200/);
  interface Spend {
    readonly total: { readonly tokens: number };
    readonly subagents: { readonly total: { readonly tokens: number } };
  }
  interface Agent {
    readonly spend: Spend;
    readonly sessions: readonly {
      readonly spend: Spend;
      readonly threads: readonly { readonly id: string; readonly parent: string | null }[];
    }[];
  }
  await vi.waitFor(
    async () => {
      const agent = await at.api<Agent>('/api/agents/sam');
      expect(agent.spend).toMatchObject({
        total: { tokens: 150 },
        subagents: { total: { tokens: 100 } },
      });
      const [session] = agent.sessions;
      expect(session?.spend.subagents.total.tokens).toBe(100);
      const parents = Object.fromEntries(
        (session?.threads ?? []).map(({ id, parent }) => [id, parent]),
      );
      expect(parents).toEqual({ main: null, a: 'main', 'a-child': 'a' });
    },
    { timeout: 30_000 },
  );
});

verifies('X18', 'the command stops a subagent and waits for it; status names it', async () => {
  const at = await wholeServer({ script });
  for (const who of [{}, a]) expect(await ask(at, who)).toMatch(/^200/);
  const env = { HOME: dirname(at.data) };
  const stopped = await runTripwire(['stop', 'sam', '--subagent', 'a'], '', env);
  expect(stopped, stopped.stderr).toMatchObject({ code: 0 });
  expect(stopped.stdout).toContain('subagent a is stopped');
  expect(await ask(at, a)).toMatch(/^402/);
  expect(await ask(at, {})).toMatch(/^200/);
  await vi.waitFor(async () => expect(await stopsOf(at)).toMatchObject([{ state: 'cut' }]), {
    timeout: 30_000,
  });
  const waited = await runTripwire(['stop', 'sam', '--subagent', 'a', '--wait', '1'], '', env);
  expect(waited, waited.stdout).toMatchObject({ code: 1 });
  expect(waited.stdout).toContain('subagent a: it was told to stop');
  const status = await runTripwire(['status', 'sam'], '', env);
  expect(status.stdout).toMatch(
    /Stopped by \S+ \(no terminal\) \(session session-1, subagent a, since /,
  );
  expect(status.stdout).toContain('by subagents');
});
