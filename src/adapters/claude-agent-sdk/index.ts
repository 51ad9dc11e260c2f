/**
 * `@anthropic-ai/claude-agent-sdk`: a query of the SDK under the guardrails of a prompt.
 *
 * Every tool of the agent, its own and those of MCP servers, is judged in PreToolUse and recorded afterwards; the
 * prompt's tools come as an MCP server in this process. `canUseTool` is left alone: in several permission modes it is
 * not called. The SDK weighs 400 MB, so its types are not imported; those here name what is used.
 */
import { forgetStopBlocks } from '../../guardrails/index.ts';
import { AgentStopped } from '../agent-stopped.ts';
import { declareCapabilities } from '../capabilities.ts';
import { GuardedSession, modelText, type GuardOptions, type ToolEnd } from '../guarded-session.ts';
import { loadPeer } from '../load-peer.ts';
import type { McpTransport } from '../mcp/index.ts';
import type { McpMessage } from '../mcp/messages.ts';
import { PROMPT_SERVER, PromptToolServer } from '../prompt-tool-server.ts';
import { ReportedCalls, type ToolNames } from '../reported-calls.ts';
import {
  SILENT,
  besideResult,
  block,
  denyTool,
  endSession,
  hookOf,
  sendBack,
  type ClaudeHookEvent,
  type ClaudeHookInput,
  type ClaudeHookMatcher,
  type ClaudeHookOutput,
} from './hooks.ts';
import { ClaudeUsage, type ClaudeMessage } from './usage.ts';

export { AgentStopped } from '../agent-stopped.ts';
export type { GuardOptions } from '../guarded-session.ts';

const SDK = '@anthropic-ai/claude-agent-sdk';
const OWN = `mcp__${PROMPT_SERVER}__`;
/** By this the agent hands over its result where it was asked for one in a shape. It ends the query. */
const HAND_OVER = 'StructuredOutput';

/** What this adapter can do. */
export const capabilities = declareCapabilities({
  adapter: 'claude-agent-sdk',
  sdk: '@anthropic-ai/claude-agent-sdk 0.3.325',
  notes: [
    'Policies know the agent’s tools by the SDK’s names (`Bash`, `Write`, `mcp__server__tool`); `toolNames` maps them to the prompt’s names. The prompt’s own tools keep theirs.',
    'Changes made by the agent’s own tools aren’t undone when they fail.',
    'It doesn’t see tools that the provider runs on its own side.',
    'A stop inside a subagent ends the subagent; the agent itself ends at its next tool result.',
  ],
});

/** Options of the SDK, as far as they are changed. */
export interface ClaudeOptions {
  readonly hooks?: Readonly<Record<string, readonly unknown[] | undefined>>;
  readonly mcpServers?: Readonly<Record<string, unknown>>;
  readonly allowedTools?: readonly string[];
}

/** The SDK, as far as it is used. */
export interface ClaudeSdk<Message extends ClaudeMessage = ClaudeMessage> {
  // A method: the SDK's own types are narrower.
  query(params: {
    prompt: string | AsyncIterable<unknown>;
    options?: object;
  }): AsyncIterable<Message>;
}

/** What a user hands over. */
export interface ClaudeGuardOptions<Sdk extends ClaudeSdk = ClaudeSdk> extends GuardOptions {
  /** `import * as sdk from '@anthropic-ai/claude-agent-sdk'`; it is imported here when it is not given. */
  readonly sdk?: Sdk;
  readonly toolNames?: ToolNames;
}

/** Guards one query, or several after each other in the same session. */
export async function guardClaude<Sdk extends ClaudeSdk = ClaudeSdk>(
  options: ClaudeGuardOptions<Sdk>,
): Promise<ClaudeGuard<Sdk>> {
  const loaded =
    options.sdk ?? (await loadPeer(SDK, () => import('@anthropic-ai/claude-agent-sdk')));
  // Without one of the user's, `Sdk` is what is used of it and nothing more.
  return new ClaudeGuard(loaded as Sdk, options);
}

type Asked<Sdk extends ClaudeSdk> = Parameters<Sdk['query']>[0];
type MessageOf<Sdk extends ClaudeSdk> =
  ReturnType<Sdk['query']> extends AsyncIterable<infer Message> ? Message : never;

/** The guardrails of a prompt, for this SDK. */
export class ClaudeGuard<Sdk extends ClaudeSdk = ClaudeSdk> {
  readonly #sdk: Sdk;
  readonly #guarded: GuardedSession;
  readonly #calls: ReportedCalls;
  readonly #server: PromptToolServer;
  readonly #usage: ClaudeUsage;
  /** Whether the agent was asked at its hand-over whether it may stop; the SDK then ends whatever Stop answers. */
  #handedOver = false;

  constructor(sdk: Sdk, { sdk: _sdk, toolNames, ...guard }: ClaudeGuardOptions<Sdk>) {
    this.#sdk = sdk;
    this.#guarded = new GuardedSession(capabilities.adapter, guard);
    this.#calls = new ReportedCalls(this.#guarded, toolNames);
    this.#server = new PromptToolServer(this.#guarded);
    this.#usage = new ClaudeUsage(this.#guarded);
  }

  /** Options of the SDK with hooks and tools added; for whoever calls `query` by themselves. */
  options<Own extends object>(own: Own): Own {
    const { hooks = {}, mcpServers = {}, allowedTools = [] }: ClaudeOptions = own;
    const added = Object.entries(this.#hooks()).map(
      ([event, matchers]) => [event, [...matchers, ...(hooks[event] ?? [])]] as const,
    );
    const server = { type: 'sdk', name: PROMPT_SERVER, instance: this.#instance() };
    return {
      ...own,
      hooks: { ...hooks, ...Object.fromEntries(added) },
      mcpServers: { ...mcpServers, [PROMPT_SERVER]: server },
      // They are judged by policies, so the SDK does not ask for them once more.
      allowedTools: [...allowedTools, ...this.#server.tools.map((tool) => `${OWN}${tool}`)],
    };
  }

  /** Runs a query to its end and gives every message. Throws `AgentStopped` when the agent is stopped. */
  async *query(asked: Asked<Sdk>): AsyncGenerator<MessageOf<Sdk>, void, void> {
    const { options = {} } = asked;
    await this.#guarded.requireGoingOn();
    let output: unknown = '';
    try {
      for await (const message of this.#sdk.query({ ...asked, options: this.options(options) })) {
        this.#usage.count(message);
        if (message.type === 'result') output = message.structured_output ?? message.result ?? '';
        yield message as MessageOf<Sdk>;
        // A query that takes further prompts would wait for the next one.
        if (message.type === 'result' && this.#guarded.stop !== null) break;
      }
    } catch (error) {
      if (this.#guarded.stop === null) throw error;
    } finally {
      await this.#calls.close();
    }
    if (this.#guarded.stop !== null) throw new AgentStopped(this.#guarded.stop);
    await this.#guarded.finish(output);
  }

  #hooks(): Readonly<Record<ClaudeHookEvent, readonly ClaudeHookMatcher[]>> {
    const silent = () => SILENT;
    return {
      UserPromptSubmit: hookOf(() => this.#prompted(), block),
      PreToolUse: hookOf((input) => this.#before(input), denyTool),
      PostToolUse: hookOf((input) => this.#after(input), endSession),
      PostToolUseFailure: hookOf((input) => this.#failed(input), silent),
      PostToolBatch: hookOf(() => this.#afterBatch(), endSession),
      // Blocking a stop because of a failure could go on for ever.
      Stop: hookOf((input) => this.#stopping(input), silent),
    };
  }

  /** A person wants something. */
  async #prompted(): Promise<ClaudeHookOutput> {
    this.#handedOver = false;
    forgetStopBlocks(this.#guarded.session, this.#guarded.prompt.name);
    const refusal = await this.#guarded.standing();
    return refusal === null ? SILENT : { ...endSession(refusal.reason), ...block(refusal.reason) };
  }

  async #before(input: ClaudeHookInput): Promise<ClaudeHookOutput> {
    const { tool_name: tool, tool_input, tool_use_id, agent_id } = input;
    if (tool === undefined || tool_use_id === undefined) throw new Error('the call has no name');
    if (tool === HAND_OVER && agent_id === undefined) return this.#handingOver(tool_input);
    // The server of the prompt's tools judges its calls itself, with the parameters that their handlers get.
    const denied = this.#isOwn(tool, input)
      ? null
      : await this.#calls.before(tool, tool_input, tool_use_id);
    const { stop } = this.#guarded;
    if (stop !== null) return { ...endSession(stop.reason), ...denyTool(stop.reason) };
    return denied === null ? SILENT : denyTool(modelText(denied));
  }

  async #handingOver(output: unknown): Promise<ClaudeHookOutput> {
    const decision = await this.#guarded.mayStop(output, 'structured_output');
    if (decision.stop === 'blocked') return denyTool(decision.feedback);
    this.#handedOver = true;
    return SILENT;
  }

  async #after(input: ClaudeHookInput): Promise<ClaudeHookOutput> {
    const feedback = await this.#ended(input, { value: input.tool_response });
    const { stop } = this.#guarded;
    return stop === null ? besideResult('PostToolUse', feedback) : endSession(stop.reason);
  }

  async #failed(input: ClaudeHookInput): Promise<ClaudeHookOutput> {
    const failed = typeof input.error === 'string' ? input.error : JSON.stringify(input.error);
    return besideResult('PostToolUseFailure', await this.#ended(input, { failed }));
  }

  async #ended({ tool_use_id = '' }: ClaudeHookInput, end: ToolEnd): Promise<string | null> {
    return (await this.#calls.after(tool_use_id, end))?.feedback ?? null;
  }

  /** The model is asked next. */
  async #afterBatch(): Promise<ClaudeHookOutput> {
    const refusal = await this.#guarded.standing();
    return refusal === null ? SILENT : endSession(refusal.reason);
  }

  async #stopping({ last_assistant_message: said = '' }: ClaudeHookInput) {
    if (this.#handedOver) return SILENT;
    const decision = await this.#guarded.mayStop(said, 'end_turn');
    return decision.stop === 'blocked' ? sendBack(decision.feedback) : SILENT;
  }

  /** By name; and where the SDK says whose server it is, a server of the same name in somebody's settings is none of ours. */
  #isOwn(tool: string, { mcp_server: { source = 'sdk' } = {} }: ClaudeHookInput): boolean {
    const isNamed = tool.startsWith(OWN) && this.#server.tools.includes(tool.slice(OWN.length));
    return isNamed && source === 'sdk';
  }

  /** What the SDK connects to as to a server of the MCP SDK. */
  #instance(): { connect(transport: McpTransport): Promise<void>; close(): Promise<void> } {
    return {
      connect: async (transport) => {
        const take = async (message: McpMessage) => {
          const answer = await this.#server.answer(message);
          if (answer !== null) await transport.send(answer);
        };
        Object.assign(transport, { onmessage: (message: McpMessage) => void take(message) });
        await transport.start();
      },
      close: () => Promise.resolve(),
    };
  }
}
