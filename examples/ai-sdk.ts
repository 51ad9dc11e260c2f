/**
 * The AI SDK under guardrails: the report must be there before the agent may stop, and nothing is deployed untested.
 *
 * It needs no provider: a scripted model answers in its place. Run: npm run build && node examples/ai-sdk.ts
 */
import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { guardAiSdk } from 'agent-tripwire/adapters/ai-sdk';
import {
  FileOutputChecker,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  SequentialDependencyPolicy,
  defineTool,
} from 'agent-tripwire/guardrails';
import {
  MemoryFilesystem,
  ScriptedModel,
  fakeTool,
  startFakeProvider,
} from 'agent-tripwire/testing';
import { z } from 'zod';

const test = fakeTool('test', { answer: () => 'all green' });
const deploy = fakeTool('deploy', { answer: () => 'deployed' });
const writeFile = defineTool({
  name: 'write_file',
  params: z.object({ path: z.string(), text: z.string() }),
  handler: ({ path, text }, { filesystem }) => filesystem?.write(path, text),
});
const template = new PromptTemplate({
  ns: 'example',
  key: 'release',
  sections: [new MarkdownSection({ text: 'Release it.', tools: [test, deploy, writeFile] })],
  policies: [new SequentialDependencyPolicy({ dependencies: { deploy: ['test'] } })],
  taskCompletionChecker: new FileOutputChecker({ files: ['report.md'] }),
});
const filesystem = new MemoryFilesystem();
const guard = await guardAiSdk({ prompt: new Prompt({ template, filesystem }) });

// The model is hasty: it deploys first, and wants to stop without a report.
const model = new ScriptedModel([
  { calls: [{ tool: 'deploy' }] },
  { calls: [{ tool: 'test' }] },
  { calls: [{ tool: 'deploy' }] },
  { text: 'Released.' },
  { calls: [{ tool: 'write_file', args: { path: 'report.md', text: 'It went well.' } }] },
]);
const provider = await startFakeProvider({ script: model.script() });
const openai = createOpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'none' });
const { text } = await guard.generateText({
  model: openai.chat('fake'),
  messages: [{ role: 'user', content: 'Release version 2.' }],
});
await provider.close();

assert.equal(text, 'Done.');
assert.equal(deploy.calls.length, 1, 'deployed once, after the tests');
assert.match(model.inputs[1]?.text ?? '', /requires: test/, 'the model read why');
assert.match(model.inputs[4]?.text ?? '', /report\.md/, 'the model read what is missing');
assert.equal(await filesystem.read('report.md'), 'It went well.');
console.log('ok');
