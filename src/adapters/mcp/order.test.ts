/** Calls that are made at once: judged, passed on and recorded in the order in which they arrived. */
import { expect, test, vi } from 'vitest';
import {
  ALLOWED,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  Session,
  denied,
  recentToolCalls,
  type GuardrailProblem,
  type PolicyDecision,
} from '../../guardrails/index.ts';
import { gateMcp, type McpTransport } from './index.ts';
import type { McpMessage } from './messages.ts';

/** A side that a test plays. */
class Played implements McpTransport {
  onmessage?: McpTransport['onmessage'];
  onclose?: McpTransport['onclose'];
  readonly got: McpMessage[] = [];
  readonly #closing: () => Promise<void>;

  constructor(closing: () => Promise<void> = () => Promise.resolve()) {
    this.#closing = closing;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: McpMessage): Promise<void> {
    this.got.push(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return this.#closing();
  }
}

interface Parts {
  readonly check: (params: { readonly at: string }) => PolicyDecision | Promise<PolicyDecision>;
  readonly client?: Played;
  readonly server?: Played;
  readonly report?: (problem: GuardrailProblem) => void;
}

async function standing(parts: Parts) {
  const { check, client = new Played(), server = new Played(), report } = parts;
  const session = new Session();
  const policy = {
    name: 'tested',
    check: (_tool: object, params: unknown) => check(params as { at: string }),
  };
  const sections = [new MarkdownSection({})];
  const template = new PromptTemplate({ ns: 'test', key: 'mcp', sections, policies: [policy] });
  const prompt = new Prompt({ template });
  const told = report === undefined ? {} : { report };
  const gate = await gateMcp({ client, server, session, prompt, ...told });
  const says = (at: string) =>
    client.onmessage?.({
      jsonrpc: '2.0',
      id: at,
      method: 'tools/call',
      params: { name: 'work', arguments: { at } },
    });
  const recorded = () =>
    recentToolCalls(session, 'test:mcp', 100).map(({ callId, status }) => `${callId} ${status}`);
  return { client, server, gate, says, recorded };
}

const names = ['first', 'second', 'third'];

test('the slow judgement of the first call does not let the second pass it', async () => {
  const waits = new Map(names.map((name) => [name, Promise.withResolvers<PolicyDecision>()]));
  const judged: string[] = [];
  const { server, says } = await standing({
    check: ({ at }) => {
      judged.push(at);
      return waits.get(at)?.promise ?? ALLOWED;
    },
  });
  for (const name of names) says(name);
  await expect.poll(() => judged).toEqual(['first']);
  // Answered backwards: each has to wait for its turn.
  for (const name of names.toReversed()) waits.get(name)?.resolve(ALLOWED);
  await expect.poll(() => server.got.map(({ id }) => id)).toEqual(names);
  expect(judged).toEqual(names);
});

test('one place that is left goes to the call that came first', async () => {
  let left = 1;
  const { server, client, says } = await standing({
    check: async ({ at }) => {
      // Without an order the shortest name would be the first to ask.
      for (let step = 0; step < at.length; step += 1) await Promise.resolve();
      left -= 1;
      return left >= 0 ? ALLOWED : denied('nothing is left');
    },
  });
  for (const name of ['the longest of them', 'long', 'a']) says(name);
  await expect.poll(() => client.got).toHaveLength(2);
  expect(server.got.map(({ id }) => id)).toEqual(['the longest of them']);
  expect(client.got.map(({ id }) => id)).toEqual(['long', 'a']);
});

test('results are recorded in the order in which the server gives them', async () => {
  const { server, client, says, recorded } = await standing({ check: () => ALLOWED });
  for (const name of names) says(name);
  await expect.poll(() => server.got).toHaveLength(names.length);
  const backwards = names.toReversed();
  for (const id of backwards) server.onmessage?.({ jsonrpc: '2.0', id, result: { content: [] } });
  await expect.poll(() => client.got.map(({ id }) => id)).toEqual(backwards);
  expect(recorded()).toHaveLength(names.length);
});

test('a call that waits for a person gives up its place; the calls behind it are judged', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const asked = Promise.withResolvers<PolicyDecision>();
    const { server, says } = await standing({
      check: ({ at }) => (at === 'first' ? asked.promise : ALLOWED),
    });
    for (const name of names) says(name);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(server.got).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(server.got.map(({ id }) => id)).toEqual(['second', 'third']);
    asked.resolve(ALLOWED);
    await vi.advanceTimersByTimeAsync(0);
    expect(server.got.map(({ id }) => id)).toEqual(['second', 'third', 'first']);
  } finally {
    vi.useRealTimers();
  }
});

test('a side that cannot be closed is told, and the other is closed all the same', async () => {
  const problems: GuardrailProblem[] = [];
  let isClosed = false;
  const server = new Played(() => Promise.reject(new Error('it hangs')));
  const client = new Played(() => {
    isClosed = true;
    return Promise.reject(new Error('so does this'));
  });
  const { gate } = await standing({
    check: () => ALLOWED,
    client,
    server,
    report: (problem) => problems.push(problem),
  });
  await gate.close();
  expect(isClosed).toBe(true);
  expect(problems.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    'connection: The connection to the MCP server could not be closed: it hangs',
    'connection: The connection to the MCP client could not be closed: so does this',
  ]);
});

test('a side that takes nothing more is told before the connection ends', async () => {
  const problems: GuardrailProblem[] = [];
  const server = new Played();
  server.send = () => Promise.reject(new Error('broken pipe'));
  const { gate, says } = await standing({
    check: () => ALLOWED,
    server,
    report: (problem) => problems.push(problem),
  });
  says('first');
  await gate.closed;
  expect(problems).toMatchObject([{ kind: 'connection', name: 'mcp' }]);
  expect(problems[0]?.message).toContain('broken pipe');
});
