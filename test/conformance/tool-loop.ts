/**
 * The plainest agent there is: it asks a model over HTTP, runs the tools that the model calls, and asks again. For
 * protocols that connect an agent with something and bring no agent of their own.
 */
import OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';

/** A tool as the model sees it. */
export interface LoopTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What the agent is made of. */
export interface ToolLoopOptions {
  readonly providerUrl: string;
  readonly tools: readonly LoopTool[];
  /** Runs a tool; what the model then reads. */
  readonly call: (name: string, args: unknown, id: string) => Promise<string>;
  /** Asked before every model call: whether the turn is to end. */
  readonly isStopped?: () => boolean;
}

/** A conversation with a model that has tools. */
export class ToolLoop {
  readonly #options: ToolLoopOptions;
  readonly #openai: OpenAI;
  readonly #messages: ChatCompletionMessageParam[] = [];

  constructor(options: ToolLoopOptions) {
    this.#options = options;
    const baseURL = `${options.providerUrl}/v1`;
    this.#openai = new OpenAI({ baseURL, apiKey: 'sk-made-up', maxRetries: 0 });
  }

  /** Says something and works until the model has nothing more to do; its last words, or null when it was stopped. */
  async turn(input: string): Promise<string | null> {
    const { tools, call, isStopped = () => false } = this.#options;
    this.#messages.push({ role: 'user', content: input });
    for (;;) {
      if (isStopped()) return null;
      const answer = await this.#openai.chat.completions.create({
        model: 'gpt-5',
        messages: this.#messages,
        tools: tools.map(({ name, description = name, inputSchema }) => ({
          type: 'function',
          function: { name, description, parameters: inputSchema },
        })),
      });
      const message = answer.choices[0]?.message;
      if (message === undefined) throw new Error('an answer without a message');
      this.#messages.push(message);
      const calls = (message.tool_calls ?? []).filter((one) => one.type === 'function');
      if (calls.length === 0) return message.content ?? '';
      const results = await Promise.all(
        calls.map(async ({ id, function: { name, arguments: json } }) => ({
          role: 'tool' as const,
          tool_call_id: id,
          content: await call(name, JSON.parse(json), id),
        })),
      );
      this.#messages.push(...results);
    }
  }
}
