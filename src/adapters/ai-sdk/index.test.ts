/** What the compatibility kit does not play: tools of the user's own, and how their outputs are shown. */
import { createOpenAI } from '@ai-sdk/openai';
import { jsonSchema, tool, type Tool } from 'ai';
import { expect, onTestFinished, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import {
  FeedbackProviderConfig,
  FeedbackTrigger,
  Prompt,
  PromptTemplate,
  StaticFeedbackProvider,
  denied,
  type ToolPolicy,
} from '../../guardrails/index.ts';
import { ScriptedModel, startFakeProvider } from '../../testing/index.ts';
import { guardAiSdk } from './index.ts';

const noNight: ToolPolicy = {
  name: 'no-night',
  check: (_tool, params) =>
    JSON.stringify(params).includes('night')
      ? denied('not at night')
      : { allowed: true, reason: null },
};

const inputSchema = jsonSchema<{ at: string }>({
  type: 'object',
  properties: { at: { type: 'string' } },
});

async function stage() {
  const calls = ['day', 'night', 'fog'].map((at) => ({ calls: [{ tool: 'look', args: { at } }] }));
  const model = new ScriptedModel(calls);
  const provider = await startFakeProvider({ script: model.script() });
  onTestFinished(() => provider.close());
  const template = new PromptTemplate({
    ns: 'test',
    key: 'own',
    sections: [],
    policies: [noNight],
    feedbackProviders: [
      new FeedbackProviderConfig({
        provider: new StaticFeedbackProvider({ feedback: 'go-on' }),
        trigger: new FeedbackTrigger({ everyNCalls: 1 }),
      }),
    ],
  });
  const guard = await guardAiSdk({ prompt: new Prompt({ template }) });
  const openai = createOpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'none' });
  const run = (look: Tool) =>
    guard.generateText({
      model: openai.chat('fake'),
      messages: [{ role: 'user', content: 'Look.' }],
      tools: { look },
      maxRetries: 0,
    });
  return { guard, model, run };
}

verifies('G14', 'ai-sdk: a tool of the user’s own is guarded like the prompt’s', async () => {
  const { model, run } = await stage();
  const ran: string[] = [];
  const look = tool({
    inputSchema,
    execute: ({ at }) => {
      ran.push(at);
      if (at === 'fog') throw new Error('nothing to see');
      return { seen: 'a tree' };
    },
  });
  const { text, messages } = await run(look);
  expect(ran).toEqual(['day', 'fog']);
  expect(text).toBe('Done.');
  const last = model.inputs.at(-1)?.text ?? '';
  for (const words of ['a tree', 'not at night', 'nothing to see']) expect(last).toContain(words);
  expect(last.split('go-on')).toHaveLength(4);
  expect(messages.at(-1)).toMatchObject({ role: 'assistant' });
});

test('the tool’s own way to show its output stays, and of several outputs the last one counts', async () => {
  const { model, run } = await stage();
  const look = tool({
    inputSchema,
    execute: async function* ({ at }) {
      yield `looking at ${at}`;
      yield await Promise.resolve(`seen at ${at}`);
    },
    toModelOutput: ({ output }) => ({ type: 'text', value: `OUT(${output})` }),
  });
  await run(look);
  const last = model.inputs.at(-1)?.text ?? '';
  expect(last).toContain('OUT(seen at day)\\n\\n<feedback');
  expect(last).not.toContain('looking at');
});

test('a tool that runs elsewhere is refused', async () => {
  const { guard } = await stage();
  const elsewhere = tool({ inputSchema, outputSchema: jsonSchema<string>({ type: 'string' }) });
  expect(() => guard.tool('look', elsewhere)).toThrow('has no execute');
});
