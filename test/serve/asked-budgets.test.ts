/**
 * A budget that asks: at its limit the agent waits, one button gives it so much more, once, and nobody's answer is no.
 */
import { describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { startReceiver } from '../control/receiver.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const answers: FakeScript = (_turn, index) => ({ text: `Room ${index} is empty.` });

interface View {
  readonly budgets: readonly {
    readonly limit: number;
    readonly spent: number;
    readonly extended?: true;
  }[];
  readonly holds: readonly Hold[];
}
interface Hold {
  readonly hold: string;
  readonly by: string;
  readonly level: string;
  readonly title: string;
  readonly until?: number;
}

let asked = 0;

/** Asks something new each time, so that nothing but a budget has a reason to refuse. */
async function ask({ server }: WholeServer, headers: Record<string, string> = {}): Promise<string> {
  asked += 1;
  const answer = await fetch(`${server.url}/agents/sam/anthropic/v1/messages`, {
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

const sam = (at: WholeServer) => at.api<View>('/api/agents/sam');

const yaml = 'budgets: { calls_per_day: 2, extend_percent: 50 }\n';

/** Two calls pass, the third doesn't fit. */
async function atItsLimit(more: { script?: FakeScript } = {}): Promise<WholeServer> {
  const at = await wholeServer({ script: answers, yaml, ...more });
  for (const _ of [1, 2]) expect(await ask(at)).toMatch(/^200/);
  expect(await ask(at)).toMatch(/^4\d\d .*Parked at its budget/);
  return at;
}

describe('at the limit', () => {
  verifies('X6', 'the agent is parked until the day is over, and nothing more passes', async () => {
    const at = await atItsLimit();
    expect(await ask(at)).toMatch(/^4\d\d .*2 of 2 calls for a day spent/);
    expect(at.provider.requests).toHaveLength(2);
    const [held, ...others] = (await sam(at)).holds;
    expect(others).toEqual([]);
    expect(held).toMatchObject({ hold: 'parked', by: 'budget', level: 'agent' });
    const midnight = new Date(held?.until ?? 1).toISOString();
    expect(midnight).toContain('T00:00:00.000Z');
  });

  verifies('X6', 'a resume extends it once: then it is refused and nobody is asked', async () => {
    const at = await atItsLimit();
    await at.api('/api/agents/sam/resume', { why: 'the release is today' });
    expect((await sam(at)).budgets).toMatchObject([{ limit: 3, extended: true }]);
    expect(await ask(at)).toMatch(/^200/);
    const refused = await ask(at);
    expect(refused).toMatch(/^4\d\d .*budget_spent/);
    expect(refused).toContain('extended once');
    expect((await sam(at)).holds).toEqual([]);
    await at.api('/api/agents/sam/resume', { why: 'again' });
    expect(await ask(at)).toMatch(/^4\d\d .*budget_spent/);
    expect(at.provider.requests).toHaveLength(3);
  });

  verifies('X6', 'the alert has one button, and pressed twice it extends once', async () => {
    const at = await wholeServer({ script: answers, yaml });
    await at.api('/api/settings', { alert_links: true }, 'PATCH');
    const receiver = await startReceiver();
    const target = { kind: 'webhook', url: receiver.url };
    await at.api('/api/alert-channels', { name: 'one', allow_private: true, target });
    for (const _ of [1, 2, 3]) await ask(at);
    const [first] = await receiver.until(1);
    const told = JSON.parse(first?.body ?? '') as {
      data: { actions: { label: string; url: string }[] };
    };
    const { actions } = told.data;
    expect(actions.map(({ label }) => label)).toEqual(['Extend once and resume']);
    const url = actions[0]?.url ?? '';
    const looked = await fetch(url);
    expect(await looked.text()).toContain('button');
    expect((await sam(at)).holds).toHaveLength(1);
    const pressed = await fetch(url, { method: 'POST', headers: { origin: at.server.adminUrl } });
    expect(pressed.status).toBe(200);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    expect(await ask(at)).toMatch(/^200/);
    expect(await ask(at)).toMatch(/^4\d\d .*extended once/);
  });

  verifies('X6', 'who changes the budget has answered: nothing is extended beside it', async () => {
    const at = await atItsLimit();
    const body = { budgets: { calls_per_day: 3 } };
    await at.api('/api/agents/sam/envelope', body, 'PATCH');
    const { budgets, holds } = await sam(at);
    expect(holds).toEqual([]);
    expect(budgets).toMatchObject([{ limit: 3 }]);
    expect(budgets[0]).not.toHaveProperty('extended');
    expect(await ask(at)).toMatch(/^200/);
    expect(await ask(at)).toMatch(/^4\d\d .*Parked at its budget/);
  });

  verifies('X6', 'a session waits alone, and its resume extends it alone', async () => {
    const at = await wholeServer({
      script: answers,
      yaml: 'budgets: { calls_per_session: 1, extend_percent: 100 }\n',
    });
    const [one, two] = ['a', 'b'].map((name) => ({ 'x-claude-code-session-id': name }));
    for (const headers of [one, two]) expect(await ask(at, headers)).toMatch(/^200/);
    expect(await ask(at, one)).toMatch(/^4\d\d .*Parked at its budget/);
    await at.api('/api/agents/sam/resume', { session: 'a', why: 'it is nearly done' });
    expect(await ask(at, one)).toMatch(/^200/);
    expect(await ask(at, one)).toMatch(/^4\d\d .*budget_spent/);
    expect(await ask(at, two)).toMatch(/^4\d\d .*Parked at its budget/);
  });
});

describe('healthy work', () => {
  verifies('X6', 'what was let through runs to its end when another call is paused', async () => {
    const script: FakeScript = (_turn, index) => {
      if (index !== 0) return { text: 'done' };
      const toolCalls = [{ name: 'Read', args: { file_path: 'a.md' } }];
      return { text: 'I look.', toolCalls, pace: { pauseBeforeMs: 4_000 } };
    };
    const at = await wholeServer({ script, yaml: yaml.replace('2', '1') });
    const slow = ask(at);
    await vi.waitFor(() => expect(at.provider.requests).toHaveLength(1));
    expect(await ask(at)).toMatch(/^4\d\d .*Parked at its budget/);
    expect(await slow).toMatch(/^200 .*a\.md/);
  });

  verifies('X6', 'below its limit nobody is asked, and in shadow nothing waits', async () => {
    const at = await wholeServer({ script: answers, yaml: yaml.replace('2', '10') });
    for (let index = 0; index < 10; index += 1) expect(await ask(at)).toMatch(/^200/);
    expect((await sam(at)).holds).toEqual([]);
    const shadow = yaml.replace('}', ', shadow: true }');
    const silent = await wholeServer({ script: answers, yaml: shadow });
    for (let index = 0; index < 5; index += 1) expect(await ask(silent)).toMatch(/^200/);
    expect((await sam(silent)).holds).toEqual([]);
  });
});
