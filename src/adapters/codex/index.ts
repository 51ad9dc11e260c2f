/**
 * `@openai/codex-sdk`: runs of Codex under the guardrails of a prompt.
 *
 * Codex is a program of its own. Its hooks ask this process before and after each of its tools, and before it stops;
 * the prompt's tools come as an MCP server of this process. No hook can end a run of Codex, so a stop ends its process,
 * while it still waits for an answer. The SDK weighs 400 MB: nothing of it is imported, and the types here name what is
 * used of it.
 */
import { fileURLToPath } from 'node:url';
import { assert } from '../../base/assert.ts';
import { countOrZero, fieldsOf } from '../../base/json-values.ts';
import { TripwireError } from '../../core/index.ts';
import { forgetStopBlocks } from '../../guardrails/index.ts';
import { AgentStopped } from '../agent-stopped.ts';
import { declareCapabilities } from '../capabilities.ts';
import { GuardedSession, type GuardOptions } from '../guarded-session.ts';
import { listenLocally, type LocalListener } from '../local-listener.ts';
import type { McpMessage } from '../mcp/messages.ts';
import { PROMPT_SERVER, PromptToolServer } from '../prompt-tool-server.ts';
import type { ToolNames } from '../reported-calls.ts';
import { CodexCalls } from './calls.ts';
import { SILENT, block, hookSettings, toml, type CodexHookInput } from './hooks.ts';

export { AgentStopped } from '../agent-stopped.ts';
export type { GuardOptions } from '../guarded-session.ts';

/** What this adapter can do. */
export const capabilities = declareCapabilities({
  adapter: 'codex',
  sdk: '@openai/codex-sdk 0.163.0',
  cannot: {
    countsTokens:
      'The SDK reports a turn’s tokens when the turn is over; they are charged then and can end the next turn.',
  },
  notes: [
    'Policies know Codex’s tools by the names in its hooks (`Bash`, `apply_patch`, `mcp__server__tool`); `toolNames` maps them to the prompt’s names. The prompt’s own tools keep theirs.',
    'No hook sees what the agent types into a running shell (`write_stdin`); only the proxy does.',
    'A command that fails counts as one that ran, because hooks aren’t told its exit code. Changes made by Codex’s own tools aren’t undone when they fail.',
    'Feedback after a failed tool of another MCP server comes with the next call, because no hook reports that it ended.',
    'A stop ends the process of Codex. The thread can be resumed.',
  ],
});

/** An event of a turn, as far as it is looked at. */
export interface CodexEvent {
  readonly type: string;
  readonly item?: unknown;
  readonly usage?: unknown;
  readonly error?: unknown;
}

/** A thread of the SDK, as far as it is used. */
export interface CodexThread<Event extends CodexEvent = CodexEvent> {
  // A method: the SDK's own types are narrower.
  runStreamed(
    input: string | readonly unknown[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<{ readonly events: AsyncIterable<Event> }>;
}

/** What a user hands over. */
export interface CodexGuardOptions extends GuardOptions {
  /**
   * Codex runs only hooks that a person trusts. By this you say that you trust the hooks of this adapter, for the runs
   * that it guards; no other hook becomes trusted by it.
   */
  readonly trustHooks: true;
  readonly toolNames?: ToolNames;
}

/** How a turn is run; everything else goes to the SDK as it is. */
export interface CodexTurnOptions<Event extends CodexEvent = CodexEvent> {
  readonly onEvent?: (event: Event) => void;
  readonly signal?: AbortSignal;
  readonly [more: string]: unknown;
}

/** How a turn ended. */
export interface CodexTurn {
  /** What the agent said last. */
  readonly finalResponse: string;
}

/** Guards runs of Codex, one after the other in the same session. Close it when they are over. */
export async function guardCodex(options: CodexGuardOptions): Promise<CodexGuard> {
  // Types only promise it.
  const isTrusted: unknown = options.trustHooks;
  if (isTrusted !== true) {
    const words = 'trustHooks must be true: Codex passes over hooks that nobody trusts';
    throw new TripwireError('GUARDRAIL_INVALID', `codex: ${words}`, 'trustHooks');
  }
  const guard = new CodexGuard(options);
  await guard.open();
  return guard;
}

/** A run under way. */
interface Running {
  readonly ending: AbortController;
  /** When it is over. */
  readonly over: PromiseWithResolvers<void>;
  /** Whether its hooks report. */
  isReporting: boolean;
  said: string;
}

/** The guardrails of a prompt, for Codex. */
export class CodexGuard {
  readonly #guarded: GuardedSession;
  readonly #calls: CodexCalls;
  readonly #server: PromptToolServer;
  #listener: LocalListener | null = null;
  #running: Running | null = null;

  constructor({ trustHooks: _trusted, toolNames, ...guard }: CodexGuardOptions) {
    this.#guarded = new GuardedSession(capabilities.adapter, guard);
    this.#server = new PromptToolServer(this.#guarded);
    this.#calls = new CodexCalls(this.#guarded, toolNames, this.#server.tools);
  }

  /** Begins to listen; `guardCodex` has done so. */
  async open(): Promise<void> {
    this.#listener ??= await listenLocally({
      hook: (payload) => this.#answered(() => this.#hook(payload as CodexHookInput)),
      mcp: (message) => this.#answered(() => this.#server.answer(message as McpMessage)),
    });
  }

  /** Options of `new Codex(…)` with hooks and tools added. */
  options<Own extends object>(own: Own): Own & { configOverrides: string[] } {
    const { config, configOverrides = [] } = own as {
      readonly config?: { readonly hooks?: unknown };
      readonly configOverrides?: readonly string[];
    };
    const isTaken = [...configOverrides].some((line) => /^\s*"?hooks"?\s*[.=]/.test(line));
    if (config?.hooks !== undefined || isTaken) {
      const words = 'config.hooks is this adapter’s; put hooks of your own into hooks.json';
      throw new TripwireError('GUARDRAIL_INVALID', `codex: ${words}`, 'config.hooks');
    }
    const listener = this.#opened();
    const command = [process.execPath, relayFile(), listener.url('hook')]
      .map((word) => `"${word}"`)
      .join(' ');
    const server = `mcp_servers.${PROMPT_SERVER}`;
    const added = [
      ...hookSettings(command),
      `${server}.url=${toml(listener.url('mcp'))}`,
      // They are judged by policies, so Codex does not ask for them once more.
      `${server}.default_tools_approval_mode="approve"`,
      `${server}.supports_parallel_tool_calls=true`,
      `${server}.tool_timeout_sec=${24 * 60 * 60}`,
    ];
    return { ...own, configOverrides: [...configOverrides, ...added] };
  }

  /** Runs a turn of a thread to its end. Rejects with `AgentStopped` when the agent is stopped. */
  async run<Thread extends CodexThread>(
    thread: Thread,
    input: Parameters<Thread['runStreamed']>[0],
    options: CodexTurnOptions = {},
  ): Promise<CodexTurn> {
    this.#opened();
    if (this.#running !== null) {
      const words = 'a guard runs one turn at a time; make a second guard for a second thread';
      throw new TripwireError('GUARDRAIL_INVALID', `codex: ${words}`, 'run');
    }
    const running: Running = {
      ending: new AbortController(),
      over: Promise.withResolvers(),
      isReporting: false,
      said: '',
    };
    this.#running = running;
    try {
      await this.#guarded.requireGoingOn();
      await this.#follow(thread, input, options, running);
    } finally {
      this.#running = null;
      running.over.resolve();
      await this.#calls.close();
    }
    await this.#guarded.finish(running.said);
    return { finalResponse: running.said };
  }

  /** Stops listening. */
  async close(): Promise<void> {
    const listener = this.#listener;
    this.#listener = null;
    await listener?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #follow(
    thread: CodexThread,
    input: string | readonly unknown[],
    { onEvent, signal, ...turn }: CodexTurnOptions,
    running: Running,
  ): Promise<void> {
    const signals = [running.ending.signal, ...(signal === undefined ? [] : [signal])];
    const asked = { ...turn, signal: AbortSignal.any(signals) };
    try {
      const { events } = await thread.runStreamed(input, asked);
      for await (const event of events) {
        onEvent?.(event);
        await this.#heard(event, running);
      }
    } catch (error) {
      // What follows from ending it is no error of its own.
      if (!running.ending.signal.aborted) throw error;
    }
    const { stop } = this.#guarded;
    if (stop !== null) throw new AgentStopped(stop);
    if (running.isReporting) return;
    const words =
      'Codex does not run the hooks of this adapter, so the run was ended. Use a version that it is tested with ' +
      `(${capabilities.sdk}), and see that hooks are not switched off (features.hooks, allow_managed_hooks_only)`;
    throw new TripwireError('GUARDRAIL_INVALID', `codex: ${words}`, 'trustHooks');
  }

  async #heard({ type, item, usage, error }: CodexEvent, running: Running): Promise<void> {
    const { type: kind, text } = fieldsOf(item);
    if (type === 'turn.failed' && !running.ending.signal.aborted) {
      throw new Error(String(fieldsOf(error)['message']));
    }
    if (type === 'turn.completed') {
      const { input_tokens: inputTokens, output_tokens: outputTokens } = fieldsOf(usage);
      this.#guarded.spend({
        inputTokens: countOrZero(inputTokens),
        outputTokens: countOrZero(outputTokens),
      });
    }
    if (type.startsWith('item.') && kind !== 'error' && !running.isReporting) {
      running.ending.abort();
    }
    if (type === 'item.completed' && kind === 'agent_message') running.said = String(text);
    if (type === 'item.completed') await this.#calls.itemCompleted(fieldsOf(item));
  }

  async #hook(payload: CodexHookInput): Promise<object> {
    if (this.#running !== null) this.#running.isReporting = true;
    switch (payload.hook_event_name) {
      case 'UserPromptSubmit':
        return this.#prompted();
      case 'PreToolUse':
        return this.#calls.before(payload);
      case 'PostToolUse':
        return this.#calls.after(payload);
      case 'Stop':
        return this.#stopping(payload);
      default:
        return SILENT;
    }
  }

  /** A person wants something. */
  async #prompted(): Promise<object> {
    forgetStopBlocks(this.#guarded.session, this.#guarded.prompt.name);
    const refusal = await this.#guarded.standing();
    return refusal === null ? SILENT : block(refusal.reason);
  }

  async #stopping({ last_assistant_message: said }: CodexHookInput): Promise<object> {
    const decision = await this.#guarded.mayStop(said ?? '', 'end_turn');
    return decision.stop === 'blocked' ? block(decision.feedback) : SILENT;
  }

  /** An answer that Codex may have. Once the agent is stopped it gets none, and ends while it waits. */
  async #answered(answer: () => Promise<object | null>): Promise<object | null> {
    const running = this.#running;
    assert(running !== null, 'no run is under way');
    const given = await answer();
    if (this.#guarded.stop === null) return given;
    running.ending.abort();
    await running.over.promise;
    throw new Error('the agent was stopped');
  }

  #opened(): LocalListener {
    if (this.#listener !== null) return this.#listener;
    throw new TripwireError('GUARDRAIL_INVALID', 'codex: the guard is closed', 'close');
  }
}

/** The relay beside this file: source where this is source, compiled where it is compiled. */
function relayFile(): string {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./hook-relay.${ending}`, import.meta.url));
}
