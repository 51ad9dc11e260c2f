/** The kill switch on a server that a person started: what the agent gets, what the API says, and the way back. */
import { expect, onTestFinished } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Backtest } from '../../src/control/api/client.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { newHome, startTripwire, type RunningTripwire } from '../kit/running-tripwire.ts';

interface AgentShown {
  readonly active: number;
  readonly deactivated_by: string | null;
}

const LITERAL =
  'kill_switch: { enabled: true, detector: literal, window_size: 20, threshold: 10 }\n';
const STUCK = 'kill_switch: { enabled: true }\n';

/** Looks at the same place for ever. */
const stuck: FakeScript = () => ({ toolCalls: [{ name: 'look', args: { at: 'the attic' } }] });

async function served(config: string, script: FakeScript): Promise<RunningTripwire> {
  const home = await newHome(script);
  onTestFinished(() => home.provider.close());
  home.configure(config);
  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  return server;
}

type Message = Readonly<Record<string, unknown>>;

function ask({ url }: RunningTripwire, agent: string, messages: readonly Message[]) {
  return fetch(`${url}/agents/${agent}/anthropic/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'no-key',
      'anthropic-version': '2023-06-01',
    },
    body: JSON.stringify({ model: 'fake-model', max_tokens: 100, messages }),
  });
}

/** Calls the tool that the model wants and asks again, until it is refused; the answer's status and how many passed. */
async function loop(server: RunningTripwire, agent: string) {
  const messages: Message[] = [{ role: 'user', content: 'Find my glasses.' }];
  for (let passed = 0; passed < 30; passed += 1) {
    const answer = await ask(server, agent, messages);
    const body = (await answer.json()) as {
      readonly content?: readonly { readonly id?: string }[];
    };
    if (answer.status !== 200) return { status: answer.status, passed, body };
    const { content = [] } = body;
    messages.push({ role: 'assistant', content });
    const results = content.flatMap(({ id }) =>
      id === undefined ? [] : [{ type: 'tool_result', tool_use_id: id, content: 'dust' }],
    );
    messages.push({ role: 'user', content: results });
  }
  throw new Error('nobody stopped it');
}

verifies(
  ['K9', 'K10', 'K11', 'K12'],
  'a loop is refused for good, recorded as an event, and lifted by a person with an empty window',
  async () => {
    const server = await served(STUCK, stuck);
    const shown = () => server.api<AgentShown>('/api/agents/sam');
    const first = await loop(server, 'sam');
    expect(first).toMatchObject({ status: 402, body: { type: 'error' } });
    expect(await shown()).toMatchObject({ active: 0, deactivated_by: 'kill_switch' });
    const events = await server.api<unknown>('/api/events?agent=sam&type=kill_switch');
    expect(JSON.stringify(events)).toContain('"detector":"progress"');
    expect((await ask(server, 'sam', [{ role: 'user', content: 'Hello?' }])).status).toBe(402);
    // Somebody else works on.
    expect((await ask(server, 'eve', [{ role: 'user', content: 'Hello?' }])).status).toBe(200);

    await server.api('/api/agents/sam/activate', { why: 'looked into it' });
    expect(await shown()).toMatchObject({ active: 1, deactivated_by: null });
    expect(await loop(server, 'sam')).toMatchObject({ status: 402, passed: first.passed });

    await server.api('/api/agents/eve/deactivate', { why: 'not now' });
    expect(await server.api<AgentShown>('/api/agents/eve')).toMatchObject({
      active: 0,
      deactivated_by: 'manual',
    });
  },
);

verifies(
  'X4',
  'what other settings would have stopped is told against what was stopped',
  async () => {
    const server = await served(STUCK, stuck);
    await loop(server, 'sam');
    const judged = (settings: object) => server.api<Backtest>('/api/agents/sam/backtest', settings);
    expect(await judged({})).toMatchObject({
      stops: [{ kind: 'kill_switch' }],
      gained: [],
      lost: [],
    });
    const healthy = { exceptions: [{ tool: 'look', is: 'healthy' }] };
    expect(await judged(healthy)).toMatchObject({
      stops: [],
      gained: [],
      lost: [{ kind: 'kill_switch' }],
    });
  },
);

verifies('K3', 'only the last user message is compared', async () => {
  const words = ['apples', 'rivers', 'engines', 'violins', 'glaciers', 'bakers', 'lanterns'];
  const topic = (index: number) =>
    `${words[index % 7]} and ${words[(index * 3 + 1) % 7]} of ${'abcdefghijklmnop'[index]}${index * 37} in ${words[(index * 5 + 2) % 7]}`;
  const answers: FakeScript = (_, index) => ({ text: `Answer ${index}: ${topic(index % 16)}` });
  const server = await served(LITERAL, answers);
  const statuses = async (agent: string, turn: (index: number) => readonly string[]) => {
    const all: number[] = [];
    for (let index = 0; index < 15; index += 1) {
      const [first, last] = turn(index);
      const messages = [
        { role: 'user', content: first },
        { role: 'assistant', content: 'Yes?' },
        { role: 'user', content: last },
      ];
      all.push((await ask(server, agent, messages)).status);
    }
    return all;
  };
  const many = await statuses('many', (index) => [
    'You are my guide.',
    `Tell me of ${topic(index)}`,
  ]);
  expect(many.every((status) => status === 200)).toBe(true);
  const same = await statuses('same', (index) => [`Tell me of ${topic(index)}`, 'What now?']);
  expect(same.at(-1)).toBe(402);
});
