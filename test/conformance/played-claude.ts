/**
 * The Claude Agent SDK, played: it calls the hooks with recorded payloads, as the SDK was seen to do, and obeys their
 * answers as the SDK does, traps included. The SDK itself is tried in `npm run test:clients`, with the same kit.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type {
  ClaudeHookEvent,
  ClaudeHookInput,
  ClaudeHookMatcher,
  ClaudeHookOutput,
} from '../../src/adapters/claude-agent-sdk/hooks.ts';
import type { ClaudeSdk } from '../../src/adapters/claude-agent-sdk/index.ts';
import type { ClaudeMessage } from '../../src/adapters/claude-agent-sdk/usage.ts';
import type { McpTransport } from '../../src/adapters/mcp/index.ts';
import type { ModelCall, ScriptedModel } from '../../src/testing/index.ts';
import recorded from '../fixtures/hooks/claude-code.json' with { type: 'json' };

/** What the SDK is asked, as far as it is played. */
interface Asked {
  readonly prompt: string;
  readonly options: {
    readonly hooks: Readonly<Record<ClaudeHookEvent, readonly ClaudeHookMatcher[]>>;
    readonly mcpServers: Readonly<Record<string, { readonly instance: Connectable }>>;
  };
}

interface Connectable {
  connect(transport: McpTransport): Promise<void>;
}

/** What became of a call. */
interface Ended {
  /** What the model reads. */
  readonly text: string;
  /** The session ends here. */
  readonly isLast: boolean;
}

/** After so many blocks in a row the SDK lets the agent stop, whatever its hooks say. */
const STOP_BLOCKS_MAX = 9;

/** The played SDK on a model. */
export function playedClaude(model: ScriptedModel, wire: (tool: string) => string): ClaudeSdk {
  return {
    query: (asked) => new PlayedQuery(asked as unknown as Asked, model, wire).messages(),
  };
}

class PlayedQuery {
  readonly #asked: Asked;
  readonly #model: ScriptedModel;
  readonly #wire: (tool: string) => string;
  readonly #conversation: unknown[] = [];
  readonly #tools = new Map<string, (args: unknown) => Promise<CallToolResult>>();
  #calls = 0;

  constructor(asked: Asked, model: ScriptedModel, wire: (tool: string) => string) {
    this.#asked = asked;
    this.#model = model;
    this.#wire = wire;
  }

  async *messages(): AsyncGenerator<ClaudeMessage, void, void> {
    await this.#connect();
    const prompted = await this.#hook('UserPromptSubmit', { prompt: this.#asked.prompt });
    if (prompted.decision !== 'block' && prompted.continue !== false) {
      this.#conversation.push({ role: 'user', content: this.#asked.prompt });
      yield* this.#turns();
    }
    yield { type: 'result', result: '', usage: {} };
  }

  async *#turns(): AsyncGenerator<ClaudeMessage, void, void> {
    for (let blocks = 0; blocks <= STOP_BLOCKS_MAX;) {
      const text = JSON.stringify(this.#conversation);
      const move = this.#model.next({ text, toolResults: [] });
      this.#conversation.push({ role: 'assistant', content: move });
      const usage = {
        input_tokens: move.usage?.input ?? 0,
        output_tokens: move.usage?.output ?? 0,
      };
      const id = `msg_${this.#model.inputs.length}`;
      // One answer comes as several messages with the same usage.
      yield { type: 'assistant', message: { id, usage } };
      yield { type: 'assistant', message: { id, usage } };
      if (move.calls === undefined) {
        const sentBack = await this.#stop(move.text ?? '');
        if (sentBack === null) return;
        this.#conversation.push({ role: 'user', content: sentBack });
        blocks += 1;
      } else {
        if (await this.#batch(move.calls)) return;
        blocks = 0;
      }
    }
  }

  /** Runs the calls of one answer side by side; whether the session ends. */
  async #batch(calls: readonly ModelCall[]): Promise<boolean> {
    const ended = await Promise.all(calls.map((call) => this.#call(call)));
    const content = ended.map(({ text }) => ({ type: 'tool_result', content: text }));
    this.#conversation.push({ role: 'user', content });
    const after = await this.#hook('PostToolBatch', {});
    return after.continue === false || ended.some(({ isLast }) => isLast);
  }

  async #call({ tool, args = {} }: ModelCall): Promise<Ended> {
    this.#calls += 1;
    const call = {
      tool_name: this.#wire(tool),
      tool_input: args,
      tool_use_id: `toolu_${this.#calls}`,
    };
    const before = await this.#hook('PreToolUse', call);
    const specific = before.hookSpecificOutput;
    if (specific?.hookEventName === 'PreToolUse') {
      return { text: specific.permissionDecisionReason, isLast: before.continue === false };
    }
    const { content, isError } = (await this.#tools.get(call.tool_name)?.(args)) ?? NO_TOOL;
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    if (isError === true) {
      const failed = await this.#hook('PostToolUseFailure', { ...call, error: text });
      // Here the SDK does not look at `continue`.
      return { text: withContext(text, failed), isLast: before.continue === false };
    }
    const after = await this.#hook('PostToolUse', { ...call, tool_response: content });
    const isLast = before.continue === false || after.continue === false;
    return { text: withContext(text, after), isLast };
  }

  async #stop(said: string): Promise<string | null> {
    const answer = await this.#hook('Stop', { last_assistant_message: said });
    if (answer.continue === false) return null;
    if (answer.decision === 'block') return answer.reason ?? '';
    const context = withContext('', answer);
    return context === '' ? null : context;
  }

  async #hook(event: ClaudeHookEvent, more: object): Promise<ClaudeHookOutput> {
    const input: ClaudeHookInput = { ...recorded[event], ...more };
    for (const { hooks, onFailure } of this.#asked.options.hooks[event]) {
      for (const hook of hooks) {
        try {
          return await hook(input);
        } catch (error) {
          // Without the option the SDK goes on as if there were no hook.
          if (onFailure === 'block') throw error;
        }
      }
    }
    return {};
  }

  async #connect(): Promise<void> {
    for (const [name, { instance }] of Object.entries(this.#asked.options.mcpServers)) {
      const [own, other] = InMemoryTransport.createLinkedPair();
      const client = new Client({ name: 'played', version: '1.0.0' });
      await Promise.all([instance.connect(other as McpTransport), client.connect(own)]);
      const { tools } = await client.listTools();
      for (const tool of tools) {
        this.#tools.set(`mcp__${name}__${tool.name}`, async (args) => {
          const asked = { name: tool.name, arguments: args as Record<string, unknown> };
          return (await client.callTool(asked)) as CallToolResult;
        });
      }
    }
  }
}

const NO_TOOL: CallToolResult = {
  content: [{ type: 'text', text: 'no such tool' }],
  isError: true,
};

function withContext(text: string, { hookSpecificOutput }: ClaudeHookOutput): string {
  return hookSpecificOutput !== undefined && 'additionalContext' in hookSpecificOutput
    ? `${text}<system-reminder>${hookSpecificOutput.additionalContext}</system-reminder>`
    : text;
}
