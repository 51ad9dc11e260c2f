/**
 * A graph of LangGraph under guardrails: the agent may not end before its report is there.
 *
 * It needs no provider: a scripted model answers in its place. Run: npm run build && node examples/langgraph.ts
 */
import assert from 'node:assert/strict';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { guardGraph } from 'agent-tripwire/adapters/langgraph';
import {
  FileOutputChecker,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  defineTool,
} from 'agent-tripwire/guardrails';
import { MemoryFilesystem, ScriptedModel, startFakeProvider } from 'agent-tripwire/testing';
import { z } from 'zod';

const writeFile = defineTool({
  name: 'write_file',
  params: z.object({ path: z.string(), text: z.string() }),
  handler: ({ path, text }, { filesystem }) => filesystem?.write(path, text),
});
const template = new PromptTemplate({
  ns: 'example',
  key: 'report',
  sections: [new MarkdownSection({ text: 'Write a report.', tools: [writeFile] })],
  taskCompletionChecker: new FileOutputChecker({ files: ['report.md'] }),
});
const filesystem = new MemoryFilesystem();

// The model forgets the report at first.
const model = new ScriptedModel([
  { text: 'Done already.' },
  { calls: [{ tool: 'write_file', args: { path: 'report.md', text: 'All is well.' } }] },
]);
const fake = await startFakeProvider({ script: model.script() });
const configuration = { baseURL: `${fake.url}/v1` };
const chat = new ChatOpenAI({ model: 'fake', apiKey: 'none', configuration });

const nodes = await guardGraph({
  prompt: new Prompt({ template, filesystem }),
  model: (tools) => chat.bindTools([...tools]),
});
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', nodes.model)
  .addNode('tools', nodes.tools)
  .addNode('stop', nodes.stop, { ends: ['model', END] })
  .addEdge(START, 'model')
  .addConditionalEdges('model', nodes.route, ['tools', 'stop'])
  .addEdge('tools', 'model')
  .compile();
await graph.invoke({ messages: [{ role: 'user', content: 'Write it.' }] });
await fake.close();

assert.match(model.inputs[1]?.text ?? '', /report\.md/, 'the model read what is missing');
assert.equal(await filesystem.read('report.md'), 'All is well.');
assert.equal(model.inputs.length, 3);
console.log('ok');
