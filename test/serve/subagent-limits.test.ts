/** Limits of subagents, with the headers by which Claude Code names its subagents and who started them. */
import { expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { clockAhead } from '../kit/clock-ahead.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 120_000 });

let asked = 0;

interface Who {
  readonly id?: string;
  readonly parent?: string;
  /** Of the ticket that it works on. */
  readonly tag?: string;
}

/** A call of a session's own conversation, or of a subagent. */
async function ask(
  { server }: WholeServer,
  { id, parent, tag }: Who,
  says = 'work',
): Promise<string> {
  asked += 1;
  const answer = await fetch(`${server.url}/agents/sam/anthropic/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'k',
      'user-agent': 'claude-cli/2.1.0 (external, cli)',
      'x-claude-code-session-id': 'session-1',
      ...(id === undefined ? {} : { 'x-claude-code-agent-id': id }),
      ...(parent === undefined ? {} : { 'x-claude-code-parent-agent-id': parent }),
      ...(tag === undefined ? {} : { 'x-tripwire-tag': tag }),
    },
    body: JSON.stringify({
      model: 'm',
      max_tokens: 100,
      messages: [{ role: 'user', content: `${says} ${asked} of ${id ?? 'main'}` }],
    }),
  });
  return `${answer.status} ${await answer.text()}`;
}

/** A model that goes on with tools, unless it is told to finish. */
const busy: FakeScript = ({ lastUserText }, index) =>
  lastUserText.includes('finish')
    ? { text: 'done', usage: { input: 10, output: 10 } }
    : {
        toolCalls: [{ name: 'Read', args: { path: `file-${index}` } }],
        usage: { input: 400, output: 100 },
      };

/** Until the end of the call before was recorded. */
const passes = (at: WholeServer, who: Who, says?: string) =>
  vi.waitFor(async () => expect(await ask(at, who, says)).toMatch(/^200/), { timeout: 30_000 });

verifies('X19', 'without limits forty subagents pass, whatever their depth', async () => {
  const at = await wholeServer({ script: busy });
  expect(await ask(at, {})).toMatch(/^200/);
  for (let one = 0; one < 40; one += 1) {
    const parent = one === 0 ? {} : { parent: `sub-${one - 1}` };
    expect(await ask(at, { id: `sub-${one}`, ...parent })).toMatch(/^200/);
  }
});

verifies(
  'X19',
  'at once: one more waits until another has finished; the session itself goes on',
  async () => {
    const at = await wholeServer({ script: busy, yaml: 'subagents: { at_once: 2 }\n' });
    for (const who of [{}, { id: 'a' }, { id: 'b' }]) expect(await ask(at, who)).toMatch(/^200/);
    const refused = await ask(at, { id: 'c' });
    expect(refused).not.toMatch(/^200/);
    expect(refused).toContain('2 subagents of this session are at work');
    for (const who of [{}, { id: 'a' }, { id: 'b' }]) expect(await ask(at, who)).toMatch(/^200/);
    expect(await ask(at, { id: 'a' }, 'finish')).toMatch(/^200/);
    await passes(at, { id: 'c' });
  },
);

verifies('X19', 'a fan-out whose members finish passes at any size', async () => {
  const at = await wholeServer({ script: busy, yaml: 'subagents: { at_once: 2 }\n' });
  for (let one = 0; one < 20; one += 1) await passes(at, { id: `sub-${one}` }, 'finish');
  expect(await at.api<{ holds: unknown[] }>('/api/agents/sam')).toMatchObject({ holds: [] });
});

verifies(
  'X19',
  'started in a time, depth and tokens; each refuses alone and stops nobody',
  async () => {
    const yaml = 'subagents: { started: { count: 3, minutes: 10 }, depth: 2, tokens: 600 }\n';
    const at = await wholeServer({ script: busy, yaml });
    expect(await ask(at, {})).toMatch(/^200/);
    expect(await ask(at, { id: 'a' })).toMatch(/^200/);
    expect(await ask(at, { id: 'b', parent: 'a' })).toMatch(/^200/);
    const deep = await ask(at, { id: 'c', parent: 'b' });
    expect(deep).toContain('a subagent at depth 3 asks, 2 is the deepest');
    expect(JSON.parse(deep.slice(4))).toMatchObject({
      error: { tripwire: { code: 'subagent_limit' } },
    });
    // One call costs 500, so a second passes and a third does not.
    expect(await ask(at, { id: 'a' })).toMatch(/^200/);
    await vi.waitFor(
      async () => expect(await ask(at, { id: 'a' })).toContain('600 is what one has'),
      { timeout: 30_000 },
    );
    expect(await ask(at, { id: 'd' })).toMatch(/^200/);
    expect(await ask(at, { id: 'e' })).toContain('3 subagents were started lately, 3 may be');
    expect(await ask(at, {})).toMatch(/^200/);
    expect(await at.api<{ holds: unknown[] }>('/api/agents/sam')).toMatchObject({ holds: [] });
  },
);

verifies(
  'X19',
  'a subagent that is older than its lifetime is refused; a younger one passes',
  async () => {
    const pass = clockAhead();
    const at = await wholeServer({ script: busy, yaml: 'subagents: { lifetime_minutes: 60 }\n' });
    expect(await ask(at, { id: 'old' })).toMatch(/^200/);
    pass(59 * 60_000);
    expect(await ask(at, { id: 'old' })).toMatch(/^200/);
    expect(await ask(at, { id: 'young' })).toMatch(/^200/);
    pass(2 * 60_000);
    expect(await ask(at, { id: 'old' })).toContain('60 min is what one has');
    for (const who of [{}, { id: 'young' }]) expect(await ask(at, who)).toMatch(/^200/);
    expect(await at.api<{ holds: unknown[] }>('/api/agents/sam')).toMatchObject({ holds: [] });
  },
);

/** A conversation that starts so many subagents; where it was stopped, and null when it was not. */
async function orchestrated(
  { server }: WholeServer,
  agent: string,
  result: (one: number) => string,
  { count, pass }: { readonly count: number; readonly pass: (ms: number) => void },
): Promise<number | null> {
  const messages: object[] = [{ role: 'user', content: 'Look through every module, please.' }];
  for (let one = 0; one < count; one += 1) {
    const answer = await fetch(`${server.url}/agents/${agent}/openai/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
      body: JSON.stringify({ model: 'm', messages }),
    });
    if (answer.status !== 200) return one;
    // A model takes this long for an answer.
    pass(4_000);
    const { choices } = (await answer.json()) as {
      choices: { message: { tool_calls?: { id: string }[] } }[];
    };
    const [choice] = choices;
    const id = choice?.message.tool_calls?.[0]?.id;
    messages.push(choice?.message ?? {}, { role: 'tool', tool_call_id: id, content: result(one) });
  }
  return null;
}

const PARTS = ['lexer', 'parser', 'printer', 'linker', 'loader', 'cache', 'router', 'planner'];
const spawning: FakeScript = ({ toolResults: { length } }) => {
  const part = `${PARTS[length % PARTS.length]} of package ${length}`;
  const args = { description: part, prompt: `Read the ${part} and report what is wrong with it.` };
  return { toolCalls: [{ name: 'Agent', args: { ...args, subagent_type: 'general-purpose' } }] };
};
const inBackground = (one: number) =>
  `Async agent launched successfully. agentId: a${(one * 7_919).toString(16)}f3c${one} ` +
  'The agent is working in the background. You will be notified when it completes.';
const reported = (one: number) =>
  `The ${PARTS[one % PARTS.length]} of package ${one} has ${one * 3 + 1} unused branches.`;

verifies('X19', 'sixty subagents that report, or work in the background, stop nobody', async () => {
  const sixty = { count: 60, pass: clockAhead() };
  const at = await wholeServer({ script: spawning });
  expect(await orchestrated(at, 'lead', reported, sixty)).toBeNull();
  expect(await orchestrated(at, 'sam', inBackground, sixty)).toBeNull();
});

verifies('X19', 'subagents that bring nothing back stop it at the number that is set', async () => {
  const sixty = { count: 60, pass: clockAhead() };
  const at = await wholeServer({ script: spawning, yaml: 'subagents: { fruitless: 8 }\n' });
  expect(await orchestrated(at, 'sam', () => 'started', sixty)).toBe(9);
});
