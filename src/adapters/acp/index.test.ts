/** What the guard of the Agent Client Protocol does beyond the kit: denials, late denials, stops, what the client runs. */
import {
  agent as agentApp,
  client as clientApp,
  methods,
  type NewSessionResponse,
  type PromptResponse,
} from '@agentclientprotocol/sdk';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../spec/verifies.ts';
import { acpAgent, streamPair } from '../../../test/conformance/acp-agent.ts';
import {
  ALLOWED,
  FeedbackProviderConfig,
  FeedbackTrigger,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  Session,
  StaticFeedbackProvider,
  defineTool,
  denied,
  recentToolCalls,
  type GuardrailProblem,
  type ToolGate,
  type ToolPolicy,
} from '../../guardrails/index.ts';
import { ScriptedModel, startFakeProvider, type ModelMove } from '../../testing/index.ts';
import { guardAcp, proxyAcp, type GuardOptions } from './index.ts';

const REASON = 'nobody works on this before noon';
const noBad: ToolPolicy = {
  name: 'no-bad',
  check: (_tool, params) => (JSON.stringify(params).includes('bad') ? denied(REASON) : ALLOWED),
};
const work = (what: string): ModelMove => ({ calls: [{ tool: 'work', args: { what } }] });

interface Parts {
  readonly moves: readonly ModelMove[];
  readonly unasked?: readonly string[];
  readonly speaks?: boolean;
  readonly port?: ToolGate;
  readonly answer?: 'yes' | 'no' | 'always';
  readonly isProxy?: boolean;
}

/** An agent with its client; the client says what it is asked. */
async function stage({
  moves,
  unasked = [],
  speaks = false,
  port,
  answer = 'yes',
  isProxy = false,
}: Parts) {
  const ran: string[] = [];
  const tool = defineTool({
    name: 'work',
    params: z.object({ what: z.string() }),
    handler: ({ what }) => {
      ran.push(what);
      return `${what} is done`;
    },
  });
  const provider = new StaticFeedbackProvider({ feedback: 'mind the gap' });
  const trigger = new FeedbackTrigger({ everyNCalls: 1 });
  const template = new PromptTemplate({
    ns: 'test',
    key: 'acp',
    sections: [new MarkdownSection({ tools: [tool] })],
    policies: [noBad],
    feedbackProviders: speaks ? [new FeedbackProviderConfig({ provider, trigger })] : [],
  });
  const session = new Session();
  const guard: GuardOptions = {
    prompt: new Prompt({ template }),
    session,
    ...(port === undefined ? {} : { gate: { port, agent: 'coder' } }),
  };
  const model = new ScriptedModel(moves);
  const fake = await startFakeProvider({ script: model.script() });
  onTestFinished(() => fake.close());
  const [clientEnd, agentEnd] = streamPair();
  acpAgent({ providerUrl: fake.url, prompt: guard.prompt, unasked }).connect(agentEnd);
  const [ownEnd, proxyEnd] = streamPair();
  if (isProxy) void proxyAcp({ client: proxyEnd, agent: clientEnd, guard: () => guard });
  const stream = isProxy ? ownEnd : guardAcp({ agent: clientEnd, guard: () => guard }).stream;
  const said: string[] = [];
  const offered: string[][] = [];
  const connection = clientApp({ name: 'test' })
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
        said.push(update.content.text);
      }
    })
    .onRequest(methods.client.session.requestPermission, ({ params: { options } }) => {
      offered.push(options.map(({ kind }) => kind));
      return { outcome: { outcome: 'selected', optionId: answer } };
    })
    .connect(stream);
  onTestFinished(() => connection.close());
  const { agent } = connection;
  await agent.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const start = { cwd: '/', mcpServers: [] };
  const { sessionId } = await agent.request<NewSessionResponse>('session/new', start);
  const prompt = async (text: string) => {
    const asked = { sessionId, prompt: [{ type: 'text', text }] };
    const { stopReason } = await agent.request<PromptResponse>('session/prompt', asked);
    return stopReason;
  };
  const recorded = () =>
    recentToolCalls(session, 'test:acp', 100).map((call) => `${call.tool} ${call.status}`);
  const reasons = () => recentToolCalls(session, 'test:acp', 100).map(({ reason }) => reason);
  return { ran, model, said, offered, prompt, recorded, reasons };
}

verifies(
  ['G14', 'G1'],
  'a tool that is denied is not permitted; the agent reads why with its next prompt',
  async () => {
    const { ran, model, prompt, offered, recorded } = await stage({
      moves: [work('bad'), work('good')],
    });
    expect(await prompt('Do it.')).toBe('end_turn');
    expect(ran).toEqual(['good']);
    expect(offered).toEqual([['allow_once', 'reject_once']]);
    expect(recorded()).toEqual(['work denied', 'work success']);
    expect(model.inputs.at(-1)?.text).not.toContain(REASON);
    await prompt('And now?');
    expect(model.inputs.at(-1)?.text.split(REASON)).toHaveLength(2);
    await prompt('And now?');
    expect(model.inputs.at(-1)?.text.split(REASON)).toHaveLength(2);
  },
);

test.for(['no', 'always'] as const)(
  'what the person answers with %s is not permitted, and recorded as a failure',
  async (answer) => {
    const { ran, prompt, recorded, reasons } = await stage({ moves: [work('good')], answer });
    expect(await prompt('Do it.')).toBe('end_turn');
    expect(ran).toEqual([]);
    expect(recorded()).toEqual(['work error']);
    expect(reasons()).toEqual(['The person did not permit it.']);
  },
);

verifies(
  'G14',
  'a tool that runs unasked is judged when it is heard of; what may not run ends the turn',
  async () => {
    const moves = [work('good'), work('bad'), ...Array.from({ length: 50 }, () => work('more'))];
    const { prompt, recorded, model } = await stage({ moves, unasked: ['work'] });
    expect(await prompt('Do it.')).toBe('cancelled');
    expect(recorded().slice(0, 2)).toEqual(['work success', 'work denied']);
    expect(model.inputs.length).toBeLessThan(moves.length);
  },
);

verifies(['G14', 'G9'], 'feedback comes with the next prompt, once', async () => {
  const { prompt, model } = await stage({ moves: [work('one'), { text: 'Done.' }], speaks: true });
  await prompt('Do it.');
  expect(model.inputs.at(-1)?.text).not.toContain('mind the gap');
  await prompt('Go on.');
  await prompt('Go on.');
  expect(model.inputs.at(-1)?.text.split('mind the gap')).toHaveLength(2);
});

verifies(
  ['G14', 'G1'],
  'a stop cancels the turn, is told to the person, and forbids the next prompt',
  async () => {
    let isStopped = false;
    const refusal = {
      kind: 'manual',
      agent: 'coder',
      session: null,
      reason: 'A person stopped it.',
      remedy: 'Run: tripwire resume coder',
      refusal: 'error',
      temporary: false,
    } as const;
    const moves = Array.from({ length: 50 }, (_, index) => work(`piece-${index}`));
    const port: ToolGate = {
      standing: () => Promise.resolve(isStopped ? refusal : null),
      tool: ({ args }) => {
        isStopped = JSON.stringify(args).includes('piece-1"') || isStopped;
        return Promise.resolve(isStopped ? refusal : null);
      },
    };
    const { prompt, ran, model, said } = await stage({ moves, port });
    expect(await prompt('Do it.')).toBe('cancelled');
    expect(ran).toEqual(['piece-0', 'piece-1']);
    expect(said.join('\n')).toContain('tripwire resume coder');
    const { length } = model.inputs;
    expect(length).toBeLessThan(moves.length);
    expect(await prompt('Go on.')).toBe('refusal');
    expect(model.inputs).toHaveLength(length);
  },
);

test('between two processes it does the same', async () => {
  const { ran, prompt, recorded } = await stage({
    moves: [work('bad'), work('good')],
    isProxy: true,
  });
  expect(await prompt('Do it.')).toBe('end_turn');
  expect(ran).toEqual(['good']);
  expect(recorded()).toEqual(['work denied', 'work success']);
});

verifies(
  ['G14', 'G1'],
  'what an agent does through its client is judged too, and there it reads why',
  async () => {
    const template = new PromptTemplate({ ns: 'test', key: 'fs', sections: [], policies: [noBad] });
    const session = new Session();
    const [clientEnd, agentEnd] = streamPair();
    const heard: string[] = [];
    agentApp({ name: 'test' })
      .onRequest(methods.agent.session.prompt, async ({ client, params: { sessionId } }) => {
        for (const path of ['/bad.txt', '/good.txt', '/missing.txt']) {
          const asked = { sessionId, path, content: 'text' };
          await client
            .request(methods.client.fs.writeTextFile, asked)
            .then(() => heard.push(`${path} written`))
            .catch((error: unknown) => heard.push((error as Error).message));
        }
        return { stopReason: 'end_turn' };
      })
      .connect(agentEnd);
    const guard = () => ({ prompt: new Prompt({ template }), session });
    const written: string[] = [];
    const connection = clientApp({ name: 'test' })
      .onRequest(methods.client.fs.writeTextFile, ({ params: { path } }) => {
        if (path.includes('missing')) throw new Error('no such folder');
        written.push(path);
      })
      .connect(guardAcp({ agent: clientEnd, guard }).stream);
    onTestFinished(() => connection.close());
    const { agent } = connection;
    await agent.request('session/prompt', {
      sessionId: 's',
      prompt: [{ type: 'text', text: 'go' }],
    });
    expect(written).toEqual(['/good.txt']);
    expect(heard.slice(0, 2)).toEqual([expect.stringContaining(REASON), '/good.txt written']);
    const calls = recentToolCalls(session, 'test:fs', 100);
    expect(calls.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
      'fs/write_text_file denied',
      'fs/write_text_file success',
      'fs/write_text_file error',
    ]);
  },
);

test('an agent that breaks ends the connection with its error; open calls are recorded as failed', async () => {
  const template = new PromptTemplate({ ns: 'test', key: 'broken', sections: [] });
  const session = new Session();
  let breakDown: (error: Error) => void = () => undefined;
  const readable = new ReadableStream<object>({
    start: (controller) => {
      const update = {
        sessionUpdate: 'tool_call',
        toolCallId: 'a',
        name: 'x',
        status: 'in_progress',
      };
      const params = { sessionId: 's', update };
      controller.enqueue({ jsonrpc: '2.0', method: 'session/update', params });
      breakDown = (error) => controller.error(error);
    },
  });
  const agent = { readable, writable: new WritableStream<object>() };
  const { stream } = guardAcp({
    agent,
    guard: () => ({ prompt: new Prompt({ template }), session }),
  });
  const reader = stream.readable.getReader();
  expect((await reader.read()).value).toMatchObject({ method: 'session/update' });
  breakDown(new Error('the line is dead'));
  await expect(reader.read()).rejects.toThrow('the line is dead');
  expect(recentToolCalls(session, 'test:broken', 10)).toMatchObject([
    { tool: 'x', status: 'error' },
  ]);
});

test('a side that breaks is told, and so is an agent that cannot be disconnected', async () => {
  const problems: GuardrailProblem[] = [];
  const [clientEnd] = streamPair();
  const agent = {
    readable: new ReadableStream<never>({
      start: (controller) => controller.error(new Error('the agent crashed')),
    }),
    writable: new WritableStream<never>({ abort: () => Promise.reject(new Error('it hangs')) }),
  };
  const template = new PromptTemplate({ ns: 'test', key: 'acp', sections: [] });
  const guard = () => ({ prompt: new Prompt({ template }) });
  const report = (problem: GuardrailProblem) => problems.push(problem);
  await proxyAcp({ client: clientEnd, agent, guard, report });
  await expect
    .poll(() => problems.map(({ message }) => message).toSorted())
    .toEqual([
      'An ACP agent could not be disconnected: it hangs',
      'The connection to an ACP client broke: the agent crashed',
    ]);
});
