/**
 * The two wire formats that the HTTP agents speak: how they ask, how they read what comes back.
 */
import { agentTools, type AgentTool } from './http-agent-task.ts';

/** A format that an agent can speak. */
export type AgentFormat = 'anthropic' | 'openai-chat';

/** A tool call as an agent reads it. */
export interface AgentCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** An answer as an agent reads it. */
export interface AgentReading {
  readonly text: string;
  readonly calls: readonly AgentCall[];
  /** What goes into the history. */
  readonly message: object;
}

/** How an agent speaks one format. */
export interface AgentWire {
  /** What comes after the base URL, which is written as that provider's own client wants it. */
  readonly path: string;
  readonly headers: (apiKey: string) => Readonly<Record<string, string>>;
  readonly body: (model: string, system: string, history: readonly object[]) => object;
  /** Throws when the answer cannot be read. */
  readonly read: (answer: unknown) => AgentReading;
  /** The results of all calls of one answer, as messages. */
  readonly results: (results: readonly CallResult[]) => readonly object[];
}

/** What a tool returned to a call. */
export interface CallResult {
  readonly id: string;
  readonly text: string;
}

const OUTPUT_TOKENS_MAX = 1_024;

const anthropic: AgentWire = {
  path: '/v1/messages',
  headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  body: (model, system, messages) => ({
    model,
    max_tokens: OUTPUT_TOKENS_MAX,
    system,
    tools: agentTools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: schemaOf(tool),
    })),
    messages,
  }),
  read: (answer) => {
    const { content } = answer as { readonly content: readonly AnthropicBlock[] };
    const calls = content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, args: block.input }] : [],
    );
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    return { text, calls, message: { role: 'assistant', content } };
  },
  results: (results) => {
    const content = results.map(({ id, text }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: text,
    }));
    return [{ role: 'user', content }];
  },
};

type AnthropicBlock =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: AgentCall['args'];
    };

const openaiChat: AgentWire = {
  path: '/chat/completions',
  headers: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  body: (model, system, history) => ({
    model,
    messages: [{ role: 'system', content: system }, ...history],
    tools: agentTools.map((tool) => ({
      type: 'function',
      function: {
        name: tool.name,
        description: tool.description,
        parameters: schemaOf(tool),
      },
    })),
  }),
  read: (answer) => {
    const { choices } = answer as { readonly choices: readonly { message: ChatMessage }[] };
    const message = choices[0]?.message;
    if (message === undefined) throw new TypeError('the answer has no choices');
    const calls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: json } }) => ({
      id,
      name,
      args: JSON.parse(json) as AgentCall['args'],
    }));
    return { text: message.content ?? '', calls, message };
  },
  results: (results) =>
    results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
};

interface ChatMessage {
  readonly content: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

/** The formats by name. */
export const agentWires: Readonly<Record<AgentFormat, AgentWire>> = {
  anthropic,
  'openai-chat': openaiChat,
};

function schemaOf({ argument }: AgentTool): object {
  return {
    type: 'object',
    properties: { [argument]: { type: 'string' } },
    required: [argument],
  };
}
