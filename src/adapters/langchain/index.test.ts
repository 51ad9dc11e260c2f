/** LangChain's own tools under the middleware: the kit plays with the prompt's tools, people also have others. */
import { Command, MemorySaver, interrupt } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { ToolMessage, createAgent, createMiddleware, tool } from 'langchain';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../spec/verifies.ts';
import {
  ALLOWED,
  FeedbackProviderConfig,
  FeedbackTrigger,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  Session,
  StaticFeedbackProvider,
  denied,
  recentToolCalls,
  type ToolPolicy,
} from '../../guardrails/index.ts';
import { ScriptedModel, startFakeProvider, type ModelMove } from '../../testing/index.ts';
import { tripwireMiddleware } from './index.ts';

const SAYS = 'mind the gap';
const noBad: ToolPolicy = {
  name: 'no-bad',
  check: (_tool, params) => (JSON.stringify(params).includes('bad') ? denied('not that') : ALLOWED),
};

const ran: string[] = [];
const what = z.object({ what: z.string() });
const plain = tool(
  ({ what: asked }) => {
    ran.push(asked);
    if (asked === 'fail') throw new Error('it went wrong');
    return `${asked} is done`;
  },
  { name: 'plain', description: 'plain', schema: what },
);
const picture = tool(
  () => [
    { type: 'text', text: 'a picture' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
  ],
  { name: 'picture', description: 'picture', schema: z.object({}) },
);
const commanding = tool(
  (_args, config: { readonly toolCall?: { readonly id?: string } }) =>
    new Command({
      update: {
        messages: [
          new ToolMessage({ content: 'commanded', tool_call_id: config.toolCall?.id ?? '' }),
        ],
      },
    }),
  { name: 'commanding', description: 'commanding', schema: z.object({}) },
);
const asking = tool(() => `they said ${String(interrupt('may I?'))}`, {
  name: 'asking',
  description: 'asking',
  schema: z.object({}),
});

/** An agent whose model makes these calls, one in each turn. */
async function stage(
  calls: readonly [string, object?][],
  other = createMiddleware({ name: 'Idle' }),
) {
  ran.length = 0;
  const moves: ModelMove[] = calls.map(([name, args = {}]) => ({
    calls: [{ tool: name, args: { ...args } }],
  }));
  const model = new ScriptedModel(moves);
  const fake = await startFakeProvider({ script: model.script() });
  onTestFinished(() => fake.close());
  const provider = new StaticFeedbackProvider({ feedback: SAYS });
  const template = new PromptTemplate({
    ns: 'test',
    key: 'langchain',
    sections: [new MarkdownSection({})],
    policies: [noBad],
    feedbackProviders: [
      new FeedbackProviderConfig({ provider, trigger: new FeedbackTrigger({ everyNCalls: 1 }) }),
    ],
  });
  const session = new Session();
  const guarded = await tripwireMiddleware({ prompt: new Prompt({ template }), session });
  const agent = createAgent({
    model: new ChatOpenAI({
      model: 'gpt-5',
      apiKey: 'sk-made-up',
      maxRetries: 0,
      configuration: { baseURL: `${fake.url}/v1` },
    }),
    tools: [plain, picture, commanding, asking],
    middleware: [other, guarded],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: 'one' } };
  const recorded = () =>
    recentToolCalls(session, 'test:langchain', 100).map((call) => `${call.tool} ${call.status}`);
  const seen = (text: string) => (model.inputs.at(-1)?.text ?? '').split(text).length - 1;
  return { agent, config, recorded, seen, model };
}

const input = { messages: [{ role: 'user', content: 'Do it.' }] };

verifies(
  ['G14', 'G1'],
  'tools of LangChain are judged, recorded, and followed by feedback',
  async () => {
    const { agent, config, recorded, seen } = await stage([
      ['plain', { what: 'good' }],
      ['plain', { what: 'bad' }],
      ['plain', { what: 'fail' }],
      ['plain', { wrong: 1 }],
      ['nothing', {}],
    ]);
    await agent.invoke(input, config);
    expect(ran).toEqual(['good', 'fail']);
    expect(recorded()).toEqual([
      'plain success',
      'plain denied',
      'plain error',
      'plain error',
      'nothing error',
    ]);
    for (const text of ['good is done', 'not that', 'it went wrong'])
      expect(seen(text), text).toBe(1);
    expect(seen(SAYS)).toBe(5);
  },
);

test('feedback is put behind content that is no text, and what the tool gave stays', async () => {
  const { agent, config, seen } = await stage([['picture']]);
  const { messages } = await agent.invoke(input, config);
  const answer = messages.find((one) => ToolMessage.isInstance(one));
  expect(answer?.content).toMatchObject([
    { type: 'text', text: 'a picture' },
    { type: 'image_url' },
    { type: 'text', text: expect.stringContaining(SAYS) as string },
  ]);
  expect(seen(SAYS)).toBe(1);
});

test('a tool that answers with a command to the graph: its feedback is said in the next model call', async () => {
  const { agent, config, recorded, seen } = await stage([['commanding']]);
  await agent.invoke(input, config);
  expect(recorded()).toEqual(['commanding success']);
  expect(seen('commanded')).toBe(1);
  expect(seen(SAYS)).toBe(1);
});

test('a tool that waits for a person pauses the graph, and goes on when it is resumed', async () => {
  const { agent, config, model, seen } = await stage([['asking']]);
  const paused = await agent.invoke(input, config);
  expect(paused).toHaveProperty('__interrupt__');
  expect(model.inputs).toHaveLength(1);
  await agent.invoke(new Command({ resume: 'yes' }), config);
  expect(seen('they said yes')).toBe(1);
});

verifies(['G14', 'G1'], 'as the last middleware it judges what others made of a call', async () => {
  const changing = createMiddleware({
    name: 'Changing',
    wrapToolCall: (request, handler) =>
      handler({ ...request, toolCall: { ...request.toolCall, args: { what: 'bad' } } }),
  });
  const { agent, config, recorded } = await stage([['plain', { what: 'good' }]], changing);
  await agent.invoke(input, config);
  expect(ran).toEqual([]);
  expect(recorded()).toEqual(['plain denied']);
});
