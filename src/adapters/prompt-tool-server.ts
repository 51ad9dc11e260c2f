/**
 * The tools of a prompt as a server of the Model Context Protocol, for clients that take tools of others in no other
 * way. A call goes through `runTool`, so what is denied is answered with the reason and reaches no handler.
 *
 * It takes a message and gives the answer; how messages come and go is the client's business.
 */
import { randomUUID } from 'node:crypto';
import { fieldsOf } from '../base/json-values.ts';
import type { ToolOutcome } from '../guardrails/index.ts';
import { modelText, type GuardedSession } from './guarded-session.ts';
import { INVALID_PARAMS, callIn, refusalResult, type McpMessage } from './mcp/messages.ts';
import { paramsJsonSchema } from './params-json-schema.ts';

/** The name of the server in a client's settings; clients put it before the names of its tools. */
export const PROMPT_SERVER = 'tripwire';

const METHOD_UNKNOWN = -32_601;
/** Claude's agents else have to search for a tool before they know what it takes. */
const SHOWN_AT_ONCE = { 'anthropic/alwaysLoad': true };
/** For a client that does not say which version it speaks. */
const VERSION = '2025-06-18';

/** The server. */
export class PromptToolServer {
  readonly #guarded: GuardedSession;

  constructor(guarded: GuardedSession) {
    this.#guarded = guarded;
  }

  /** The names of the tools that it has. */
  get tools(): readonly string[] {
    return this.#served().map(({ name }) => name);
  }

  /** The answer to a message; null where none is due. */
  async answer(message: McpMessage): Promise<McpMessage | null> {
    const { id, method } = message;
    if (id === undefined || id === null || method === undefined) return null;
    const frame = { jsonrpc: '2.0', id } as const;
    const result = await this.#resultOf(message);
    return typeof result === 'object'
      ? { ...frame, result }
      : { ...frame, error: { code: METHOD_UNKNOWN, message: result } };
  }

  async #resultOf(message: McpMessage): Promise<object | string> {
    switch (message.method) {
      case 'initialize':
        return {
          protocolVersion: fieldsOf(message.params)['protocolVersion'] ?? VERSION,
          capabilities: { tools: {} },
          serverInfo: { name: PROMPT_SERVER, version: '1.0.0' },
        };
      case 'ping':
        return {};
      case 'tools/list':
        return {
          tools: this.#served().map((tool) => ({
            name: tool.name,
            description: tool.description ?? tool.name,
            inputSchema: { ...paramsJsonSchema(tool), additionalProperties: true },
            _meta: SHOWN_AT_ONCE,
          })),
        };
      case 'tools/call':
        return this.#called(message);
      default:
        return `Tripwire: there is no method ${String(message.method)} here`;
    }
  }

  async #called(message: McpMessage): Promise<object> {
    const call = callIn(message);
    if (typeof call === 'string') return refusalResult(`Tripwire: ${call} (${INVALID_PARAMS})`);
    const { tool, args, callId = randomUUID() } = call;
    const outcome: ToolOutcome = await this.#guarded.runTool(tool, args, callId);
    const text = modelText(outcome);
    return outcome.status === 'success'
      ? { content: [{ type: 'text', text }] }
      : refusalResult(text);
  }

  #served() {
    return this.#guarded.prompt.tools.filter((tool) => 'handler' in tool);
  }
}
