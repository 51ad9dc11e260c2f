/** A graph with LangChain's own tools beside the prompt's, and with names of its own for the nodes. */
import { HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { Command, END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { verifies } from '../../../spec/verifies.ts';
import {
  ALLOWED,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  Session,
  denied,
  recentToolCalls,
  type ToolPolicy,
} from '../../guardrails/index.ts';
import { ScriptedModel, startFakeProvider } from '../../testing/index.ts';
import { guardGraph } from './index.ts';

const noBad: ToolPolicy = {
  name: 'no-bad',
  check: (_tool, params) => (JSON.stringify(params).includes('bad') ? denied('not that') : ALLOWED),
};

verifies(
  ['G14', 'G1'],
  'tools of LangChain are judged in a graph, side by side and with commands',
  async () => {
    const ran: string[] = [];
    const plain = tool(
      ({ what }) => {
        ran.push(what);
        if (what === 'fail') throw new Error('it went wrong');
        return `${what} is done`;
      },
      { name: 'plain', description: 'plain', schema: z.object({ what: z.string() }) },
    );
    const leaving = tool(() => new Command({ goto: END }), {
      name: 'leaving',
      description: 'leaving',
      schema: z.object({}),
    });
    const calls = ['good', 'bad', 'fail'].map((what) => ({ tool: 'plain', args: { what } }));
    const unknown = { tool: 'nothing', args: {} };
    const model = new ScriptedModel([
      { calls: [...calls, unknown] },
      { calls: [{ tool: 'leaving', args: {} }] },
    ]);
    const fake = await startFakeProvider({ script: model.script() });
    onTestFinished(() => fake.close());
    const template = new PromptTemplate({
      ns: 'test',
      key: 'langgraph',
      sections: [new MarkdownSection({})],
      policies: [noBad],
    });
    const session = new Session();
    const chat = new ChatOpenAI({
      model: 'gpt-5',
      apiKey: 'sk-made-up',
      maxRetries: 0,
      configuration: { baseURL: `${fake.url}/v1` },
    });
    const nodes = await guardGraph({
      prompt: new Prompt({ template }),
      session,
      model: (tools) => chat.bindTools([...tools]),
      tools: [plain, leaving],
      names: { model: 'think', tools: 'act', stop: 'rest' },
    });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('think', nodes.model)
      .addNode('act', nodes.tools, { ends: [END] })
      .addNode('rest', nodes.stop, { ends: ['think', END] })
      .addEdge(START, 'think')
      .addConditionalEdges('think', nodes.route, ['act', 'rest'])
      .addEdge('act', 'think')
      .compile();
    await graph.invoke({ messages: [new HumanMessage('Do it.')] });
    expect(ran).toEqual(['good', 'fail']);
    const said = model.inputs[1]?.text ?? '';
    for (const text of ['good is done', 'not that', 'it went wrong', "no tool 'nothing'"]) {
      expect(said.split(text), text).toHaveLength(2);
    }
    const recorded = recentToolCalls(session, 'test:langgraph', 100);
    expect(recorded.map((call) => `${call.tool} ${call.status}`).toSorted()).toEqual([
      'leaving success',
      'nothing denied',
      'plain denied',
      'plain error',
      'plain success',
    ]);
  },
);
