/**
 * A LangChain agent under guardrails: a tool of its own beside one of the prompt, a quota for both, and a word of advice
 * after every second call.
 *
 * It needs no provider: a scripted model answers in its place. Run: npm run build && node examples/langchain.ts
 */
import assert from 'node:assert/strict';
import { ChatOpenAI } from '@langchain/openai';
import { tripwireMiddleware } from 'agent-tripwire/adapters/langchain';
import {
  CallQuota,
  FeedbackProviderConfig,
  FeedbackTrigger,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  StaticFeedbackProvider,
} from 'agent-tripwire/guardrails';
import { ScriptedModel, fakeTool, startFakeProvider } from 'agent-tripwire/testing';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

const pages: string[] = [];
const fetchPage = tool(({ url }) => `page ${pages.push(url)}`, {
  name: 'fetch_page',
  description: 'Fetches a page.',
  schema: z.object({ url: z.string() }),
});
const note = fakeTool('note', { answer: () => 'noted' });
const provider = new StaticFeedbackProvider({ feedback: 'Two calls more. Sum up what you know.' });
const template = new PromptTemplate({
  ns: 'example',
  key: 'research',
  sections: [new MarkdownSection({ tools: [note, { name: 'fetch_page' }] })],
  policies: [new CallQuota({ tools: ['fetch_page'], maxCalls: 2 })],
  feedbackProviders: [
    new FeedbackProviderConfig({ provider, trigger: new FeedbackTrigger({ everyNCalls: 2 }) }),
  ],
});
const guarded = await tripwireMiddleware({ prompt: new Prompt({ template }) });

// The model wants three pages; two are allowed.
const model = new ScriptedModel([
  ...['a', 'b', 'c'].map((url) => ({ calls: [{ tool: 'fetch_page', args: { url } }] })),
  { calls: [{ tool: 'note', args: { text: 'two pages' } }] },
]);
const fake = await startFakeProvider({ script: model.script() });
const configuration = { baseURL: `${fake.url}/v1` };
const agent = createAgent({
  model: new ChatOpenAI({ model: 'fake', apiKey: 'none', configuration }),
  tools: [fetchPage],
  middleware: [guarded],
});
await agent.invoke({ messages: [{ role: 'user', content: 'Find out.' }] });
await fake.close();

const seen = model.inputs.at(-1)?.text ?? '';
assert.deepEqual(pages, ['a', 'b'], 'the third page was not fetched');
assert.equal(note.calls.length, 1);
assert.match(seen, /fetch_page.*2/, 'the model read why');
assert.equal(seen.split('Sum up what you know').length - 1, 2, 'advice after calls 2 and 4');
console.log('ok');
