/**
 * Tool calls of LangChain under guardrails; what its agents and its graphs have in common.
 *
 * Tools of the prompt run by their handlers. Any other tool is LangChain's own and runs between the two halves of a
 * guarded call. What the model reads is a tool message in both cases.
 */
import type * as messageTypes from '@langchain/core/messages';
import type { ToolMessage } from '@langchain/core/messages';
import type { ToolCall } from '@langchain/core/messages/tool';
import type * as toolTypes from '@langchain/core/tools';
import type { StructuredToolInterface } from '@langchain/core/tools';
import type * as graphTypes from '@langchain/langgraph';
import type { Command } from '@langchain/langgraph';
import { errorWords } from '../../base/error-words.ts';
import type { DeclaredTool, OpenToolCall, ToolOutcome } from '../../guardrails/index.ts';
import { modelText, withFeedback, type GuardedSession, type ToolEnd } from '../guarded-session.ts';
import { loadPeer } from '../load-peer.ts';
import { paramsJsonSchema } from '../params-json-schema.ts';

/** The parts of LangChain that this file uses. */
export interface LangChainParts {
  readonly messages: typeof messageTypes;
  readonly tools: typeof toolTypes;
  readonly graph: typeof graphTypes;
}

type Run = () => ToolMessage | Command | Promise<ToolMessage | Command>;

/** Loads them. */
export async function loadLangChain(): Promise<LangChainParts> {
  const [messages, tools, graph] = await Promise.all([
    loadPeer('@langchain/core', () => import('@langchain/core/messages')),
    loadPeer('@langchain/core', () => import('@langchain/core/tools')),
    loadPeer('@langchain/langgraph', () => import('@langchain/langgraph')),
  ]);
  return { messages, tools, graph };
}

/** The tool calls of one run. */
export class LangChainToolCalls {
  /** The prompt's tools that have a handler here, as LangChain's. */
  readonly own: readonly StructuredToolInterface[];
  readonly #guarded: GuardedSession;
  readonly #parts: LangChainParts;
  #unsaid: string[] = [];

  constructor(guarded: GuardedSession, parts: LangChainParts) {
    this.#guarded = guarded;
    this.#parts = parts;
    this.own = guarded.prompt.tools.filter(hasHandler).map((tool) => this.#ownTool(tool));
  }

  /** Feedback that no tool message could carry; to be said in the next model call. */
  takeUnsaid(): readonly string[] {
    const unsaid = this.#unsaid;
    this.#unsaid = [];
    return unsaid;
  }

  /** Whether the prompt itself runs a tool of this name. */
  isOwn(tool: unknown): boolean {
    return this.own.some((one) => one === tool);
  }

  /** Runs a tool of the prompt. */
  async runOwn(call: ToolCall): Promise<ToolMessage> {
    return this.#said(call, await this.#guarded.runTool(call.name, call.args, call.id));
  }

  /** Runs a tool of LangChain, if it may run. */
  async around(call: ToolCall, run: Run): Promise<ToolMessage | Command> {
    const begun = await this.#guarded.beginTool({ name: call.name }, call.args, call.id);
    if (begun.status === 'denied') return this.#said(call, begun);
    let ran: ToolMessage | Command;
    try {
      ran = await run();
    } catch (thrown) {
      return this.#failed(call, begun, thrown);
    }
    const outcome = await this.#guarded.endTool(begun, this.#endOf(ran));
    return this.#answered(call, ran, outcome);
  }

  async #failed(call: ToolCall, open: OpenToolCall, thrown: unknown): Promise<ToolMessage> {
    const failed = errorWords(thrown);
    const outcome = await this.#guarded.endTool(open, { failed });
    // A graph that pauses, for a person or for its parent, does so by throwing; the tool runs again later.
    if (this.#parts.graph.isGraphBubbleUp(thrown)) throw thrown;
    return this.#said(call, outcome);
  }

  #endOf(ran: ToolMessage | Command): ToolEnd {
    if (!this.#isMessage(ran)) return { value: ran.update ?? null };
    const { status, content, text } = ran;
    return status === 'error' ? { failed: text } : { value: content };
  }

  /** What came back, with the feedback after it. */
  #answered(
    call: ToolCall,
    ran: ToolMessage | Command,
    outcome: ToolOutcome,
  ): ToolMessage | Command {
    const { feedback } = outcome;
    if (outcome.status === 'error' && !(this.#isMessage(ran) && ran.status === 'error')) {
      return this.#said(call, outcome);
    }
    if (feedback === null) return ran;
    if (!this.#isMessage(ran)) {
      this.#unsaid.push(feedback);
      return ran;
    }
    const content =
      typeof ran.content === 'string'
        ? withFeedback(ran.content, feedback)
        : [...ran.content, { type: 'text' as const, text: feedback }];
    const { ToolMessage: Message } = this.#parts.messages;
    // All that it was made of: a tool may have put more into it than is named here.
    const made = ran.lc_kwargs as Readonly<Record<string, unknown>>;
    return new Message({ ...made, tool_call_id: ran.tool_call_id, content });
  }

  #said(call: ToolCall, outcome: ToolOutcome): ToolMessage {
    const { ToolMessage: Message } = this.#parts.messages;
    return new Message({
      content: modelText(outcome),
      tool_call_id: call.id ?? outcome.callId,
      name: call.name,
      status: outcome.status === 'success' ? 'success' : 'error',
    });
  }

  #isMessage(ran: ToolMessage | Command): ran is ToolMessage {
    return !this.#parts.graph.isCommand(ran);
  }

  #ownTool(declared: DeclaredTool): StructuredToolInterface {
    const { name, description = name } = declared;
    const schema = paramsJsonSchema(declared);
    // For whoever calls it past the adapter: guarded all the same.
    const run = async (params: unknown) => modelText(await this.#guarded.runTool(name, params));
    return this.#parts.tools.tool(run, { name, description, schema });
  }
}

function hasHandler(tool: DeclaredTool): boolean {
  return 'handler' in tool && typeof tool.handler === 'function';
}
