/**
 * A thread of the Codex SDK, played: it reports recorded payloads to where the hook command of its settings reports
 * them, as Codex was seen to do, obeys the answers, and calls tools over MCP. Codex itself is tried in
 * `npm run test:clients`; the command, in src/adapters/codex/index.test.ts.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { CodexEvent, CodexThread } from '../../src/adapters/codex/index.ts';
import type { ModelCall, ScriptedModel } from '../../src/testing/index.ts';
import recorded from '../fixtures/hooks/codex.json' with { type: 'json' };

type HookEvent = 'UserPromptSubmit' | 'PreToolUse' | 'PostToolUse' | 'Stop';

/** What a hook answered, as far as Codex looks at it. */
interface Answer {
  readonly continue?: boolean;
  readonly decision?: string;
  readonly reason?: string;
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string;
    readonly permissionDecisionReason?: string;
    readonly additionalContext?: string;
  };
}

/** A thread on a model, with the settings that the SDK gets. */
export function playedCodex(
  model: ScriptedModel,
  settings: { readonly configOverrides: readonly string[] },
): CodexThread {
  return {
    runStreamed: (input, { signal = new AbortController().signal } = {}) => {
      const turn = new PlayedTurn(model, settings.configOverrides, signal);
      return Promise.resolve({ events: turn.events(String(input)) });
    },
  };
}

class PlayedTurn {
  readonly #model: ScriptedModel;
  readonly #settings: readonly string[];
  readonly #signal: AbortSignal;
  readonly #mcp = new Client({ name: 'played', version: '1.0.0' });
  readonly #conversation: unknown[] = [];
  #calls = 0;

  constructor(model: ScriptedModel, settings: readonly string[], signal: AbortSignal) {
    this.#model = model;
    this.#settings = settings;
    this.#signal = signal;
  }

  async *events(input: string): AsyncGenerator<CodexEvent, void, void> {
    const url = new URL(JSON.parse(this.#setting('mcp_servers.tripwire.url')) as string);
    await this.#mcp.connect(new StreamableHTTPClientTransport(url));
    yield { type: 'thread.started' };
    yield { type: 'turn.started' };
    const prompted = await this.#hook('UserPromptSubmit', { prompt: input });
    if (prompted.decision !== 'block') {
      this.#conversation.push({ role: 'user', content: input });
      yield* this.#steps();
    }
    yield { type: 'turn.completed', usage: { input_tokens: 0, output_tokens: 0 } };
    await this.#mcp.close();
  }

  async *#steps(): AsyncGenerator<CodexEvent, void, void> {
    for (;;) {
      this.#signal.throwIfAborted();
      const input = { text: JSON.stringify(this.#conversation), toolResults: [] };
      const { text = '', calls } = this.#model.next(input);
      if (calls !== undefined) {
        this.#conversation.push({ role: 'assistant', calls });
        const texts = await Promise.all(calls.map((call) => this.#call(call)));
        this.#conversation.push(...texts.flat());
        continue;
      }
      this.#conversation.push({ role: 'assistant', content: text });
      yield { type: 'item.completed', item: { type: 'agent_message', text } };
      const { decision, reason } = await this.#hook('Stop', { last_assistant_message: text });
      if (decision !== 'block') return;
      this.#conversation.push({ role: 'user', content: reason });
    }
  }

  /** What the model reads of a call. */
  async #call({ tool, args = {} }: ModelCall): Promise<readonly string[]> {
    this.#calls += 1;
    const call = {
      tool_name: `mcp__tripwire__${tool}`,
      tool_input: args,
      tool_use_id: `call_${this.#calls}`,
    };
    const before = await this.#hook('PreToolUse', call);
    const { permissionDecision, permissionDecisionReason = '' } = before.hookSpecificOutput ?? {};
    // With `continue` in it Codex drops the whole answer, and the tool runs.
    if (permissionDecision === 'deny' && before.continue === undefined) {
      return [`Command blocked by PreToolUse hook: ${permissionDecisionReason}`];
    }
    const asked = { name: tool, arguments: args, _meta: { callId: call.tool_use_id } };
    const options = { signal: this.#signal };
    const result = (await this.#mcp.callTool(asked, undefined, options)) as CallToolResult;
    const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''));
    // No hook reports a tool that failed.
    if (result.isError === true) return texts;
    const after = await this.#hook('PostToolUse', { ...call, tool_response: result });
    return [...texts, after.hookSpecificOutput?.additionalContext ?? ''];
  }

  async #hook(event: HookEvent, more: object): Promise<Answer> {
    const url = /(http:\/\/[^"\\]+)/.exec(this.#setting(`hooks.${event}`))?.[1] ?? '';
    const body = JSON.stringify({ ...recorded[event], ...more });
    const answer = await fetch(url, { method: 'POST', body, signal: this.#signal });
    return (await answer.json()) as Answer;
  }

  #setting(name: string): string {
    const line = this.#settings.find((one) => one.startsWith(`${name}=`));
    if (line === undefined) throw new Error(`no setting ${name}`);
    return line.slice(name.length + 1);
  }
}
