/**
 * The tool calls of a run of Codex, as its hooks report them.
 *
 * A failed tool of an MCP server is reported before it runs and never again; that it failed stands only in the events
 * of the turn, without its id. So it is found by its tool and arguments, and what is to be said about it waits for the
 * next answer.
 */
import { modelText, type GuardedSession } from '../guarded-session.ts';
import { PROMPT_SERVER } from '../prompt-tool-server.ts';
import { ReportedCalls, type ToolNames } from '../reported-calls.ts';
import {
  beside,
  codexResult,
  denyTool,
  type CodexHookInput,
  type CodexHookOutput,
} from './hooks.ts';

/** The calls of one session. */
export class CodexCalls {
  readonly #guarded: GuardedSession;
  readonly #calls: ReportedCalls;
  /** The prompt's tools, by Codex's names. */
  readonly #own: ReadonlySet<string>;
  /** Calls that may run, by what they are. */
  readonly #begun = new Map<string, string>();
  #unsaid: string[] = [];

  constructor(guarded: GuardedSession, names: ToolNames | undefined, own: readonly string[]) {
    this.#guarded = guarded;
    this.#calls = new ReportedCalls(guarded, names);
    this.#own = new Set(own.map((tool) => mcpName(PROMPT_SERVER, tool)));
  }

  /** Before a tool. */
  async before({ tool_name, tool_input, tool_use_id }: CodexHookInput): Promise<CodexHookOutput> {
    if (typeof tool_name !== 'string' || typeof tool_use_id !== 'string') {
      return denyTool('Tripwire could not judge this, so it is refused: the call has no name.');
    }
    // The server of the prompt's tools judges its calls itself, with the parameters that their handlers get.
    const denied = this.#own.has(tool_name)
      ? null
      : await this.#calls.before(tool_name, tool_input, tool_use_id);
    const { stop } = this.#guarded;
    if (stop !== null) return denyTool(stop.reason);
    if (denied !== null) return denyTool(modelText(denied));
    this.#begun.set(tool_use_id, keyOf(tool_name, tool_input));
    return beside('PreToolUse', this.#takeUnsaid());
  }

  /** After it. */
  async after({ tool_response, tool_use_id }: CodexHookInput): Promise<CodexHookOutput> {
    const { text, isError } = codexResult(tool_response);
    await this.#ended(String(tool_use_id), isError ? { failed: text } : { value: text });
    return beside('PostToolUse', this.#takeUnsaid());
  }

  /** An item of the turn is complete: here one learns of MCP tools that failed. */
  async itemCompleted(item: Readonly<Record<string, unknown>>): Promise<void> {
    const { type, status, server, tool, arguments: args, result } = item;
    if (type !== 'mcp_tool_call' || status !== 'failed') return;
    const key = keyOf(mcpName(String(server), String(tool)), args);
    const [callId] = [...this.#begun].find(([, begun]) => begun === key) ?? [];
    if (callId !== undefined) await this.#ended(callId, { failed: codexResult(result).text });
  }

  /** The run is over. */
  async close(): Promise<void> {
    this.#begun.clear();
    this.#unsaid = [];
    await this.#calls.close();
  }

  async #ended(callId: string, end: { readonly value: unknown } | { readonly failed: string }) {
    this.#begun.delete(callId);
    const outcome = await this.#calls.after(callId, end);
    if (outcome !== null && outcome.feedback !== null) this.#unsaid.push(outcome.feedback);
  }

  #takeUnsaid(): readonly string[] {
    return this.#unsaid.splice(0);
  }
}

/** As Codex calls the tool of a server in its hooks. */
function mcpName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

function keyOf(tool: string, args: unknown): string {
  return `${tool} ${JSON.stringify(args)}`;
}
