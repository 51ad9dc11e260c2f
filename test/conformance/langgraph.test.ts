/** The compatibility kit through a graph of LangGraph. */
import { HumanMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { AgentStopped, capabilities, guardGraph } from '../../src/adapters/langgraph/index.ts';
import { describeAdapter } from './adapter.case.ts';

describeAdapter('langgraph', {
  capabilities,
  run: async ({ guard, input, providerUrl }) => {
    const chat = new ChatOpenAI({
      model: 'gpt-5',
      apiKey: 'sk-made-up',
      maxRetries: 0,
      configuration: { baseURL: `${providerUrl}/v1` },
    });
    const nodes = await guardGraph({ ...guard, model: (tools) => chat.bindTools([...tools]) });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('model', nodes.model)
      .addNode('tools', nodes.tools)
      .addNode('stop', nodes.stop, { ends: ['model', END] })
      .addEdge(START, 'model')
      .addConditionalEdges('model', nodes.route, ['tools', 'stop'])
      .addEdge('tools', 'model')
      .compile();
    try {
      await graph.invoke({ messages: [new HumanMessage(input)] }, { recursionLimit: 1_000 });
      return { stop: null };
    } catch (error) {
      if (error instanceof AgentStopped) return { stop: error.refusal };
      throw error;
    }
  },
});
