/**
 * Graphs of LangGraph under guardrails: the nodes of an agent, to be put into a graph.
 *
 * A graph has no place where everything comes past, so what calls a model and what runs tools are nodes of their own
 * here. `model` asks the gate before the model is called, `tools` judges every call, `stop` sends an agent back that
 * wants to end too early, and `route` leads from the model to one of the two.
 */
import type { AIMessage, BaseMessage, ToolMessage } from '@langchain/core/messages';
import type { ToolCall } from '@langchain/core/messages/tool';
import type { RunnableConfig } from '@langchain/core/runnables';
import type { StructuredToolInterface } from '@langchain/core/tools';
import type { Command } from '@langchain/langgraph';
import { declareCapabilities } from '../capabilities.ts';
import { GuardedSession, type GuardOptions } from '../guarded-session.ts';
import { openCallsIn, toolCallsOf, usageOf } from '../langchain/messages.ts';
import { LangChainToolCalls, loadLangChain, type LangChainParts } from '../langchain/tool-calls.ts';

export { AgentStopped } from '../agent-stopped.ts';
export type { GuardOptions } from '../guarded-session.ts';

/** What it can do. */
export const capabilities = declareCapabilities({
  adapter: 'langgraph',
  sdk: '@langchain/langgraph 1.4.18',
  notes: [
    'It guards its own nodes. Another node that calls a model or runs a tool isn’t guarded.',
    'Every blocked stop counts against `recursionLimit`.',
    'It doesn’t see tools that the provider runs on its own side.',
  ],
});

/** The state that the nodes read: a list of messages to which new ones are added. */
export interface MessagesState {
  readonly messages: readonly BaseMessage[];
}

/** What the nodes add to it. */
export interface MessagesUpdate {
  readonly messages: BaseMessage[];
}

/** What a user hands over. */
export interface GuardGraphOptions extends GuardOptions {
  /** The model with the tools bound to it. It is given the prompt's tools to bind. */
  readonly model: (tools: readonly StructuredToolInterface[]) => {
    invoke(messages: BaseMessage[], config?: RunnableConfig): Promise<AIMessage>;
  };
  /** Tools of LangChain, besides those that the prompt brings. */
  readonly tools?: readonly StructuredToolInterface[];
  /** The names of the nodes in the graph, where they are not `model`, `tools` and `stop`. */
  readonly names?: Partial<NodeNames>;
}

interface NodeNames {
  readonly model: string;
  readonly tools: string;
  readonly stop: string;
}

/** The nodes of one run; they remember the session. */
export interface GuardedNodes {
  readonly model: (state: MessagesState, config?: RunnableConfig) => Promise<MessagesUpdate>;
  readonly tools: (
    state: MessagesState,
    config?: RunnableConfig,
  ) => Promise<MessagesUpdate | (MessagesUpdate | Command)[]>;
  /** Ends the graph or leads back to the model: add it with `{ ends: ['model', END] }`. */
  readonly stop: (state: MessagesState) => Promise<Command>;
  /** From the model: to the tools where it called some, else to the stop. */
  readonly route: (state: MessagesState) => string;
}

/** Makes the nodes. */
export async function guardGraph(options: GuardGraphOptions): Promise<GuardedNodes> {
  const { model, tools = [], names, ...guard } = options;
  const parts = await loadLangChain();
  const guarded = new GuardedSession('langgraph', guard);
  const calls = new LangChainToolCalls(guarded, parts);
  const all = [...calls.own, ...tools];
  const bound = model(all);
  const { model: modelNode = 'model', tools: toolsNode = 'tools', stop = 'stop' } = names ?? {};
  return {
    model: async ({ messages }, config) => {
      await guarded.requireGoingOn();
      const unsaid = calls.takeUnsaid().map((text) => new parts.messages.HumanMessage(text));
      const answer = await bound.invoke([...messages, ...unsaid], config);
      guarded.spend(usageOf(answer));
      return { messages: [...unsaid, answer] };
    },
    tools: async ({ messages }, config) => {
      const run = (call: ToolCall) => runCall(calls, all, call, config);
      const answers = await Promise.all(openCallsIn(messages).map(run));
      return updateOf(parts, answers);
    },
    stop: (state) => sentBack(guarded, parts, state, modelNode),
    route: ({ messages }) => (toolCallsOf(messages.at(-1)).length > 0 ? toolsNode : stop),
  };
}

function runCall(
  calls: LangChainToolCalls,
  tools: readonly StructuredToolInterface[],
  call: ToolCall,
  config: RunnableConfig | undefined,
): Promise<ToolMessage | Command> {
  const tool = tools.find((one) => one.name === call.name);
  // A tool that is not there is denied like any other call, and recorded.
  if (tool === undefined || calls.isOwn(tool)) return calls.runOwn(call);
  const asked = { ...call, type: 'tool_call' as const };
  return calls.around(call, () => tool.invoke(asked, config) as Promise<ToolMessage | Command>);
}

/** A tool may answer with a command to the graph; then every answer is an update of its own. */
function updateOf(
  { graph }: LangChainParts,
  answers: readonly (ToolMessage | Command)[],
): MessagesUpdate | (MessagesUpdate | Command)[] {
  const updates = answers.map((one) => (graph.isCommand(one) ? one : { messages: [one] }));
  if (updates.some((one) => graph.isCommand(one))) return updates;
  return { messages: answers as ToolMessage[] };
}

async function sentBack(
  guarded: GuardedSession,
  { graph, messages: { HumanMessage } }: LangChainParts,
  { messages }: MessagesState,
  model: string,
): Promise<Command> {
  const output = messages.at(-1)?.text ?? '';
  const decision = await guarded.mayStop(output, 'end_turn');
  if (decision.stop === 'blocked') {
    const update = { messages: [new HumanMessage(decision.feedback)] };
    return new graph.Command({ goto: model, update });
  }
  await guarded.finish(output);
  return new graph.Command({ goto: graph.END });
}
