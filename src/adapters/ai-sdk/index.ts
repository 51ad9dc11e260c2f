/**
 * `ai`, the AI SDK: `generateText` and `streamText` under the guardrails of a prompt.
 *
 * The model is wrapped, so that every call of it asks the gate first and is counted; tools go through `runTool`. When
 * the model wants to stop, the checker is asked; what it finds missing is the model's next input. Whoever has a loop of
 * their own takes the parts: `model`, `tools` and `tool`.
 */
import type * as AiSdk from 'ai';
import type { LanguageModel, ModelMessage, TextStreamPart, Tool, ToolSet } from 'ai';
import { AgentStopped } from '../agent-stopped.ts';
import { declareCapabilities, type AdapterCapabilities } from '../capabilities.ts';
import { GuardedSession, type GuardOptions } from '../guarded-session.ts';
import { loadPeer } from '../load-peer.ts';
import { guardModel, type GuardedModel } from './model.ts';
import { guardTool, promptTools } from './tools.ts';

export type { GuardOptions } from '../guarded-session.ts';

type Sdk = typeof AiSdk;
type TextOptions = Parameters<Sdk['generateText']>[0];

/** Steps of one run where `stopWhen` says nothing: the SDK's own default is one, which ends before any result is read. */
const STEPS_MAX = 100;

/** What this adapter can do. */
export const capabilities: AdapterCapabilities = declareCapabilities({
  adapter: 'ai-sdk',
  sdk: 'ai 7',
  notes: [
    'Policies don’t see tools that the provider runs (web search and the like).',
    'Pass your own tools in `tools` or through `guard.tool(name, tool)`; a tool without `execute` is refused.',
    'While an answer streams, a tool can start before the answer ends; the answer’s tokens are counted at its end.',
  ],
});

/** What is asked. Everything else of the SDK's options goes through as it is. */
export type GuardedTextOptions = Omit<TextOptions, 'model' | 'tools' | 'prompt' | 'messages'> & {
  readonly model: LanguageModel;
  readonly messages: readonly ModelMessage[];
  /** Tools besides the prompt's; they are guarded too. */
  readonly tools?: ToolSet;
};

/** How a run ended. */
export interface GuardedText {
  /** What the model said last. */
  readonly text: string;
  /** Why it ended, in the SDK's word. */
  readonly finishReason: string;
  /** The whole conversation. */
  readonly messages: readonly ModelMessage[];
}

/** What one round of the SDK gave. */
interface Round {
  readonly text: string;
  readonly finishReason: string;
  readonly responseMessages: readonly ModelMessage[];
}

/** Guards one run, or several after each other in the same session. */
export async function guardAiSdk(options: GuardOptions): Promise<AiSdkGuard> {
  const sdk = await loadPeer('ai', () => import('ai'));
  return new AiSdkGuard(sdk, options);
}

/** The guardrails of a prompt, for this SDK. */
export class AiSdkGuard {
  /** The prompt's tools that have a handler. */
  readonly tools: ToolSet;
  readonly #sdk: Sdk;
  readonly #guarded: GuardedSession;

  constructor(sdk: Sdk, options: GuardOptions) {
    this.#sdk = sdk;
    this.#guarded = new GuardedSession(capabilities.adapter, options);
    this.tools = promptTools(sdk, this.#guarded);
  }

  /** A model whose calls ask the gate first, and are counted. */
  model(model: LanguageModel): GuardedModel {
    return guardModel(this.#sdk, this.#guarded, model);
  }

  /** Guards a tool of your own, known to policies by this name. */
  tool(name: string, tool: Tool): Tool {
    return guardTool(this.#guarded, name, tool);
  }

  /** Runs to the end. Rejects with `AgentStopped` when the agent is stopped. */
  async generateText(options: GuardedTextOptions): Promise<GuardedText> {
    const asked = this.#asked(options);
    let { messages } = options;
    for (;;) {
      const round = await this.#sdk.generateText({ ...asked, messages: [...messages] });
      const { next, isOver } = await this.#after(messages, round);
      messages = next;
      if (isOver) return { text: round.text, finishReason: round.finishReason, messages };
    }
  }

  /** The same, streamed: gives every part, and returns how it ended. Throws `AgentStopped` when it is stopped. */
  async *streamText(
    options: GuardedTextOptions,
  ): AsyncGenerator<TextStreamPart<ToolSet>, GuardedText, void> {
    const asked = this.#asked(options);
    let { messages } = options;
    for (;;) {
      const result = this.#sdk.streamText({ ...asked, messages: [...messages], onError: () => {} });
      for await (const part of result.stream) {
        // The SDK tells an error as a part and goes on; a stop and a broken call end the run here.
        if (part.type === 'error') throw part.error;
        yield part;
      }
      const round = {
        text: await result.text,
        finishReason: await result.finishReason,
        responseMessages: await result.responseMessages,
      };
      const { next, isOver } = await this.#after(messages, round);
      messages = next;
      if (isOver) return { text: round.text, finishReason: round.finishReason, messages };
    }
  }

  /** What the SDK is asked in every round, but for the messages. */
  #asked({ model, tools = {}, messages: _messages, ...rest }: GuardedTextOptions) {
    const own = Object.entries(tools).map(([name, tool]) => [name, this.tool(name, tool as Tool)]);
    return {
      stopWhen: this.#sdk.isStepCount(STEPS_MAX),
      ...rest,
      model: this.model(model),
      tools: { ...this.tools, ...(Object.fromEntries(own) as ToolSet) },
    };
  }

  /** The conversation after a round, and whether it is the last one. */
  async #after(
    messages: readonly ModelMessage[],
    { text, finishReason, responseMessages }: Round,
  ): Promise<{ readonly next: readonly ModelMessage[]; readonly isOver: boolean }> {
    const soFar = [...messages, ...responseMessages];
    const { stop } = this.#guarded;
    if (stop !== null) throw new AgentStopped(stop);
    // Cut off by `stopWhen`, or waiting for somebody's approval: the model does not want to stop.
    const wantsToStop = finishReason !== 'tool-calls';
    const answer = wantsToStop ? await this.#guarded.mayStop(text, finishReason) : null;
    if (answer?.stop === 'blocked') {
      return { next: [...soFar, { role: 'user', content: answer.feedback }], isOver: false };
    }
    await this.#guarded.finish(text);
    return { next: soFar, isOver: true };
  }
}
